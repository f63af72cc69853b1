/**
 * The error table: our code for programs, the JSON-RPC or EIP-1193 number that crosses the wire, and whether a retry
 * makes sense. Only code, number, capped text and JSON data cross an origin; no stack, no cause.
 */
import * as z from 'zod/mini'
import type { Json } from './json.ts'
import { limits } from './limits.ts'

export const errorTable = {
  // Answers of a person or a wallet.
  USER_REJECTED: [4001, true, 'The request was declined.'],
  USER_CLOSED: [4001, true, 'The window was closed.'],
  UNAUTHORIZED: [4100, false, 'This account or method has not been authorised.'],
  METHOD_NOT_ALLOWED: [4200, false, 'Requested RPC call is not allowed'],
  DISCONNECTED: [4900, true, 'No wallet is connected.'],
  CHAIN_DISCONNECTED: [4901, true, 'The wallet is not connected to this network.'],
  CHAIN_NOT_SUPPORTED: [4902, false, 'Chain is not supported'],
  REQUEST_PENDING: [-32002, true, 'The wallet already has a request open.'],
  WALLET_NOT_FOUND: [-32001, true, 'The wallet was not found in this browser.'],
  WALLET_FAILED: [-32000, true, 'The wallet answered with an error.'],
  NOT_AVAILABLE: [-32004, false, 'This is not available here.'],
  NETWORK: [-32000, true, 'The network did not answer.'],
  STORAGE_BLOCKED: [-32000, false, 'The browser keeps this page from storing data.'],
  // Links.
  BAD_URL: [-32602, false, 'This address may not be opened.'],
  NEEDS_CLICK: [-32000, true, 'The browser needs a click to open this.'],
  // The wire.
  BAD_SHAPE: [-32602, false, 'The message does not have the agreed form.'],
  TOO_LARGE: [-32005, false, 'The message is too large.'],
  TOO_DEEP: [-32602, false, 'The message is nested too deeply.'],
  WRONG_DIRECTION: [-32601, false, 'This message goes the other way.'],
  UNKNOWN_TYPE: [-32601, false, 'This message type does not exist.'],
  DUPLICATE_ID: [-32600, false, 'This id was used before.'],
  UNKNOWN_ID: [-32600, false, 'No request has this id.'],
  STALE_EPOCH: [-32600, false, 'The message belongs to an earlier session.'],
  TYPE_MISMATCH: [-32600, false, 'The answer belongs to another request.'],
  UNREADABLE: [-32700, false, 'The message could not be read.'],
  BUSY: [-32005, true, 'Too many requests at once.'],
  FLOOD: [-32005, false, 'Too many messages.'],
  PROTOCOL_VIOLATION: [-32600, false, 'The other side broke the protocol.'],
  SEND_FAILED: [-32603, false, 'The message could not be sent.'],
  TIMEOUT: [-32000, true, 'No answer in time.'],
  ABORTED: [-32000, true, 'Request was aborted'],
  PEER_GONE: [4900, true, 'The other side is gone.'],
  INTERNAL: [-32603, false, 'An error occurred'],
  // Booting the frame (design §10.3).
  FRAME_URL_REQUIRED: [-32602, false, '`frameUrl` is required: the address of your modal frame.'],
  BLOCKED_BY_HOST_POLICY: [
    -32000,
    false,
    'The page’s Content-Security-Policy blocked the modal frame. Add its origin to `frame-src`.',
  ],
  FRAME_REFUSED: [
    -32000,
    true,
    'The modal frame did not start: this origin is not on the project’s allowlist, or the frame is down.',
  ],
  FRAME_TIMEOUT: [-32000, true, 'The modal frame did not load in time.'],
  VERSION_UNSUPPORTED: [-32000, false, 'The page and the modal frame speak no common protocol version.'],
  HOST_OPAQUE_ORIGIN: [-32000, false, 'The page has an opaque origin (a sandboxed frame or a data: address).'],
  SAME_ORIGIN_FRAME: [-32602, false, 'The modal frame must be served from another origin than the page.'],
  HOST_IS_FRAMED: [-32000, false, 'The embedded wallet does not work inside another page.'],
  INVALID_OPTIONS: [-32602, false, 'The options are not valid.'],
  DESTROYED: [4900, false, 'This instance was destroyed.'],
} as const satisfies Record<string, readonly [rpc: number, recoverable: boolean, text: string]>

export type ErrorCode = keyof typeof errorTable

const isErrorCode = (text: unknown): text is ErrorCode => typeof text === 'string' && Object.hasOwn(errorTable, text)

/** What crosses the wire in `X_ERROR`. `code` keeps the JSON-RPC or EIP-1193 number end to end. */
export const WireError = z.strictObject({
  code: z.int(),
  message: z.string().check(z.maxLength(limits.errorMessage)),
  reason: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,40}$/))),
  data: z.optional(z.unknown()),
})
export type WireError = z.infer<typeof WireError>

/** The one error class of the public surface. `rpcCode` is the number a wallet or node gave, unchanged. */
export class AirlockError extends Error {
  override readonly name = 'AirlockError'
  readonly code: ErrorCode
  readonly rpcCode: number
  readonly recoverable: boolean
  readonly data: Json | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string | undefined; rpcCode?: number; data?: Json | undefined; cause?: unknown } = {},
  ) {
    const [rpc, recoverable, text] = errorTable[code]
    super(options.message ?? text, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.rpcCode = options.rpcCode ?? rpc
    this.recoverable = recoverable
    this.data = options.data
  }

  /** Key of the text for people in the message catalogue. */
  get messageKey(): string {
    return `error.${this.code}`
  }
}

/** Reduces anything thrown to what may cross: a number, a capped text, our code. Foreign objects are read once, inside `try`. */
export function toWireError(thrown: unknown): WireError {
  try {
    // A proxy answers even `instanceof` with an exception.
    if (thrown instanceof AirlockError)
      return {
        code: Number.isSafeInteger(thrown.rpcCode) ? thrown.rpcCode : errorTable[thrown.code][0],
        message: cap(thrown.message),
        reason: thrown.code,
        ...(thrown.data === undefined ? {} : { data: thrown.data }),
      }
  } catch {
    // Not ours.
  }
  const [code, , message] = errorTable.INTERNAL
  return { code, message, reason: 'INTERNAL' }
}

export function fromWireError(error: WireError): AirlockError {
  const code = isErrorCode(error.reason) ? error.reason : (byRpcCode.get(error.code) ?? 'INTERNAL')
  return new AirlockError(code, { message: error.message, rpcCode: error.code, data: error.data as Json | undefined })
}

/** Our code for a wallet's or node's number; `undefined` where the number says nothing. */
export const codeOfRpc = (rpc: number): ErrorCode | undefined => byRpcCode.get(rpc)

const byRpcCode = new Map<number, ErrorCode>([
  [4001, 'USER_REJECTED'],
  [4100, 'UNAUTHORIZED'],
  [4200, 'METHOD_NOT_ALLOWED'],
  [4900, 'DISCONNECTED'],
  [4901, 'CHAIN_DISCONNECTED'],
  [4902, 'CHAIN_NOT_SUPPORTED'],
  [-32002, 'REQUEST_PENDING'],
  [-32601, 'METHOD_NOT_ALLOWED'],
  [-32602, 'BAD_SHAPE'],
])

const cap = (text: string) => text.slice(0, limits.errorMessage)

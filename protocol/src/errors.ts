/**
 * The error table: our code for programs, the JSON-RPC or EIP-1193 number that crosses the wire, and whether a retry
 * makes sense. How an error crosses: `wire-error.ts`.
 */
import type { Json } from './json.ts'

export const errorTable = {
  // Answers of a user or a wallet.
  USER_REJECTED: [4001, true],
  USER_CLOSED: [4001, true],
  UNAUTHORIZED: [4100, false],
  METHOD_NOT_ALLOWED: [4200, false, 'Requested RPC call is not allowed'],
  DISCONNECTED: [4900, true],
  CHAIN_DISCONNECTED: [4901, true],
  CHAIN_NOT_SUPPORTED: [4902, false, 'Chain is not supported'],
  REQUEST_PENDING: [-32002, true],
  WALLET_NOT_FOUND: [-32001, true],
  WALLET_FAILED: [-32000, true],
  NOT_AVAILABLE: [-32004, false],
  NETWORK: [-32000, true],
  STORAGE_BLOCKED: [-32000, false],
  // Pairing with a remote wallet.
  PAIRING_EXPIRED: [-32000, true],
  RELAY_UNREACHABLE: [-32000, true],
  ORIGIN_NOT_ALLOWED: [-32000, false],
  INVALID_PROJECT_ID: [-32000, false],
  CLOCK_WRONG: [-32000, true],
  // Links.
  BAD_URL: [-32602, false],
  NEEDS_CLICK: [-32000, true],
  // The wire.
  BAD_SHAPE: [-32602, false],
  TOO_LARGE: [-32005, false],
  TOO_DEEP: [-32602, false],
  WRONG_DIRECTION: [-32601, false],
  UNKNOWN_TYPE: [-32601, false],
  DUPLICATE_ID: [-32600, false],
  UNKNOWN_ID: [-32600, false],
  STALE_EPOCH: [-32600, false],
  TYPE_MISMATCH: [-32600, false],
  UNREADABLE: [-32700, false],
  BUSY: [-32005, true],
  FLOOD: [-32005, false],
  PROTOCOL_VIOLATION: [-32600, false],
  SEND_FAILED: [-32603, false],
  TIMEOUT: [-32000, true],
  ABORTED: [-32000, true, 'Request was aborted'],
  PEER_GONE: [4900, true],
  INTERNAL: [-32603, false, 'An error occurred'],
  // Booting the frame. The page's end names the cause and the fix, for whoever embeds it.
  FRAME_URL_REQUIRED: [-32602, false],
  BROWSER_TOO_OLD: [-32000, false],
  BLOCKED_BY_HOST_POLICY: [-32000, false],
  FRAME_REFUSED: [-32000, true],
  FRAME_TIMEOUT: [-32000, true],
  VERSION_UNSUPPORTED: [-32000, false],
  HOST_OPAQUE_ORIGIN: [-32000, false],
  SAME_ORIGIN_FRAME: [-32602, false],
  HOST_IS_FRAMED: [-32000, false],
  POPUP_SEVERED: [-32000, false],
  INVALID_OPTIONS: [-32602, false],
  DESTROYED: [4900, false],
} as const satisfies Record<string, readonly [rpc: number, recoverable: boolean, text?: string]>

export type ErrorCode = keyof typeof errorTable

/** For developers; texts for users are in the catalogue. A code without its own text is shown by its name. */
export const errorText = (code: ErrorCode): string => {
  const [, , text]: readonly [number, boolean, string?] = errorTable[code]
  return text ?? code.toLowerCase().replace(/_/g, ' ')
}

export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(errorTable, text)

/** The only error class of the public API. `rpcCode` is the unchanged number of a wallet or node. */
export class AirlockError extends Error {
  // Set below: fields of a class are larger than the rest of it in a page that older browsers load.
  declare readonly name: 'AirlockError'
  declare readonly code: ErrorCode
  declare readonly rpcCode: number
  declare readonly recoverable: boolean
  declare readonly data: Json | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string | undefined; rpcCode?: number; data?: Json | undefined; cause?: unknown } = {},
  ) {
    const [rpc, recoverable] = errorTable[code]
    super(options.message ?? errorText(code), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AirlockError'
    this.code = code
    this.rpcCode = options.rpcCode ?? rpc
    this.recoverable = recoverable
    this.data = options.data
  }

  /** Key of the text for users in the message catalogue. */
  get messageKey(): string {
    return `error.${this.code}`
  }
}

/** Our code for a wallet's or node's number; `undefined` for an unknown number. */
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

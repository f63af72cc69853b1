/** Everything that the page may ask of the worker. Both ends parse with this table. */
import {
  address,
  anything,
  hex,
  list,
  literal,
  object,
  optional,
  type Parsed,
  type Parser,
  text,
  wholeNumber,
} from '../parse.ts'
import { preparedTransaction, readMethods, transactionRequest, walletNetwork, walletState } from './state.ts'

const nothing = object({})

const calls = {
  start: { request: object({ networks: list(walletNetwork), walletKey: optional(hex) }), response: walletState },
  /** The address that a connection would share; creates the key on first use. */
  account: { request: nothing, response: object({ address }) },
  connect: { request: nothing, response: walletState },
  revoke: { request: nothing, response: walletState },
  setChain: { request: object({ chainId: wholeNumber }), response: walletState },
  probe: { request: object({ rpcUrl: text }), response: object({ chainId: wholeNumber }) },
  addNetwork: { request: walletNetwork, response: walletState },
  read: { request: object({ method: literal(...readMethods), params: list(anything) }), response: anything },
  signMessage: { request: object({ address, message: hex }), response: hex },
  signTypedData: { request: object({ address, typedData: text }), response: hex },
  prepareTransaction: { request: transactionRequest, response: preparedTransaction },
  sendTransaction: { request: preparedTransaction, response: hex },
} as const

export type CallName = keyof typeof calls
export type CallRequest<K extends CallName> = Parsed<(typeof calls)[K]['request']>
export type CallResponse<K extends CallName> = Parsed<(typeof calls)[K]['response']>

/** The same table, typed so that the compiler can infer a call's response from its request. */
export const callTable: {
  [K in CallName]: { request: Parser<CallRequest<K>>; response: Parser<CallResponse<K>> }
} = calls

export const callNames = Object.keys(calls).filter((name): name is CallName => name in calls)

export const workerRequest = object({ id: wholeNumber, type: literal(...callNames), payload: anything })
export const workerResponse = object({ id: wholeNumber, result: anything, error: anything })
export const errorFields = object({ code: integer, message: text, data: anything })

function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new TypeError('expected a whole number')
}

/**
 * Signatures for an operator's checkout page: of the order in its URL, and of the gateway's requests about purchases. Without them, an
 * attacker could send a user to the page with an order for another account.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret: Uint8Array, purpose: 'order' | 'question', text: string): string =>
  createHmac('sha256', secret).update(`checkout ${purpose}\n${text}`).digest('base64url')

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Validity of an order. */
export const orderSeconds = 15 * 60
/** Maximum difference between the clocks. */
const questionSeconds = 60

export type OrderFields = {
  /** Unique id of the order. */
  readonly reference: string
  readonly address: string
  /** CAIP-2. */
  readonly network: string
  /** Symbol of the asset to buy. */
  readonly asset: string
  readonly amount: string
  readonly currency: string
  readonly method: string
}

const order = ['reference', 'address', 'network', 'asset', 'amount', 'currency', 'method'] as const

/** @param now unix seconds */
export function signOrder(page: string, fields: OrderFields, secret: Uint8Array, now: number): string {
  const url = new URL(page)
  for (const name of order) url.searchParams.set(name, fields[name])
  url.searchParams.set('expires', String(now + orderSeconds))
  const signature = hmac(secret, 'order', url.searchParams.toString())
  url.searchParams.set('signature', signature)
  return url.href
}

/** Used by the page. `undefined`: not signed by this gateway, changed, or too old. */
export function readOrder(query: URLSearchParams, secret: Uint8Array, now: number): OrderFields | undefined {
  const signed = new URLSearchParams(query)
  const signature = signed.get('signature') ?? ''
  signed.delete('signature')
  if (!isEqual(signature, hmac(secret, 'order', signed.toString()))) return undefined
  if (!(Number(signed.get('expires')) >= now)) return undefined
  const [reference, address, network, asset, amount, currency, method] = order.map((name) => signed.get(name))
  if (!reference || !address || !network || !asset || !amount || !currency || !method) return undefined
  return { reference, address, network, asset, amount, currency, method }
}

export const signatureHeader = 'Airlock-Signature'

/**
 * @param path including its query
 * @param body empty for a GET
 */
export const signQuestion = (path: string, body: string, secret: Uint8Array, now: number): string =>
  `t=${now},v1=${hmac(secret, 'question', `${now}\n${path}\n${body}`)}`

/** Used by the page: whether the request comes from its gateway. */
export function isQuestion(header: string, path: string, body: string, secret: Uint8Array, now: number): boolean {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([\w-]{43})$/.exec(header) ?? []
  if (time === '' || Math.abs(Number(time) - now) > questionSeconds) return false
  return isEqual(given, hmac(secret, 'question', `${time}\n${path}\n${body}`))
}

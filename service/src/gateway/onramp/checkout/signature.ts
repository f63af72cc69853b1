/**
 * What the gateway signs for a checkout page of the operator's: the order in its address, and its questions about purchases. Without
 * the signature anybody could send a visitor to the page with an account of their own in the order.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret: Uint8Array, purpose: 'order' | 'question', text: string): string =>
  createHmac('sha256', secret).update(`checkout ${purpose}\n${text}`).digest('base64url')

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** An order is good for this long. */
export const orderSeconds = 15 * 60
/** How far the clocks may be apart. */
const questionSeconds = 60

export type OrderFields = {
  /** Names the order; unique. */
  readonly reference: string
  readonly address: string
  /** CAIP-2. */
  readonly network: string
  /** Symbol of what is bought. */
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

/** For the page. `undefined`: not signed by this gateway, changed, or too old. */
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

/** @param path with its query @param body empty for a GET */
export const signQuestion = (path: string, body: string, secret: Uint8Array, now: number): string =>
  `t=${now},v1=${hmac(secret, 'question', `${now}\n${path}\n${body}`)}`

/** For the page: whether its gateway asks. */
export function isQuestion(header: string, path: string, body: string, secret: Uint8Array, now: number): boolean {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([\w-]{43})$/.exec(header) ?? []
  if (time === '' || Math.abs(Number(time) - now) > questionSeconds) return false
  return isEqual(given, hmac(secret, 'question', `${time}\n${path}\n${body}`))
}

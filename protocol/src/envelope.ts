/**
 * The envelope of every message on a port.
 *
 * request       { id, epoch, type, payload }
 * answer        { id, epoch, type: `${type}_SUCCESS` | `${type}_ERROR`, payload }
 * progress      { id, epoch, type: 'PROGRESS', payload: {} }     suspends the deadline of a `person` request
 * cancel        { id, epoch, type: 'CANCEL', payload: {} }
 * notification  { epoch, type, payload }
 * bye           { epoch, type: 'BYE', payload: { reason } }      the last message before an end closes
 */
import * as z from 'zod/mini'

export const Envelope = z.strictObject({
  id: z.optional(z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))),
  epoch: z.int().check(z.positive()),
  type: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/)),
  payload: z.record(z.string(), z.unknown()),
})
export type Envelope = z.infer<typeof Envelope>

/** Messages about a request that have no contract of their own. */
export const controls: ReadonlySet<string> = new Set(['PROGRESS', 'CANCEL', 'BYE'])

export const success = '_SUCCESS'
export const failure = '_ERROR'

/** The request type that an answer's type belongs to, with the verdict; `undefined` for other types. */
export function answerOf(type: string): { of: string; ok: boolean } | undefined {
  if (type.endsWith(success)) return { of: type.slice(0, -success.length), ok: true }
  if (type.endsWith(failure)) return { of: type.slice(0, -failure.length), ok: false }
  return undefined
}

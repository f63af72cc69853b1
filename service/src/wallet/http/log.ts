/**
 * The log: JSON lines with fixed fields. Secret and personal data need no redaction, because there is no field for a
 * path, a query, a header or a body.
 */
export type LogLine = {
  readonly event: 'request' | 'started' | 'stopping' | 'stopped' | 'mail-failed' | 'mail-dropped' | 'job-failed'
  readonly requestId?: string
  readonly route?: string
  readonly status?: number
  readonly ms?: number
  readonly code?: string
  readonly error?: string
  readonly storeCode?: string
  readonly at?: string
  readonly role?: string
  readonly roles?: readonly string[]
  readonly port?: number
  readonly kind?: string
  readonly tries?: number
}
export type Log = (line: LogLine) => void

export const createLog =
  (write: (line: string) => void, now: () => number): Log =>
  (line) =>
    write(JSON.stringify({ time: new Date(now()).toISOString(), ...line }))

import type { LiveSession } from '../../store/contract/sessions.ts'

/** The client of a request, as known from the connection. */
export type Caller = {
  /** Client IP address, from the proxy headers. */
  readonly address: string
  readonly userAgent: string
}

export type Signed = { readonly live: LiveSession; readonly caller: Caller }

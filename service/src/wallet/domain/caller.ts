/** The client of a request, as known from the connection. */
export type Caller = {
  /** Client IP address, from the proxy headers. */
  readonly address: string
  readonly userAgent: string
}

/** Who asks, as far as the connection says. */
export type Caller = {
  /** IP address, past the proxy. */
  readonly address: string
  readonly userAgent: string
}

/** What is known of the wallet's own window. */
export type WindowStatus =
  | 'closed'
  | 'open'
  /** The browser did not open it. */
  | 'blocked'
  /** It stands, and the host's opener policy keeps it from us (design §10.5). */
  | 'severed'

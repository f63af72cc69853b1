/** The known status of the wallet's own window. */
export type WindowStatus =
  | 'closed'
  | 'open'
  /** The browser did not open it. */
  | 'blocked'
  /** It may be open, but the host's opener policy cuts it off (design §10.5). */
  | 'severed'

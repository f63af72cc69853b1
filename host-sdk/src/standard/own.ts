/** Marks the wallets that Airlock itself registers in the Wallet Standard, so that no modal of the page offers them as wallets. */
export const ownMark: unique symbol = Symbol.for('@airlock/wallet')

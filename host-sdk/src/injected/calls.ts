/** What a call to a wallet of the page needs. One lazy chunk, loaded with the first call. */
export { onWalletEvents } from './events.ts'
export { createForward } from './forward.ts'

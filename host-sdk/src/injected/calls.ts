/** The code for calls to injected wallets. One lazy chunk, loaded with the first call. */
export { onWalletEvents } from './events.ts'
export { createForward } from './forward.ts'
export { createShared } from './shared.ts'

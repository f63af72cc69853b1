/** For Solana libraries of the page: Airlock as a wallet of the Wallet Standard, whichever wallet the user connects with. */
export { solanaAdapter } from './adapter.ts'
export { registerWalletStandard } from './register.ts'

/** For Solana libraries of the page: Airlock as a wallet of the Wallet Standard, whatever wallet the visitor connects with. */
export { solanaAdapter } from './adapter.ts'
export { registerWalletStandard } from './register.ts'

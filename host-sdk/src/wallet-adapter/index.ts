/** For wallet-adapter: Airlock as one of its wallets. */
export { AirlockWalletAdapter, type AirlockWalletAdapterConfig } from './adapter.ts'

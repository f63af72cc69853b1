/** For wagmi 2 and 3: Airlock as a connector of the page's own list, and Airlock's modal over the page's configuration. */
export { type WagmiAdapterParameters, wagmiAdapter } from './adapter.ts'
export { type AirlockParameters, airlock } from './connector.ts'

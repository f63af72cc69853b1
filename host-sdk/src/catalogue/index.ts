/** `@airlock/host-sdk/networks`: networks by name, for the `networks` option. Plain data: a bundle holds only what is imported. */
export * from './bitcoin.ts'
export * from './evm.ts'
export * from './polkadot.ts'
export * from './solana.ts'

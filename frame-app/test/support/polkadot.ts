/** Networks and extrinsics of Polkadot for tests. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export const polkadot: Caip2 = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
export const kusama: Caip2 = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'

const halfHash = '00'.repeat(16)
/** The genesis hash that begins with the network's id. */
export const genesisOf = (network: Caip2) => `0x${network.slice('polkadot:'.length)}${halfHash}`

/** `system.remark` of this account, as Polkadot's libraries describe it to a wallet. */
export const extrinsicOf = (address: string, network: Caip2) => ({
  address,
  blockHash: genesisOf(network),
  blockNumber: '0x00000001',
  era: '0x1500',
  genesisHash: genesisOf(network),
  method: '0x00000c68656c',
  nonce: '0x00000000',
  signedExtensions: ['CheckNonce', 'CheckMortality'],
  specVersion: '0x000f4628',
  tip: '0x00000000000000000000000000000000',
  transactionVersion: '0x0000001a',
  version: 4,
})

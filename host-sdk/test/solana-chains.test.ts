/** The networks of the catalogue have their names in the Wallet Standard and in Sign In With Solana. */
import { chainNames } from '@airlock/protocol/sign-in/message.ts'
import { expect, test } from 'vitest'
import { solana, solanaDevnet, solanaTestnet } from '../src/catalogue/index.ts'
import { toChain } from '../src/standard/chains.ts'

test.each([
  [solana, 'mainnet'],
  [solanaDevnet, 'devnet'],
  [solanaTestnet, 'testnet'],
])('$0.name', ({ caipNetworkId }, name) => {
  expect(toChain(caipNetworkId)).toBe(`solana:${name}`)
  expect(chainNames(caipNetworkId)).toContain(name)
})

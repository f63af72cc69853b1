/** Changes of balances before and after a simulation. */
import { expect, test } from 'vitest'
import type { ChainAccount } from '../../../shared/chains/solana/accounts.ts'
import { publicKey } from '../../../shared/chains/solana/address.ts'
import type { SolanaNode } from './node.ts'
import { simulate } from './simulate.ts'

const [me, stakeAt] = ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb']
const unasked = () => Promise.reject(new Error('not asked for'))

test('coins that leave a stake account of the wallet are a loss [C69]', async () => {
  const data = new Uint8Array(200)
  data.set([2])
  data.set(publicKey(me).toBytes(), 12)
  data.set(publicKey(me).toBytes(), 44)
  const stake = (lamports: bigint): ChainAccount => ({
    lamports,
    program: 'Stake11111111111111111111111111111111111111',
    data,
  })
  const node: SolanaNode = {
    accounts: unasked,
    accountsByEach: unasked,
    latestBlockhash: unasked,
    isRecent: unasked,
    fee: unasked,
    send: unasked,
    knows: unasked,
    rehearse: async () => ({ works: true, accounts: [stake(1n)] }),
  }
  const transaction = {
    version: 0,
    feePayer: me,
    signers: [me],
    unsigned: [me],
    blockhash: me,
    instructions: [],
    tables: [],
    fromTables: [],
    lacksTables: false,
    writable: [stakeAt],
    message: new Uint8Array(),
  } as const
  const run = { bytes: new Uint8Array(), transaction, fee: 0n }
  const scope = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(await simulate(node, [run], { account: me, scope, before: () => stake(1001n) })).toMatchObject({
    changes: [{ asset: { type: 'coins' }, amount: -1000n }],
  })
})

import { expect, test } from 'vitest'
import type { Ask } from '../held-tokens.ts'
import { readMints } from './tokens.ts'

const account = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const [usdc, other, evil] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  'So11111111111111111111111111111111111111112',
] as const
const { signal } = new AbortController()

const held = (mint: string, amount: string, decimals = 6) => ({
  account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals } } } } },
})

/** A node that has these token accounts; every mint has six decimals. */
const node =
  (accounts: Readonly<Record<string, unknown[]>>, supply: unknown = { value: { decimals: 6 } }): Ask =>
  (method, params) => {
    if (method === 'getTokenSupply') return Promise.resolve(supply as never)
    const [owner, filter] = params as [string, { mint: string }]
    expect([method, owner]).toEqual(['getTokenAccountsByOwner', account])
    return Promise.resolve({ value: accounts[filter.mint] ?? [] } as never)
  }

test('all accounts of a mint are added up, and a mint that the account has nothing of is zero', async () => {
  const ask = node({ [usdc]: [held(usdc, '1500000'), held(usdc, '500000')] })
  expect(await readMints(ask, { account, mints: [usdc, other], signal })).toEqual([
    { address: usdc, name: 'EPjF…Dt1v', symbol: '', decimals: 6, amount: 2_000_000n },
    { address: other, name: 'Es9v…wNYB', symbol: '', decimals: 6, amount: 0n },
  ])
})

test.each<[string, Readonly<Record<string, unknown[]>>, unknown]>([
  ['has more decimals than any amount', { [evil]: [held(evil, '1', 255)] }, { value: { decimals: 255 } }],
  ['is none', {}, null],
])('a mint that %s costs only itself [C143]', async (_, accounts, supply) => {
  const ask = node({ ...accounts, [usdc]: [held(usdc, '1')] }, supply)
  expect(await readMints(ask, { account, mints: [evil, usdc], signal })).toMatchObject([{ address: usdc, amount: 1n }])
})

test('accounts of another mint, and invalid accounts, do not count [C143]', async () => {
  const ask = node({ [usdc]: [held(other, '9000000'), { account: null }, held(usdc, '-5'), held(usdc, '7')] })
  expect(await readMints(ask, { account, mints: [usdc], signal })).toMatchObject([{ amount: 7n }])
})

test('a node that does not answer gives no tokens, and no error', async () => {
  expect(await readMints(() => Promise.reject(new Error('gone')), { account, mints: [usdc], signal })).toEqual([])
})

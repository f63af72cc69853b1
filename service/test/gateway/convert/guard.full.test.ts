/**
 * The modal's check against a real chain: whatever a gateway changes in a call, a call that passes never takes more than was shown, and
 * never gives less.
 */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import fc from 'fast-check'
import { type Hex, maxUint256, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../e2e/world/contracts.ts'
import { exchange, swapNetworkOf } from '../../../../e2e/world/market.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import { checkSwap, type ShownSwap } from '../../../../frame-app/src/shared/swap/check.ts'
import {
  allowRouters,
  chainId,
  convertOf,
  holding,
  openPlace,
  orderOf,
  type Place,
  type TokenName,
  tokens,
  trader,
} from './place.ts'

const { signal } = new AbortController()
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** More runs would take minutes. */
const runs = 1_500

let place: Place
beforeAll(async () => {
  place = await openPlace()
  // The worst case: routers with unlimited allowances.
  await allowRouters(place, ['stable', 'demo', 'old', 'wrapped'])
}, 60_000)
afterAll(() => place.stop())

const ways: readonly (readonly [from: TokenName, to: TokenName, amount: bigint, isOld: boolean])[] = [
  ['native', 'demo', 10n ** 18n, false],
  ['demo', 'native', 9_000n * 10n ** 6n, false],
  ['stable', 'eighteen', 100n * 10n ** 6n, false],
  ['native', 'stable', 10n ** 18n, true],
  ['old', 'demo', 90n * 10n ** 6n, true],
  ['wrapped', 'native', 10n ** 18n, false],
]
const everything: readonly TokenName[] = ['native', 'wrapped', 'stable', 'demo', 'old', 'eighteen']

/** Words with special meaning, to replace any word; or any byte. */
const words = [
  ...Object.values(tokens).map((token) => BigInt(token)),
  ...[thief, trader, exchange.router, exchange.v2Router].map((address) => BigInt(address)),
  0n,
  1n,
  2n,
  32n,
  64n,
  10n ** 18n,
  90n * 10n ** 6n,
  maxUint256,
  1n << 255n,
].map((word) => numberToHex(word, { size: 32 }).slice(2))
const changes = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('word' as const), at: fc.nat(40), word: fc.constantFrom(...words) }),
    fc.record({ kind: fc.constant('byte' as const), at: fc.nat(1_400), byte: fc.integer({ min: 0, max: 255 }) }),
  ),
  { minLength: 1, maxLength: 2 },
)
function change(data: Hex, list: typeof changes extends fc.Arbitrary<infer T> ? T : never): Hex {
  let digits = data.slice(2)
  const replace = (at: number, text: string) => {
    if (at + text.length <= digits.length) digits = digits.slice(0, at) + text + digits.slice(at + text.length)
  }
  for (const one of list)
    if (one.kind === 'word') replace(8 + one.at * 64, one.word)
    // A swap inside a batch is not word-aligned.
    else replace((one.at * 2) % digits.length, one.byte.toString(16).padStart(2, '0'))
  return `0x${digits}`
}

test('a call with any change is refused, fails, or does what was shown [C159, C162, C163]', async () => {
  let carriedOut = 0
  const honest = await Promise.all(ways.map((way) => build(...way)))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...honest), changes, async ({ shown, tx, names }, list) => {
      const data = change(tx.data, list)
      const checked = checkSwap({ tx: { ...tx, data } }, shown, swapNetworkOf(), Date.now())
      if ('refused' in checked) return
      const snapshot = await callRpc(place.node.rpcUrl, 'evm_snapshot')
      const before = await holdings()
      const { call } = checked
      const receipt = await transact(place.node.rpcUrl, {
        from: trader,
        to: call.to,
        data: call.data,
        value: `0x${call.value.toString(16)}`,
      }).catch(() => undefined)
      const after = await holdings()
      await callRpc(place.node.rpcUrl, 'evm_revert', [snapshot])
      if (!receipt) return
      carriedOut += 1
      const fees = receipt.gasUsed * receipt.effectiveGasPrice
      for (const name of everything) {
        const gained = (after.get(name) ?? 0n) - (before.get(name) ?? 0n) + (name === 'native' ? fees : 0n)
        if (name === names.from) expect(gained).toBe(-shown.amount)
        else if (name === names.to) expect(gained >= shown.minimum, `${gained} of ${shown.minimum}`).toBe(true)
        else expect(gained, name).toBe(0n)
      }
    }),
    { numRuns: runs, examples: honest.map((one): [typeof one, []] => [one, []]) },
  )
  // At least the unchanged calls pass.
  expect(carriedOut).toBeGreaterThanOrEqual(honest.length)
}, 300_000)

async function build(from: TokenName, to: TokenName, amount: bigint, isOld: boolean) {
  const network = isOld ? { ...swapNetworkOf(), v3: undefined } : swapNetworkOf()
  const { tx } = await convertOf(place.network(network)).buildSwap({
    ...orderOf(from, to, amount),
    disableEstimate: true,
    signal,
  })
  const shown: ShownSwap = {
    chainId,
    account: trader,
    from: from === 'native' ? nativeToken : tokens[from],
    to: to === 'native' ? nativeToken : tokens[to],
    amount,
    minimum: BigInt(tx.minimumAmount ?? 0),
    feeBps: 0,
  }
  return { shown, tx, names: { from, to } }
}

async function holdings(): Promise<ReadonlyMap<TokenName, bigint>> {
  return new Map(await Promise.all(everything.map(async (name) => [name, await holding(place, name)] as const)))
}

/** The guarantees of the gateway's index, on either engine. */
import type {
  IndexedBlock,
  IndexedTransaction,
  Lease,
  NftTransfer,
  Tip,
} from '@airlock/service/store/contract/chain-index.ts'
import type { GatewayStore } from '@airlock/service/store/gateway.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const leaseMs = 30_000
const now = 1_700_000_000_000
const base: Tip = { height: -1, hash: '' }
const zeroAddress = `0x${'0'.repeat(40)}`
const [alice, bob, carol] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string] // as: three digits
const contract = `0x${'d'.repeat(40)}`

let networks = 0
/** A network that no other test uses. */
const newNetwork = () => {
  networks += 1
  return `eip155:${networks}`
}

const transaction = (txIndex: number, height: number): IndexedTransaction => ({
  txIndex,
  hash: `0x${String(height).padStart(32, '0')}${String(txIndex).padStart(32, '0')}`,
  sender: alice,
  recipient: bob,
  isCreate: false,
  isFailed: false,
  value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  nonce: height,
  input: '',
})

const blockOf = (height: number, hash: string, over: Partial<IndexedBlock> = {}): IndexedBlock => ({
  height,
  hash,
  time: 1_600_000_000 + height,
  transactions: [transaction(0, height)],
  activities: [alice, bob].map((account) => ({ account, txIndex: 0 })),
  legs: [],
  nfts: [],
  tokens: [],
  ...over,
})

export function describeIndex(name: string, stores: () => readonly [GatewayStore, GatewayStore]): void {
  const store = () => stores()[0]

  async function held(network: string, holder = 'one'): Promise<Lease> {
    const lease = await store().indexing.claim({ network, holder, now, leaseMs })
    if (!lease) throw new Error('Another holder has it')
    return lease
  }
  async function begun(): Promise<Lease> {
    const lease = await held(newNetwork())
    expect(await store().indexing.begin(lease, { fromBlock: 0, tip: base })).toBe(true)
    return lease
  }
  const heightsOf = async (network: string, account = alice) =>
    (await store().index.transactions({ network, account, before: undefined, limit: 100 })).map(({ height }) => height)
  const nftsOf = async (network: string, account: string) =>
    (await store().index.nftsOf({ network, account, after: undefined, limit: 100 })).map(
      ({ tokenId, standard, amount }) => `${standard} ${tokenId} ${amount}`,
    )

  describe(`${name}: index`, () => {
    test('one process at a time holds a network, and the next one after its time', async () => {
      const network = newNetwork()
      const claim = (holder: string, at: number) => store().indexing.claim({ network, holder, now: at, leaseMs })
      const first = await claim('one', now)
      expect(first).toMatchObject({ network, range: undefined })
      expect(await claim('two', now + leaseMs - 1)).toBeUndefined()
      expect(await store().indexing.renew(first as Lease, now + 2 * leaseMs)).toBe(true) // as: it is there
      expect(await claim('two', now + leaseMs)).toBeUndefined()
      const second = await claim('two', now + 2 * leaseMs)
      expect(second?.token).toBeGreaterThan(first?.token ?? 0)
      expect(await store().indexing.renew(first as Lease, now + 9 * leaseMs)).toBe(false) // as: it is there
      await store().indexing.release(first as Lease) // as: it is there
      expect(await claim('three', now + 2 * leaseMs)).toBeUndefined()
      await store().indexing.release(second as Lease) // as: it is there
      expect(await claim('three', now + 2 * leaseMs)).toBeDefined()
    })

    test('many claims of a network at once: one gets it', async () => {
      const network = newNetwork()
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          stores()[index % 2 === 0 ? 0 : 1].indexing.claim({ network, holder: `process ${index}`, now, leaseMs }),
        ),
      )
      expect(all.filter((lease) => lease !== undefined)).toHaveLength(1)
    })

    test('a lease that ends beyond every lease came from a wrong clock, and holds no process up', async () => {
      const network = newNetwork()
      const lease = await held(network)
      await store().indexing.renew(lease, now + 365 * 24 * 60 * 60_000)
      expect(await store().indexing.claim({ network, holder: 'two', now, leaseMs })).toBeDefined()
    })

    test('a process that lost its lease writes nothing, however late [C114]', async () => {
      const lease = await begun()
      const after: Tip = { height: 0, hash: '0x00' }
      expect(await store().indexing.append(lease, base, [blockOf(0, after.hash)])).toBe(true)
      const next = await store().indexing.claim({ network: lease.network, holder: 'two', now: now + leaseMs, leaseMs })
      expect(next?.range).toEqual({ fromBlock: 0, tip: after })
      expect(await store().indexing.append(lease, after, [blockOf(1, '0x01')])).toBe(false)
      expect(await store().indexing.undo(lease, after, base)).toBe(false)
      expect(await store().indexing.begin(lease, { fromBlock: 0, tip: base })).toBe(false)
      expect(await heightsOf(lease.network)).toEqual([0])
    })

    test('blocks follow the tip; the same blocks a second time change nothing', async () => {
      const lease = await begun()
      const blocks = [blockOf(0, '0x00'), blockOf(1, '0x01')]
      expect(await store().indexing.append(lease, base, blocks)).toBe(true)
      expect(await store().indexing.append(lease, base, blocks)).toBe(false)
      expect(await store().indexing.append(lease, { height: 1, hash: '0xff' }, [blockOf(2, '0x02')])).toBe(false)
      expect(await heightsOf(lease.network)).toEqual([1, 0])
      expect(await store().indexing.hashes(lease.network, 0, 5)).toEqual(
        new Map([
          [0, '0x00'],
          [1, '0x01'],
        ]),
      )
    })

    test('a write that fails half way leaves nothing', async () => {
      const lease = await begun()
      const twice = blockOf(0, '0x00', { activities: [alice, alice].map((account) => ({ account, txIndex: 0 })) })
      await expect(store().indexing.append(lease, base, [twice])).rejects.toThrow()
      expect(await store().index.range(lease.network)).toEqual({ fromBlock: 0, tip: base })
      expect(await heightsOf(lease.network)).toEqual([])
      expect(await store().indexing.append(lease, base, [blockOf(0, '0x00')])).toBe(true)
    })

    test('a transaction comes back as it was written, with what the account saw of it alone', async () => {
      const lease = await begun()
      const leg = { peer: carol, standard: 'erc20' as const, contract, tokenId: '', amount: '5' }
      const block = blockOf(7, '0x07', {
        legs: [
          { ...leg, account: alice, txIndex: 0, ordinal: 0, direction: 'out' },
          { ...leg, account: alice, txIndex: 0, ordinal: 1, direction: 'in', amount: '6' },
          { ...leg, account: bob, txIndex: 0, ordinal: 0, direction: 'in' },
        ],
        tokens: [{ account: bob, contract }],
      })
      await store().indexing.append(lease, base, [block])
      const [row] = await store().index.transactions({
        network: lease.network,
        account: alice,
        before: undefined,
        limit: 9,
      })
      expect(row).toEqual({
        ...transaction(0, 7),
        height: 7,
        time: block.time,
        legs: [
          { ...leg, direction: 'out' },
          { ...leg, direction: 'in', amount: '6' },
        ],
      })
      expect(await store().index.tokensOf({ network: lease.network, account: bob, limit: 9 })).toEqual([contract])
      expect(await store().index.tokensOf({ network: lease.network, account: alice, limit: 9 })).toEqual([])
    })

    test('pages follow one another without gaps and doubles, within blocks too', async () => {
      const lease = await begun()
      const blocks = Array.from({ length: 9 }, (_, height) =>
        blockOf(height, `0x0${height}`, {
          transactions: [0, 1, 2].map((txIndex) => transaction(txIndex, height)),
          activities: [0, 1, 2].map((txIndex) => ({ account: alice, txIndex })),
        }),
      )
      await store().indexing.append(lease, base, blocks)
      const seen: string[] = []
      for (let before: { height: number; txIndex: number } | undefined; ; ) {
        const page = await store().index.transactions({ network: lease.network, account: alice, before, limit: 4 })
        seen.push(...page.map(({ height, txIndex }) => `${height}.${txIndex}`))
        before = page.at(-1)
        if (!before) break
      }
      const all = blocks.flatMap(({ height }) => [0, 1, 2].map((txIndex) => `${height}.${txIndex}`))
      expect(seen).toEqual(all.toReversed())
    })

    test('networks do not see each other', async () => {
      const [one, other] = [await begun(), await begun()]
      await store().indexing.append(one, base, [blockOf(0, '0x00')])
      expect(await heightsOf(other.network)).toEqual([])
      await store().indexing.begin(other, { fromBlock: 0, tip: base })
      expect(await heightsOf(one.network)).toEqual([0])
    })

    test('tokens received above the common ancestor are removed', async () => {
      const lease = await begun()
      const tokens = [{ account: alice, contract }]
      await store().indexing.append(lease, base, [
        blockOf(0, '0x00'),
        blockOf(1, '0x01', { tokens }),
        blockOf(2, '0x02'),
      ])
      expect(await store().indexing.undo(lease, { height: 2, hash: '0x02' }, { height: 0, hash: '0x00' })).toBe(true)
      expect(await heightsOf(lease.network)).toEqual([0])
      expect(await store().index.tokensOf({ network: lease.network, account: alice, limit: 9 })).toEqual([])
      expect(await store().index.range(lease.network)).toEqual({ fromBlock: 0, tip: { height: 0, hash: '0x00' } })
    })

    test('an ERC-721 belongs to its last recipient, and an ERC-1155 adds up', async () => {
      const lease = await begun()
      const nft = (over: Partial<NftTransfer>): NftTransfer => ({
        logIndex: 0,
        item: 0,
        standard: 'erc721',
        contract,
        tokenId: '1',
        sender: zeroAddress,
        recipient: alice,
        amount: '1',
        ...over,
      })
      const many = { standard: 'erc1155', tokenId: '2' } as const
      await store().indexing.append(lease, base, [
        blockOf(0, '0x00', { nfts: [nft({}), nft({ ...many, logIndex: 1, amount: String(2n ** 255n) })] }),
        blockOf(1, '0x01', {
          nfts: [
            nft({ sender: alice, recipient: bob }),
            nft({ ...many, logIndex: 1, sender: alice, recipient: bob, amount: '3' }),
          ],
        }),
        blockOf(2, '0x02', {
          nfts: [
            nft({ sender: bob, recipient: zeroAddress }),
            // More than it has: the rest was received before indexing began.
            nft({ ...many, logIndex: 1, sender: carol, recipient: bob, amount: '4' }),
          ],
        }),
      ])
      const { network } = lease
      expect(await nftsOf(network, alice)).toEqual([`erc1155 2 ${2n ** 255n - 3n}`])
      expect(await nftsOf(network, bob)).toEqual(['erc1155 2 7'])
      expect(await nftsOf(network, carol)).toEqual([])
      await store().indexing.undo(lease, { height: 2, hash: '0x02' }, { height: 1, hash: '0x01' })
      expect(await nftsOf(network, bob)).toEqual(['erc721 1 1', 'erc1155 2 3'])
      await store().indexing.undo(lease, { height: 1, hash: '0x01' }, { height: 0, hash: '0x00' })
      expect(await nftsOf(network, alice)).toEqual(['erc721 1 1', `erc1155 2 ${2n ** 255n}`])
      expect(await nftsOf(network, bob)).toEqual([])
    })

    test('the owners after any transfers and undone blocks follow from the remaining blocks', async () => {
      const people = [zeroAddress, alice, bob, carol]
      const move = fc.record({
        standard: fc.constantFrom('erc721' as const, 'erc1155' as const),
        tokenId: fc.constantFrom('1', '2'),
        sender: fc.constantFrom(...people),
        recipient: fc.constantFrom(...people),
        amount: fc.integer({ min: 1, max: 5 }).map(String),
      })
      const step = fc.oneof(
        { weight: 3, arbitrary: fc.record({ moves: fc.array(move, { maxLength: 4 }) }) },
        { weight: 1, arbitrary: fc.record({ undo: fc.integer({ min: 1, max: 4 }) }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const lease = await begun()
          const chain: IndexedBlock[] = []
          const tip = (): Tip => chain.at(-1) ?? base
          for (const [index, one] of steps.entries())
            if ('undo' in one) {
              const from = tip()
              chain.splice(Math.max(0, chain.length - one.undo))
              expect(await store().indexing.undo(lease, from, tip())).toBe(true)
            } else {
              const nfts = one.moves.map((each, logIndex) => ({
                ...each,
                ...(each.standard === 'erc721' && { amount: '1' }),
                logIndex,
                item: 0,
                contract,
              }))
              const block = blockOf(chain.length, `0x${index}`, { nfts })
              expect(await store().indexing.append(lease, tip(), [block])).toBe(true)
              chain.push(block)
            }
          for (const account of people.slice(1))
            expect(new Set(await nftsOf(lease.network, account))).toEqual(ownedBy(account, chain))
        }),
        { numRuns: 40 },
      )
    })

    test('NFTs come in pages', async () => {
      const lease = await begun()
      const nfts = Array.from({ length: 7 }, (_, index) => ({
        logIndex: index,
        item: 0,
        standard: 'erc721' as const,
        contract,
        tokenId: String(index),
        sender: zeroAddress,
        recipient: alice,
        amount: '1',
      }))
      await store().indexing.append(lease, base, [blockOf(0, '0x00', { nfts })])
      const read = (after: NftTransfer | undefined) =>
        store().index.nftsOf({ network: lease.network, account: alice, after, limit: 4 })
      expect((await read(undefined)).map(({ tokenId }) => tokenId)).toEqual(['0', '1', '2', '3'])
      expect((await read(nfts[3])).map(({ tokenId }) => tokenId)).toEqual(['4', '5', '6'])
    })

    test('a contract’s name is stored as first read', async () => {
      const network = newNetwork()
      const names = Array.from({ length: 300 }, (_, index) => ({
        contract: `0x${index}`,
        name: 'Coin',
        symbol: 'C',
        decimals: index === 0 ? null : 18,
      }))
      await store().tokenNames.save(network, names)
      await store().tokenNames.save(network, [{ contract: '0x0', name: 'Other', symbol: 'O', decimals: 2 }])
      const contracts = names.map((one) => one.contract)
      expect(new Set(await store().tokenNames.find(network, [...contracts, '0xf']))).toEqual(new Set(names))
    })
  })
}

/** By summing from the beginning. */
function ownedBy(account: string, chain: readonly IndexedBlock[]): ReadonlySet<string> {
  const owners = new Map<string, string>()
  const sums = new Map<string, bigint>()
  for (const { standard, tokenId, sender, recipient, amount } of chain.flatMap(({ nfts }) => nfts))
    if (standard === 'erc721') owners.set(tokenId, recipient)
    else
      for (const [who, sign] of [
        [sender, -1n],
        [recipient, 1n],
      ] as const)
        if (who === account) sums.set(tokenId, (sums.get(tokenId) ?? 0n) + sign * BigInt(amount))
  return new Set([
    ...[...owners].flatMap(([tokenId, owner]) => (owner === account ? [`erc721 ${tokenId} 1`] : [])),
    ...[...sums].flatMap(([tokenId, sum]) => (sum > 0n ? [`erc1155 ${tokenId} ${sum}`] : [])),
  ])
}

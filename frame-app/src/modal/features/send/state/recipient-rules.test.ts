import { expect, test } from 'vitest'
import { runs } from '../../../../../../scripts/testing/gate-size.ts'
import { inspectRecipient, looksLike, type Recipient } from './recipient-rules.ts'

const own = `0x${'ab'.repeat(20)}`
const other = '0x52908400098527886E0F7030069857D2E4169EE7'
const plain: Recipient = {
  namespace: 'eip155',
  address: other,
  own,
  token: undefined,
  known: [],
  hasChecksum: true,
}
const kinds = (part: Partial<Recipient>) => inspectRecipient({ ...plain, ...part }).map(({ kind }) => kind)

test('the first payment to an address says so, the second does not', () => {
  expect(kinds({})).toEqual(['first'])
  expect(kinds({ known: [other.toLowerCase()] })).toEqual([])
})

test('the own address, contracts and addresses without a key are named', () => {
  expect(kinds({ address: own.toUpperCase().replace('0X', '0x') })).toEqual(['own'])
  expect(kinds({ isContract: true })).toEqual(['contract', 'first'])
  expect(kinds({ isOffCurve: true })).toEqual(['offCurve', 'first'])
})

test('an address that a name has for another network is named, unless it is the own one [C366]', () => {
  expect(kinds({ isElsewhere: true })).toEqual(['elsewhere', 'first'])
  expect(kinds({ isElsewhere: false })).toEqual(['first'])
  expect(kinds({ isElsewhere: true, address: own })).toEqual(['own'])
})

test('recipients that would lose the payment are blocked [C154]', () => {
  const burns = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dEaD`, `0x${'0'.repeat(39)}9`, `0x${'e'.repeat(40)}`]
  for (const address of burns)
    expect(inspectRecipient({ ...plain, address })).toEqual([{ kind: 'burn', blocked: true }])
  expect(kinds({ token: other.toLowerCase() })).toEqual(['token'])
  expect(kinds({ hasChecksum: false })).toEqual(['checksum'])
  const solana = { namespace: 'solana', own: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' } as const
  const lost = [
    '11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'So11111111111111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'ComputeBudget111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'SysvarRent111111111111111111111111111111111',
  ]
  for (const address of lost) expect(kinds({ ...solana, address }), address).toEqual(['burn'])
  // A wallet may begin with a word.
  expect(kinds({ ...solana, address: 'TokenP4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAK' })).toEqual(['first'])
})

/** Numbers from a seed, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}

const hex = '0123456789abcdef'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const namespaces = [
  { namespace: 'eip155', alphabet: hex, length: 40, prefix: '0x' },
  { namespace: 'solana', alphabet: base58, length: 44, prefix: '' },
] as const

const rounds = runs(50_000)
const many = rounds.toLocaleString('en-US')

test.each(namespaces)(
  `${many} forged addresses of $namespace are all detected, and ${many} others raise no alarm [C144]`,
  ({ namespace, alphabet, length, prefix }) => {
    const next = random(20_261_125)
    const letter = () => alphabet[next(alphabet.length)] ?? ''
    const make = () => Array.from({ length }, letter)
    let unseen = 0
    let alarms = 0
    for (let round = 0; round < rounds; round++) {
      const known = make()
      const forged = [...known]
      // Grinders match the ends; four and four, or what the modal shows of an address.
      const [start, end] = next(2) === 0 ? [4 + next(3), 4 + next(3)] : [2 + next(3), 6 + next(3)]
      for (let place = start; place < length - end; place++) forged[place] = letter()
      if (forged.join('') === known.join('')) continue
      const text = `${prefix}${known.join('')}`
      if (!looksLike(namespace, text, `${prefix}${forged.join('')}`)) unseen++
      if (looksLike(namespace, text, `${prefix}${make().join('')}`)) alarms++
    }
    expect(unseen).toBe(0)
    expect(alarms).toBeLessThanOrEqual(5) // 1 in 10,000
  },
)

test('an address that ends and begins like a known one is shown beside it [C144]', () => {
  const forged = `${other.slice(0, 6)}${'7'.repeat(32)}${other.slice(-4)}`
  expect(inspectRecipient({ ...plain, address: forged, known: [other] })).toEqual([
    { kind: 'lookAlike', blocked: false, known: other },
  ])
  // Also one that imitates the account itself, and one with a typing error.
  expect(kinds({ address: `${own.slice(0, 6)}${'7'.repeat(32)}${own.slice(-4)}` })).toEqual(['lookAlike'])
  expect(kinds({ address: `${other.slice(0, 20)}b${other.slice(21)}`, known: [other] })).toEqual(['lookAlike'])
  // Having been sent to once does not make it the other one.
  expect(kinds({ address: forged, known: [other, forged] })).toEqual(['lookAlike'])
})

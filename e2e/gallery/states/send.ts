/** A payment: filled in, reviewed, and what becomes of it. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import type { Token } from '../../../frame-app/src/modal/features/assets/state/tokens.ts'
import {
  type Draft,
  draftAtom,
  type Facts,
  type Found,
  factsAtom,
  foundAtom,
  isRepeatAtom,
  type Recent,
  type Review,
  recentsAtom,
  reviewAtom,
  sendingAtom,
} from '../../../frame-app/src/modal/features/send/state/send.ts'
import type { Progress } from '../../../frame-app/src/modal/features/submit/form.ts'
import type { Quote } from '../../../frame-app/src/shared/chains/sending.ts'
import {
  address,
  coin,
  connected,
  ether,
  ethereum,
  holding,
  longName,
  offer,
  optimism,
  withGateway,
} from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const forged = '0x52909a1c4be0772f11c3d4b8e5aa90cc17fe9EE7'

const held: readonly Token[] = [
  { address: undefined, name: 'Ether', symbol: 'ETH', icon: undefined, amount: '1.2345', price: 3120.5, value: 3852 },
  {
    address: `eip155:1:${coin}`,
    name: 'USD Coin',
    symbol: 'USDC',
    icon: undefined,
    amount: '250',
    price: 1,
    value: 250,
  },
  {
    address: `eip155:1:0x${'7'.repeat(40)}`,
    name: 'The Token With A Name That Is Very Long',
    symbol: 'LONGSYMBOL',
    icon: undefined,
    amount: '1234567890.1234',
    price: undefined,
    value: undefined,
  },
]
const inEther = { address: undefined, name: 'Ether', symbol: 'ETH', icon: undefined, price: 3120.5 }
const inCoins = { address: coin, name: 'USD Coin', symbol: 'USDC', icon: undefined, price: 1 }
const known: Facts = {
  status: 'ready',
  holding: { balance: 1_234_567_000_000_000_000n, decimals: 18, currency: 1_234_567_000_000_000_000n },
  cost: { expected: 231_000_000_000_000n, most: 441_000_000_000_000n },
}
const found: Found = { status: 'found', address: friend, name: undefined, findings: [] }

interface Filled {
  readonly draft?: Partial<Draft>
  readonly facts?: Facts
  readonly found?: Found
  readonly sending?: Progress
  readonly review?: Review
  readonly isRepeat?: boolean
  readonly recents?: readonly Recent[]
  readonly tokens?: readonly Token[]
  readonly wallet?: Parameters<typeof connected>[1]
}

const filled = <View extends 'Send' | 'SendReview' | 'SendSelectToken'>(
  state: string,
  below: 'Account' | 'Send',
  { wallet, ...part }: Filled,
): GalleryState<View> => ({
  state,
  below,
  settings: withGateway,
  arrange(store) {
    const active = holding(store, part.tokens ?? held, wallet)
    store.set(draftAtom, { ...plain(active), ...part.draft })
    store.set(factsAtom, part.facts ?? known)
    store.set(foundAtom, part.found ?? { status: 'none' })
    store.set(recentsAtom, part.recents ?? [])
    store.set(sendingAtom, part.sending ?? { status: 'idle' })
    store.set(reviewAtom, part.review ?? { status: 'loading' })
    store.set(isRepeatAtom, part.isRepeat ?? false)
  },
})
const plain = (account: Caip10): Draft => ({
  id: 1,
  account,
  chainId: ethereum.id,
  token: inEther,
  typed: '',
  unit: 'token',
  isMax: false,
  to: '',
  isFromPage: false,
  hasMoved: false,
})

const form = (state: string, part: Filled) => filled<'Send'>(state, 'Account', part)
const whole = { typed: '0.25', to: friend }
const finding = (kind: 'burn' | 'checksum' | 'token'): Found => ({
  ...found,
  findings: [{ kind, blocked: true }],
})

export const sendStates: StatesOf<'Send'> = [
  form('empty', {}),
  form('loading', { facts: { status: 'loading' } }),
  form('recents', { recents: [{ address: friend, name: 'augusta.reown.id' }, { address: forged }] }),
  form('filled', { draft: whole, found }),
  form('first-time', { draft: whole, found: { ...found, findings: [{ kind: 'first', blocked: false }] } }),
  form('in-dollars', { draft: { ...whole, unit: 'fiat', typed: '780.12' }, found }),
  form('everything', { draft: { ...whole, typed: '', isMax: true }, found }),
  form('name', { draft: { ...whole, to: 'augusta.reown.id' }, found: { ...found, name: 'augusta.reown.id' } }),
  form('looking', { draft: { ...whole, to: 'augusta.reown.id' }, found: { status: 'looking' } }),
  form('no-address', { draft: { ...whole, to: 'augusta' }, found: { status: 'invalid', why: 'form' } }),
  form('no-such-name', { draft: { ...whole, to: 'nobody.eth' }, found: { status: 'invalid', why: 'name' } }),
  form('name-disputed', { draft: { ...whole, to: 'augusta.eth' }, found: { status: 'invalid', why: 'disputed' } }),
  form('name-elsewhere', {
    draft: { ...whole, chainId: optimism.id, to: 'augusta.eth' },
    found: { ...found, name: 'augusta.eth', findings: [{ kind: 'elsewhere', blocked: false }] },
  }),
  form('names-away', { draft: { ...whole, to: 'augusta.eth' }, found: { status: 'invalid', why: 'failed' } }),
  form('look-alike', {
    draft: { ...whole, to: forged },
    found: { ...found, address: forged, findings: [{ kind: 'lookAlike', blocked: false, known: friend }] },
  }),
  form('contract', {
    draft: { ...whole, to: coin },
    found: {
      ...found,
      findings: [
        { kind: 'contract', blocked: false },
        { kind: 'first', blocked: false },
      ],
    },
  }),
  form('own-address', {
    draft: { ...whole, to: address },
    found: { ...found, findings: [{ kind: 'own', blocked: false }] },
  }),
  form('burn', { draft: { ...whole, to: `0x${'0'.repeat(40)}` }, found: finding('burn') }),
  form('checksum', { draft: whole, found: finding('checksum') }),
  form('token-address', { draft: { ...whole, token: inCoins, to: coin }, found: finding('token') }),
  form('too-much', { draft: { ...whole, typed: '99' }, found }),
  form('no-gas', { draft: { ...whole, typed: '1.234567' }, found }),
  form('too-precise', { draft: { ...whole, typed: '0.1234567890123456789' }, found }),
  form('network-away', { facts: { status: 'failed' }, draft: whole, found }),
  form('from-the-page', { draft: { ...whole, isFromPage: true }, found }),
  form('another-account', { draft: { ...whole, hasMoved: true }, found }),
  form('other-network', { draft: { ...whole, chainId: optimism.id }, found }),
  form('waiting', {
    draft: whole,
    found,
    sending: { status: 'waiting', isSlow: false },
    wallet: { wallet: { id: 'long', type: 'announced', name: longName } },
  }),
  {
    state: 'not-offered',
    below: 'Account',
    arrange(store) {
      offer(store, [optimism])
      connected(store, { network: { ...ethereum, id: 'eip155:31337' } })
    },
  },
  { state: 'not-connected' },
]

const list = (state: string, part: Filled) => filled<'SendSelectToken'>(state, 'Send', part)
export const selectTokenStates: StatesOf<'SendSelectToken'> = [
  list('tokens', {}),
  list('currency-only', { tokens: [] }),
]

const quote: Quote = {
  payment: { from: address, to: friend, asset: undefined, decimals: 18, units: ether / 4n },
  fee: { expected: 231_000_000_000_000n, most: 441_000_000_000_000n },
  deposit: 0n,
  withheld: 0n,
  simulation: { status: 'works', leaves: [{ asset: undefined, units: ether / 4n }], arrives: ether / 4n },
  request: { method: 'eth_sendTransaction', params: [] },
}
const inCoinsQuote: Quote = {
  ...quote,
  payment: { ...quote.payment, asset: coin, decimals: 6, units: 40_000_000n },
  simulation: { status: 'works', leaves: [{ asset: coin, units: 40_000_000n }], arrives: 40_000_000n },
}
const review = (state: string, part: Partial<Quote>, more: Filled & { readonly isChanged?: boolean } = {}) =>
  filled<'SendReview'>(state, 'Send', {
    draft: whole,
    found,
    review: { status: 'ready', quote: { ...quote, ...part }, isChanged: more.isChanged ?? false },
    ...more,
  })
const over = (trouble: Extract<Progress, { status: 'over' }>['trouble']) =>
  review(trouble, {}, { sending: { status: 'over', trouble } })

export const sendReviewStates: StatesOf<'SendReview'> = [
  filled('loading', 'Send', { draft: whole, found }),
  filled('no-answer', 'Send', { draft: whole, found, review: { status: 'failed', why: 'network' } }),
  filled('fee-takes-all', 'Send', { draft: whole, found, review: { status: 'failed', why: 'fee' } }),
  review('ready', {}),
  review('from-the-page', {}, { draft: { ...whole, isFromPage: true } }),
  review('name', {}, { found: { ...found, name: 'augusta.reown.id' } }),
  review('token', inCoinsQuote, { draft: { ...whole, token: inCoins } }),
  review(
    'less-arrives',
    {
      ...inCoinsQuote,
      simulation: { status: 'works', leaves: [{ asset: coin, units: 40_000_000n }], arrives: 39_000_000n },
    },
    { draft: { ...whole, token: inCoins } },
  ),
  review(
    'more-leaves',
    {
      ...inCoinsQuote,
      simulation: {
        status: 'works',
        leaves: [
          { asset: coin, units: 40_000_000n },
          { asset: undefined, units: ether },
        ],
        arrives: 40_000_000n,
      },
    },
    { draft: { ...whole, token: inCoins } },
  ),
  review('new-account', {
    deposit: 2_039_280n * 10n ** 9n,
    withheld: ether / 100n,
  }),
  review('fails', { simulation: { status: 'fails', reason: 'ERC20: transfer amount exceeds balance' } }),
  review('unknown-outcome', { simulation: { status: 'unknown' }, fee: undefined }),
  review('changed', {}, { isChanged: true }),
  review('repeat', {}, { isRepeat: true }),
  review('checking', {}, { sending: { status: 'checking' } }),
  review('waiting', {}, { sending: { status: 'waiting', isSlow: false } }),
  review('slow', {}, { sending: { status: 'waiting', isSlow: true } }),
  ...(['declined', 'pending', 'elsewhere', 'network', 'funds', 'nonce', 'switch', 'unknown', 'failed'] as const).map(
    over,
  ),
  { state: 'not-connected' },
]

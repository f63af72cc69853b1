/** A swap: filled in, quoted, allowed, reviewed, and what becomes of it. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import type { Token } from '../../../frame-app/src/modal/features/assets/state/tokens.ts'
import type { Progress } from '../../../frame-app/src/modal/features/submit/form.ts'
import {
  isRepeatedSwapAtom,
  isUnlimitedAtom,
  type Quoted,
  quotedAtom,
  type SwapChoice,
  type SwapDraft,
  type SwapFacts,
  type SwapQuote,
  type SwapReview,
  swapDraftAtom,
  swapFactsAtom,
  swappingAtom,
  swapReviewAtom,
} from '../../../frame-app/src/modal/features/swap/state/swap.ts'
import { swapTokensAtom } from '../../../frame-app/src/modal/features/swap/swap-tokens.ts'
import { address, coin, ether, ethereum, holding, withGateway } from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const inEther: SwapChoice = { address: nativeToken, name: 'Ether', symbol: 'ETH', icon: undefined, price: 3120.5 }
const inCoins: SwapChoice = { address: coin, name: 'USD Coin', symbol: 'USDC', icon: undefined, price: 1 }
const long: SwapChoice = {
  address: `0x${'7'.repeat(40)}`,
  name: 'The Token With A Name That Is Very Long',
  symbol: 'LONGSYMBOL12',
  icon: undefined,
  price: undefined,
}

const held: readonly Token[] = [
  { ...inEther, address: undefined, amount: '1.2345', value: 3852 },
  { ...inCoins, address: `eip155:1:${coin}`, amount: '250', value: 250 },
]
const listed = ['DAI', 'WBTC', 'UNI', 'AAVE', 'LINK', 'GRT'].map((symbol, index) => ({
  name: `${symbol} token`,
  symbol,
  address: `eip155:1:0x${String(index + 1).repeat(40)}`,
  decimals: 18,
  logoUri: '',
}))

const gasPrice = { kind: 'market', base: 7_000_000_000n, tip: 100_000_000n, most: 14_100_000_000n } as const
const known: SwapFacts = {
  status: 'ready',
  from: { balance: 1_234_567_000_000_000_000n, decimals: 18 },
  to: { balance: 250_000_000n, decimals: 6 },
  currency: 1_234_567_000_000_000_000n,
  gasPrice,
}
const quote: SwapQuote = {
  from: nativeToken,
  to: coin,
  amount: ether / 4n,
  slippageBps: 100,
  received: 778_812_345n,
  minimum: 771_024_221n,
  feeBps: 0,
  impactBps: 5,
  route: [{ kind: 'v3', tokenIn: nativeToken, tokenOut: coin, venue: 'Uniswap', feeMillionths: 500 }],
  spender: undefined,
  gas: 180_000n,
  isTaxed: false,
  at: Date.now(),
  expiresAt: Date.now() + 30_000,
}
const quoted: Quoted = { status: 'ready', quote }
const back: SwapQuote = {
  ...quote,
  from: coin,
  to: nativeToken,
  amount: 250_000_000n,
  received: ether / 13n,
  minimum: ether / 14n,
  spender: router,
}

interface Filled {
  readonly draft?: Partial<SwapDraft>
  readonly facts?: SwapFacts
  readonly quoted?: Quoted
  readonly swapping?: Progress
  readonly review?: SwapReview
  readonly isRepeat?: boolean
  readonly isUnlimited?: boolean
  readonly list?: 'loading' | 'ready' | 'failed'
  readonly tokens?: readonly Token[]
}

const filled = <View extends 'Swap' | 'SwapPreview' | 'SwapSelectToken'>(
  state: string,
  below: 'Account' | 'Swap',
  part: Filled,
): GalleryState<View> => ({
  state,
  below,
  settings: withGateway,
  arrange(store) {
    const active = holding(store, part.tokens ?? held)
    store.set(swapDraftAtom, { ...plain(active), ...part.draft })
    store.set(swapFactsAtom, part.facts ?? known)
    store.set(quotedAtom, part.quoted ?? { status: 'none' })
    store.set(swappingAtom, part.swapping ?? { status: 'idle' })
    store.set(swapReviewAtom, part.review ?? { status: 'loading' })
    store.set(isRepeatedSwapAtom, part.isRepeat ?? false)
    store.set(isUnlimitedAtom, part.isUnlimited ?? false)
    store.set(swapTokensAtom, {
      chainId: ethereum.id,
      status: part.list ?? 'ready',
      tokens: part.list === undefined || part.list === 'ready' ? listed : [],
    })
  },
})
const plain = (account: Caip10): SwapDraft => ({
  id: 1,
  account,
  chainId: ethereum.id,
  from: inEther,
  to: inCoins,
  typed: '0.25',
  isMax: false,
  slippageBps: 100,
  isFromPage: false,
  hasMoved: false,
})

const form = (state: string, part: Filled) => filled<'Swap'>(state, 'Account', part)
const failed = (why: Extract<Quoted, { status: 'failed' }>['why']) => ({ quoted: { status: 'failed', why } }) as const

export const swapStates: StatesOf<'Swap'> = [
  form('empty', { draft: { to: undefined, typed: '1' } }),
  form('loading', { facts: { status: 'loading' }, quoted: { status: 'loading' } }),
  form('no-amount', { draft: { typed: '' } }),
  form('quoting', { quoted: { status: 'loading' } }),
  form('quoted', { quoted }),
  form('tight-slippage', { draft: { slippageBps: 5 }, quoted }),
  form('wide-slippage', { draft: { slippageBps: 1_000 }, quoted }),
  form('everything', { draft: { typed: '', isMax: true }, quoted }),
  form('too-much', { draft: { typed: '12' }, quoted }),
  form('no-gas', {
    draft: { typed: '1.2345' },
    quoted: { status: 'ready', quote: { ...quote, amount: (ether * 12345n) / 10_000n } },
  }),
  form('impact', { quoted: { status: 'ready', quote: { ...quote, impactBps: 420 } } }),
  form('ruinous', { quoted: { status: 'ready', quote: { ...quote, impactBps: 4_200, isTaxed: true, feeBps: 85 } } }),
  form('no-route', failed('noRoute')),
  form('too-small', failed('small')),
  form('no-answer', failed('network')),
  form('expired', failed('expired')),
  form('refused', failed('refused')),
  form('long', { draft: { from: long, typed: '1234567890.1234' }, quoted }),
  form('by-page', { draft: { isFromPage: true }, quoted }),
  form('other-account', { draft: { hasMoved: true }, quoted }),
  form('no-network', { facts: { status: 'failed' } }),
]

const list = (state: string, side: 'from' | 'to', part: Filled): GalleryState<'SwapSelectToken'> => ({
  ...filled(state, 'Swap', part),
  route: { view: 'SwapSelectToken', side },
})
export const swapTokenStates: StatesOf<'SwapSelectToken'> = [
  list('list', 'to', {}),
  list('loading', 'to', { list: 'loading' }),
  list('failed', 'from', { list: 'failed' }),
  list('nothing-held', 'from', { tokens: [] }),
]

const preview = (state: string, part: Filled) => filled<'SwapPreview'>(state, 'Swap', { quoted, ...part })
const ready: Extract<SwapReview, { status: 'ready' }> = {
  status: 'ready',
  isChanged: false,
  account: address,
  quote,
  call: { to: router, data: '0x5ae401dc', value: ether / 4n },
  allowance: undefined,
  gas: 216_000n,
  gasPrice,
  fee: { expected: 1_533_600_000_000_000n, most: 3_045_600_000_000_000n },
  simulation: { status: 'works', leaves: [{ asset: undefined, units: ether / 4n }], arrives: 778_812_345n },
}
const allow: SwapReview = { status: 'allow', account: address, quote: back, spender: router, allowed: 0n }
const backwards: Filled = {
  draft: { from: inCoins, to: inEther, typed: '250' },
  facts: { ...known, from: { balance: 250_000_000n, decimals: 6 }, to: { balance: ether, decimals: 18 } } as SwapFacts,
  review: allow,
}
const batch: Filled = {
  ...backwards,
  review: {
    ...ready,
    quote: back,
    call: { to: router, data: '0x5ae401dc', value: 0n },
    allowance: { spender: router, calls: [{ to: coin, data: '0x095ea7b3', value: 0n }] },
    gas: undefined,
    gasPrice: undefined,
    fee: undefined,
    simulation: { status: 'works', leaves: [{ asset: coin, units: 250_000_000n }], arrives: ether / 13n },
  },
}
const over = (trouble: Extract<Progress, { status: 'over' }>['trouble']) =>
  ({ review: ready, swapping: { status: 'over', trouble } }) as const

export const swapPreviewStates: StatesOf<'SwapPreview'> = [
  preview('loading', {}),
  preview('no-answer', { review: { status: 'failed', why: 'network' } }),
  preview('price-moved', { review: { status: 'failed', why: 'moved' } }),
  preview('gateway-lies', { review: { status: 'failed', why: 'lies' } }),
  preview('arrives-less', { review: { status: 'failed', why: 'less' } }),
  preview('allow', backwards),
  preview('allow-unlimited', { ...backwards, isUnlimited: true }),
  preview('approving', { ...backwards, swapping: { status: 'waiting', isSlow: true } }),
  preview('approval-on-its-way', { ...backwards, swapping: { status: 'confirming', isSlow: false } }),
  preview('batch', batch),
  preview('batch-waiting', { ...batch, swapping: { status: 'waiting', isSlow: false } }),
  preview('batch-on-its-way', { ...batch, swapping: { status: 'confirming', isSlow: true } }),
  preview('ready', { review: ready }),
  preview('changed', { review: { ...ready, isChanged: true } }),
  preview('fails', {
    review: { ...ready, simulation: { status: 'fails', reason: 'TransferHelper: TRANSFER_FROM_FAILED' } },
  }),
  preview('repeat', { review: ready, isRepeat: true }),
  preview('fee-unknown', { review: { ...ready, fee: undefined, gas: undefined } }),
  preview('checking', { review: ready, swapping: { status: 'checking' } }),
  preview('waiting', { review: ready, swapping: { status: 'waiting', isSlow: false } }),
  preview('declined', over('declined')),
  preview('unknown', over('unknown')),
  preview('failed', over('failed')),
]

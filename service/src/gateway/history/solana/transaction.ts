/** The changes of a Solana transaction for one account, from the balances before and after. */
import type { Transaction, Transfer } from '@airlock/protocol/gateway/history.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { formatUnits } from 'viem'
import type { ImageLink } from '../../images/link.ts'
import { markOf } from '../../images/mark.ts'
import { linkContent } from '../../nfts/picture.ts'
import type { Listed } from '../../tokens/listed.ts'
import { type Change, paymentOf } from './payment.ts'
import { type SolanaTransaction, TokenBalance } from './shapes.ts'

export type SolanaOptions = {
  readonly network: Caip2
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly listed: Pick<Listed, 'find'>
  readonly link: ImageLink
}

type Operation = 'send' | 'receive' | 'trade' | 'mint' | 'burn' | 'execute'

/** Creating a token account costs a deposit of about two million lamports, returned when it is closed. */
const maxRent = 3_000_000n
/** An NFT is a mint without decimals of which an account holds one. */
const isNft = ({ decimals, amount }: Change): boolean => decimals === 0 && (amount === 1n || amount === -1n)

const isUnlistedNft = (change: Change, { listed }: Pick<SolanaOptions, 'listed'>): boolean =>
  change.mint !== undefined && isNft(change) && !listed.find(change.mint)

/** `undefined`: another account's transaction that did not change this one's balances. */
export function readSolana(
  signature: string,
  transaction: SolanaTransaction,
  account: string,
  options: SolanaOptions,
): Transaction | undefined {
  const { meta, blockTime } = transaction
  const isFailed = meta.err !== null && meta.err !== undefined
  const changes = isFailed ? [] : changesOf(transaction, account)
  const payer = transaction.transaction.message.accountKeys[0]?.pubkey ?? account
  if (changes.length === 0 && payer !== account) return undefined
  const peer = peerOf(transaction, account, changes)
  const other = peer ?? payer
  const isIn = changes.length > 0 && changes.every(({ amount }) => amount > 0n)
  const isOut = changes.length > 0 && changes.every(({ amount }) => amount < 0n)
  const operation = operationOf(transaction, changes, { isIn, isOut })
  const [change, ...more] = changes
  const isPlain = operation === 'send' && payer === account && more.length === 0
  const payment =
    isPlain && change && !isUnlistedNft(change, options)
      ? paymentOf(transaction, change, peer, options.network)
      : undefined
  return {
    // The hosted API puts the block here, which several transactions share.
    id: signature,
    metadata: {
      operationType: operation,
      hash: signature,
      minedAt: new Date((blockTime ?? 0) * 1000).toISOString(),
      sentFrom: isIn ? other : isOut ? account : payer,
      sentTo: isIn ? account : isOut ? other : account,
      status: isFailed ? 'failed' : 'confirmed',
      nonce: 0,
      application: null,
      chain: options.network,
      ...(payment && { payment }),
    },
    transfers: changes.map((change) => toTransfer(change, options)),
  }
}

function operationOf(
  { meta, transaction }: SolanaTransaction,
  changes: readonly Change[],
  { isIn, isOut }: { readonly isIn: boolean; readonly isOut: boolean },
): Operation {
  if (changes.length === 0) return 'execute'
  if (!isIn && !isOut) return 'trade'
  const mints = new Set(changes.map(({ mint }) => mint))
  const instructions = [
    ...transaction.message.instructions,
    ...(meta.innerInstructions ?? []).flatMap(({ instructions: inner }) => inner),
  ]
  const isOf = (types: readonly string[]) =>
    instructions.some(({ parsed }) => parsed && types.includes(parsed.type) && mints.has(String(parsed.info.mint)))
  if (isIn) return isOf(['mintTo', 'mintToChecked']) ? 'mint' : 'receive'
  return isOf(['burn', 'burnChecked']) ? 'burn' : 'send'
}

/** Without the fee, and without the rent of token accounts if tokens moved. */
function changesOf(transaction: SolanaTransaction, account: string): readonly Change[] {
  const { meta } = transaction
  const [before, after] = [tokensOf(meta.preTokenBalances), tokensOf(meta.postTokenBalances)]
  const mints = new Map<string, Change>()
  for (const [balances, sign] of [
    [before, -1n],
    [after, 1n],
  ] as const)
    for (const { mint, owner, uiTokenAmount } of balances) {
      if (owner !== account) continue
      const amount = (mints.get(mint)?.amount ?? 0n) + sign * BigInt(uiTokenAmount.amount)
      mints.set(mint, { mint, decimals: uiTokenAmount.decimals, amount })
    }
  const tokens = [...mints.values()].filter(({ amount }) => amount !== 0n)
  const lamports = lamportsOf(transaction, account)
  const places = new Set([...before, ...after].map(({ accountIndex }) => accountIndex))
  const made = [...places].filter(
    (place) => (meta.preBalances[place] === 0) !== (meta.postBalances[place] === 0),
  ).length
  const isRent = made > 0 && magnitude(lamports) <= maxRent * BigInt(made)
  const native = { mint: undefined, decimals: 9, amount: lamports }
  return lamports === 0n || isRent ? tokens : [native, ...tokens]
}

function lamportsOf({ meta, transaction }: SolanaTransaction, account: string): bigint {
  const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === account)
  if (index < 0) return 0n
  const change = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0)
  return index === 0 ? change + BigInt(meta.fee) : change
}

/** The account with the largest opposite change. */
function peerOf(
  { meta, transaction }: SolanaTransaction,
  account: string,
  changes: readonly Change[],
): string | undefined {
  const [first] = changes.toReversed()
  if (!first) return undefined
  const sums = new Map<string, bigint>()
  const add = (who: string | undefined, amount: bigint) => {
    if (who !== undefined && who !== account) sums.set(who, (sums.get(who) ?? 0n) + amount)
  }
  if (first.mint === undefined)
    for (const [index, { pubkey }] of transaction.message.accountKeys.entries())
      add(pubkey, BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0))
  else
    for (const [balances, sign] of [
      [meta.preTokenBalances, -1n],
      [meta.postTokenBalances, 1n],
    ] as const)
      for (const { mint, owner, uiTokenAmount } of tokensOf(balances))
        if (mint === first.mint) add(owner, sign * BigInt(uiTokenAmount.amount))
  const opposite = [...sums].filter(([, sum]) => sum > 0n === first.amount < 0n && sum !== 0n)
  return opposite.sort(([, one], [, two]) => Number(magnitude(two) - magnitude(one)))[0]?.[0]
}

const tokensOf = (balances: readonly unknown[] | null | undefined): readonly TokenBalance[] =>
  (balances ?? []).flatMap((one) => {
    const parsed = TokenBalance.safeParse(one)
    return parsed.success ? [parsed.data] : []
  })

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function toTransfer(change: Change, options: SolanaOptions): Transfer {
  const { currency, listed, link } = options
  const { mint, decimals, amount } = change
  const rest = { direction: amount > 0n ? 'in' : 'out', value: null, price: null }
  const token = mint === undefined ? undefined : listed.find(mint)
  if (mint !== undefined && isUnlistedNft(change, options)) {
    const nft = { chainId: options.network, contract: mint, tokenId: '', standard: 'solana' } as const
    return {
      ...rest,
      fungible_info: null,
      // A mint does not contain its own name.
      nft_info: { name: shorten(mint), content: linkContent(link, nft), flags: { is_spam: false } },
      quantity: { numeric: '1' },
    }
  }
  const { name, symbol } = mint === undefined ? currency : (token ?? { name: shorten(mint), symbol: '' })
  const url = link(mint === undefined ? markOf(currency.symbol) : token?.iconUrl)
  return {
    ...rest,
    fungible_info: { name, symbol, icon: url ? { url } : null },
    nft_info: null,
    quantity: { numeric: formatUnits(magnitude(amount), decimals) },
  }
}

const shorten = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

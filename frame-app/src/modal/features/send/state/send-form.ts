/** What the payment form amounts to: the amount in units and in money, and the first problem. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { atom } from 'jotai'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { type ReadAmount, readAmount } from '../../../../shared/format/amount-input.ts'
import { fiatPlaces, fromCents, toCents, toPrice } from '../../../../shared/format/worth.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { isContract } from '../../embedded/state/account-type.ts'
import { type Draft, draftAtom, type Facts, type Found, factsAtom, foundAtom } from './send.ts'
import { type Judged, maxOf, missingForGas, problemOf, type SendProblem } from './send-rules.ts'

export interface Form {
  readonly network: Network
  /** What the field shows. */
  readonly text: string
  readonly amount: ReadAmount
  /** Of the token; `undefined` until the network has answered. */
  readonly decimals: number | undefined
  /** The amount in the other unit, as decimal text; `undefined` without a price or an amount. */
  readonly other: string | undefined
  readonly problem: SendProblem | undefined
  /** Exact decimal text in the network's currency. */
  readonly missingGas: string
  /** The wallet is on another network. */
  readonly mustSwitch: boolean
}

export const formAtom = atom((get): Form | undefined => {
  const draft = get(draftAtom)
  const connection = get(activeConnectionAtom)
  const network = get(networksAtom).find(({ id }) => id === draft?.chainId)
  if (!draft || !connection || !network) return undefined
  return readForm({ draft, connection, network, facts: get(factsAtom), found: get(foundAtom) })
})

export interface Filled {
  readonly draft: Draft
  readonly connection: Pick<Connected, 'chainId' | 'accountType' | 'details'>
  readonly network: Network
  readonly facts: Facts
  readonly found: Found
}

export function readForm({ draft, connection, network, facts, found }: Filled): Form {
  const { token, unit } = draft
  const isCurrency = token !== undefined && token.address === undefined
  const ready = facts.status === 'ready' ? facts : undefined
  const decimals = ready?.holding.decimals ?? (isCurrency ? network.currency.decimals : undefined)
  const price = token?.price === undefined ? undefined : toPrice(token.price)
  const isSponsored = isContract(connection)
  const most =
    draft.isMax && ready && (ready.cost || !isCurrency || isSponsored)
      ? maxOf({ balance: ready.holding.balance, fee: ready.cost?.most ?? 0n, isCurrency, isSponsored })
      : undefined
  const read = (): ReadAmount => {
    if (most !== undefined) return { value: most }
    if (decimals === undefined) return draft.typed === '' ? { problem: 'empty' } : { problem: 'form' }
    if (unit === 'token') return readAmount(draft.typed, decimals)
    const cents = readAmount(draft.typed, fiatPlaces)
    if ('problem' in cents) return cents
    return price ? { value: fromCents(cents.value, decimals, price) } : { problem: 'form' }
  }
  const amount = read()
  const inToken = 'value' in amount && decimals !== undefined ? toExactDecimals(amount.value, decimals) : undefined
  const inFiat =
    'value' in amount && decimals !== undefined && price
      ? toExactCents(toCents(amount.value, decimals, price))
      : undefined
  const judged: Judged = {
    hasToken: token !== undefined,
    isCurrency,
    amount,
    balance: ready?.holding.balance,
    // Until the network has answered, nothing is missing.
    currency: ready ? ready.holding.currency : facts.status === 'loading' ? 2n ** 256n : undefined,
    fee: ready?.cost?.most,
    isSponsored,
    recipient: recipientOf(found),
  }
  return {
    network,
    text: most === undefined ? draft.typed : ((unit === 'token' ? inToken : inFiat) ?? draft.typed),
    amount,
    decimals,
    other: unit === 'token' ? inFiat : inToken,
    problem: problemOf(judged),
    missingGas: toExactDecimals(missingForGas(judged), network.currency.decimals),
    mustSwitch: connection.chainId !== draft.chainId,
  }
}

const recipientOf = (found: Found): Judged['recipient'] => {
  if (found.status === 'none' || found.status === 'looking') return found.status
  return found.status === 'found' && !found.findings.some(({ blocked }) => blocked) ? 'valid' : 'invalid'
}

/** With both decimals, as money is written. */
const toExactCents = (cents: bigint): string => {
  const digits = cents.toString().padStart(fiatPlaces + 1, '0')
  return `${digits.slice(0, -fiatPlaces)}.${digits.slice(-fiatPlaces)}`
}

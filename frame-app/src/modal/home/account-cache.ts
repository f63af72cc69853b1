/**
 * Keeps what was last read about connected accounts in the frame's storage, so that a reload shows it at once, with its age, also while nothing
 * answers (specification §3, §9). Wiped with the connection.
 */
import { type Caip10, isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import { setTokensAtom, tokensAtom } from '../features/assets/state/tokens.ts'
import { connectionsAtom } from '../session/state/accounts.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import { balancesAtom, setBalanceAtom } from '../session/state/balance.ts'
import { identitiesAtom, setIdentityAtom } from '../session/state/identity.ts'

const key = 'account-cache'
const mostAccounts = 4
const mostTokens = 100
/** Older values say nothing any more. */
const keptMs = 24 * 60 * 60_000
/** Younger ones are shown without an age, as the ones that are read are. */
const freshMs = 30_000
/** A name may have gone to another account since. */
const nameMs = 5 * 60_000

const Text = z.string().check(z.maxLength(2_048))
const Maybe = z.optional(Text)
const Figure = z.optional(z.number())
const Token = z.object({
  address: Maybe,
  name: Text,
  symbol: Text,
  icon: Maybe,
  amount: Text,
  price: Figure,
  value: Figure,
})
const Facts = z.object({
  balance: z.optional(z.object({ formatted: Text, symbol: Text, asOf: z.number() })),
  tokens: z.optional(z.object({ tokens: z.array(Token).check(z.maxLength(mostTokens)), asOf: z.number() })),
  name: z.optional(z.object({ name: Maybe, avatar: Maybe, avatarUrl: Maybe, asOf: z.number() })),
})
type Facts = z.infer<typeof Facts>
const Cache = z.record(z.string(), Facts)

const isKeepingAtom = atom(false)

/** Shows what is kept about the active account, and keeps what is read from now on. */
export function openAccountCache(context: ModalContext): void {
  const { store } = context
  show(context)
  if (store.get(isKeepingAtom)) return
  store.set(isKeepingAtom, true)
  const keep = () => {
    const account = store.get(activeConnectionAtom)?.active
    if (account) write(context, account)
  }
  for (const kept of [balancesAtom, tokensAtom, identitiesAtom]) store.sub(kept, keep)
  store.sub(connectionsAtom, () => forgetLeft(context))
}

const read = ({ storage }: ModalContext): Readonly<Record<string, Facts>> => storage.read(key, Cache) ?? {}

function show(context: ModalContext): void {
  const { store } = context
  const account = store.get(activeConnectionAtom)?.active
  const facts = account && read(context)[account]
  if (!facts) return
  const age = (asOf: number) => Date.now() - asOf
  const statusOf = (asOf: number) => (age(asOf) < freshMs ? 'ready' : 'stale')
  const { balance, tokens, name } = facts
  const shown = store.get(balancesAtom)[account]
  if (balance && age(balance.asOf) < keptMs && (!shown || shown.status === 'loading'))
    store.set(setBalanceAtom, account, { ...balance, status: statusOf(balance.asOf) })
  if (tokens && age(tokens.asOf) < keptMs && !store.get(tokensAtom)[account])
    store.set(setTokensAtom, account, {
      status: statusOf(tokens.asOf),
      asOf: tokens.asOf,
      tokens: tokens.tokens.map((token) => ({
        ...token,
        // Absent in storage.
        address: token.address,
        icon: token.icon,
        price: token.price,
        value: token.value,
      })),
    })
  const { address } = parseCaip10(account)
  if (name && age(name.asOf) < nameMs && !store.get(identitiesAtom)[address.toLowerCase()])
    store.set(setIdentityAtom, address, { name: name.name, avatar: name.avatar, avatarUrl: name.avatarUrl })
}

/** Of failed reads, the last values are kept as they were. */
function write(context: ModalContext, account: Caip10): void {
  const { store, storage } = context
  const balance = store.get(balancesAtom)[account]
  const tokens = store.get(tokensAtom)[account]
  const identity = store.get(identitiesAtom)[parseCaip10(account).address.toLowerCase()]
  const { [account]: before, ...others } = read(context)
  const known = before?.name
  const isSameName = known && known.name === identity?.name && known.avatar === identity?.avatar
  const facts: Facts = {
    ...before,
    ...(balance?.status === 'ready' && { balance }),
    ...(tokens?.status === 'ready' && {
      tokens: { asOf: tokens.asOf, tokens: tokens.tokens.slice(0, mostTokens).filter(({ listed }) => !listed) },
    }),
    ...(identity && !isSameName && { name: { ...identity, asOf: Date.now() } }),
  }
  const rest = Object.entries(others).slice(-(mostAccounts - 1))
  // Texts of a node or a gateway that are too long are not kept.
  const next = z.safeParse(Cache, Object.fromEntries([...rest, [account, facts]]))
  if (next.success) storage.write(key, next.data)
}

/** A namespace that is being restored keeps its values. */
function forgetLeft(context: ModalContext): void {
  const connections = context.store.get(connectionsAtom)
  const kept = Object.entries(read(context)).filter(([account]) => {
    const status = isCaip10(account) ? connections[namespaceOf(account)]?.status : undefined
    return status === 'connected' || status === 'connecting'
  })
  if (kept.length === 0) context.storage.remove(key)
  else context.storage.write(key, Object.fromEntries(kept))
}

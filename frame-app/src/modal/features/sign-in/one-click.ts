/** Signing in with the connection of a paired wallet, by one prompt (CAIP-222). */
import type { SignInMessage, SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { judge, readSignInParts } from '@airlock/protocol/sign-in/message.ts'
import type { ModalContext } from '../../core/context.ts'
import { hostOriginAtom } from '../../core/options.ts'
import { toast, track } from '../../session/notify.ts'
import { activeNetworkIdAtom, networksAtom } from '../../session/state/network.ts'

import { clearLoading, factsOf, tellTabs } from './facts.ts'

/** How long the page may delay a pairing code; after that, the user signs after connecting instead. */
const messageWithinMs = 5_000
/** A wallet shows each method for each chain in the text that it signs with a connection; more chains would make it unreadable. */
const mostChains = 10
/** The sign-in that a pairing requests with the connection, so that the wallet shows one prompt instead of two. */
export type OneClick = NonNullable<SignInMessage['parts']> & { readonly chains: readonly Caip2[] }

/**
 * Only if every network is an EVM chain and the page's message is for this origin. A new one for every code.
 * `undefined`: the user signs after connecting.
 */
export async function oneClickOf(context: ModalContext, signal: AbortSignal): Promise<OneClick | undefined> {
  const { store, link } = context
  const ids = store.get(networksAtom).map(({ id }) => id)
  const [first] = ids
  if (!first || ids.length > mostChains || ids.some((id) => namespaceOf(id) !== 'eip155')) return undefined
  const active = store.get(activeNetworkIdAtom)
  const chainId = ids.find((id) => id === active) ?? first
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(messageWithinMs)])
  try {
    const subject = { chainId, accountAddress: '' }
    const { parts } = await link.app.request('SIWX_CREATE_MESSAGE', subject, { signal: inTime })
    const now = Date.now()
    const read = parts && readSignInParts(parts, chainId, now)
    if (!read) return undefined
    const verdict = judge(read, { origin: store.get(hostOriginAtom), chainId, now })
    return verdict === 'ours' ? { ...parts, chains: [chainId, ...ids.filter((id) => id !== chainId)] } : undefined
  } catch {
    return undefined // the wallet then connects without signing in
  }
}

/** Passes the sessions of the connection to the page, which verifies and keeps them. @throws the page's error */
export async function keep(context: ModalContext, sessions: readonly SignInSession[]): Promise<void> {
  toast(context, 'loading', 'toast.authenticating')
  try {
    await context.link.app.request('SIWX_SET_SESSIONS', { sessions: [...sessions] })
    track(context, 'SIWX_AUTH_SUCCESS', factsOf(context))
    tellTabs(context)
  } catch (error) {
    track(context, 'SIWX_AUTH_ERROR', factsOf(context))
    throw error
  } finally {
    clearLoading(context)
  }
}

/** Asks the page to revoke these sessions, because their connection failed. */
export async function drop(context: ModalContext, sessions: readonly SignInSession[]): Promise<void> {
  for (const { data } of sessions) {
    const { chainId, accountAddress } = data
    await context.link.app.request('SIWX_REVOKE_SESSION', { chainId, accountAddress }).catch(() => {}) // errors are left to the page
  }
}

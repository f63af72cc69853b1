/** The end of every login: the embedded wallet becomes the connected wallet. */
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import type { ModalContext } from '../../core/context.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { hide } from '../../session/navigate.ts'
import { announce } from '../../session/notify.ts'
import { keptHintAtom, keptKeyAtom, rememberConnections } from '../../session/reconnect-hints.ts'
import { activeNetworkIdAtom, networksAtom } from '../../session/state/network.ts'
import { storeConnection } from '../../session/store-connection.ts'
import { addEmbeddedConnectors, reachWallet } from '../embedded/embedded-wallet.ts'
import { whileWalletAsks } from '../embedded/wallet-screen.ts'
import { closeAfterConnecting } from '../sign-in/close-after-connecting.ts'
import { troubleOf, warnOfTrouble } from './login-trouble.ts'
import { storeBeside } from './restore-embedded.ts'
import { emailLoginAtom, noEmailLogin } from './state/email-login.ts'
import { linkedEmailAtom } from './state/social-login.ts'

/**
 * The embedded wallet serves only EVM and Solana networks. No wallet is connected, so another network can simply be
 * made active.
 */
export function standOnServedNetwork({ store }: ModalContext): void {
  const active = store.get(activeNetworkIdAtom)
  const ids = store.get(networksAtom).map(({ id }) => id)
  const served = ids.filter((id) => /^(eip155|solana):/.test(id))
  if (served[0] !== undefined && !served.some((id) => id === active)) store.set(activeNetworkIdAtom, served[0])
}

/**
 * Connects every namespace in which the wallet has an account; the one of the active network stays active.
 * @param kept the key to what the wallet's own window has kept, which the user goes on with
 */
export async function connectAll(context: ModalContext, signal: AbortSignal, kept?: string): Promise<void> {
  const [lead, ...others] = addEmbeddedConnectors(context, kept)
  if (!lead) return
  const offer = await lead.connect({ signal })
  if (signal.aborted) return
  context.store.set(keptHintAtom, undefined)
  if (kept !== undefined) context.store.set(keptKeyAtom, kept)
  storeConnection(context, lead, offer)
  await storeBeside(context, lead, others)
  announce(context, 'live.connected', { wallet: lead.name })
}

/** The browser has forgotten the wallet: goes on with what the wallet's own window has kept, which the user confirms there. */
export async function goOnWithKept(context: ModalContext): Promise<void> {
  const { store, scope } = context
  // The wallet's screen is no view of a login: showing it would end one.
  const signal = scope.begin('connect')
  standOnServedNetwork(context)
  try {
    await whileWalletAsks(
      context,
      () => connectAll(context, signal, store.get(keptHintAtom)?.kept),
      () => {},
    )
    store.set(emailLoginAtom, noEmailLogin)
    scope.run(closeAfterConnecting(context, signal))
  } catch (thrown) {
    if (signal.aborted) return
    const trouble = troubleOf(thrown)
    // The user may sign in instead, or try again, unless there is nothing to go on with.
    if (trouble.reason === 'FORGOTTEN' || trouble.reason === 'DEVICE_REMOVED') {
      store.set(keptHintAtom, undefined)
      rememberConnections(context)
    }
    if (!changedMind.has(trouble.error.code)) store.set(emailLoginAtom, { step: 'idle', trouble })
  }
}
const changedMind: ReadonlySet<ErrorCode> = new Set(['USER_REJECTED', 'ABORTED'])

interface Opening {
  readonly connect: () => Promise<void>
  readonly show: (state: { readonly status: 'opening'; readonly isSlow: boolean } | { readonly status: 'done' }) => void
  readonly fail: (thrown: unknown) => void
}

/** Signed in: opens the account, and shows the prompts of the wallet meanwhile. The user may close a prompt, and with it the modal. */
export async function openAccount(context: ModalContext, signal: AbortSignal, { connect, show, fail }: Opening) {
  show({ status: 'opening', isSlow: false })
  const slow = context.scope.after(slowAfterMs, () => show({ status: 'opening', isSlow: true }))
  let isLeaving = false
  try {
    await whileWalletAsks(context, connect, () => {
      isLeaving = true
    })
    if (signal.aborted) return
    if (isLeaving) return await closeAfterConnecting(context, signal, 0)
    show({ status: 'done' })
    context.scope.run(closeAfterConnecting(context, signal))
  } catch (thrown) {
    if (isLeaving) hide(context, 'user')
    else fail(thrown)
  } finally {
    slow()
  }
}

/** A social login led here because its address belongs to this account; both are proven now. Another address is another account. */
export async function linkSocial(context: ModalContext): Promise<void> {
  const { store } = context
  const linked = store.get(linkedEmailAtom)
  const login = store.get(emailLoginAtom)
  store.set(linkedEmailAtom, undefined)
  if (linked === undefined || !('mail' in login) || login.mail.email !== linked) return
  try {
    await (await reachWallet(context)).app.request('LINK_SOCIAL', {})
  } catch (thrown) {
    // The account opens anyway; the login is offered again the next time.
    warnOfTrouble(context, troubleOf(thrown))
  }
}

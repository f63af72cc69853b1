/** After a reload of the page, asks the embedded wallet whether a user is still signed in, without a prompt. */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { type LoginReason, loginError } from '../../../shared/login/failure.ts'
import type { ModalContext } from '../../core/context.ts'
import type { Connector } from '../../session/connector.ts'
import { keptHintAtom, keptKeyAtom, rememberConnections } from '../../session/reconnect-hints.ts'
import { type Connection, connectionsAtom, disconnected, setConnectionAtom } from '../../session/state/accounts.ts'
import { isFree, type Role, type Share, storeConnection } from '../../session/store-connection.ts'
import { addEmbeddedConnectors } from '../embedded/embedded-wallet.ts'
import { troubleOf } from './login-trouble.ts'
import { emailLoginAtom } from './state/email-login.ts'

/** Includes the time to load the frame and its code. */
const answerWithinMs = 20_000
/** Maximum wait for the account of another namespace. */
const besideWithinMs = 10_000

export async function restoreEmbedded(
  context: ModalContext,
  isOver: () => boolean,
  { role = 'active', taken, hint }: Share = {},
): Promise<void> {
  const { store } = context
  const [lead, ...others] = addEmbeddedConnectors(context).filter(({ namespace }) => !taken?.has(namespace))
  // Marks the other namespaces as being restored, so that the host does not answer for them before the wallet was asked there too.
  const waiting: Connection = { status: 'connecting', restoring: true }
  const set = (from: Connection | undefined, to: Connection) => {
    for (const { namespace } of others)
      if (store.get(connectionsAtom)[namespace] === from) store.set(setConnectionAtom, namespace, to)
  }
  set(undefined, waiting)
  try {
    await connectAll(context, { lead, others, role, hint }, isOver)
  } finally {
    set(waiting, disconnected)
  }
}

interface Restoring {
  readonly lead: Connector | undefined
  readonly others: readonly Connector[]
  readonly role: Role
  readonly hint: ReconnectHint | undefined
}

async function connectAll(
  context: ModalContext,
  { lead, others, role, hint }: Restoring,
  isOver: () => boolean,
): Promise<void> {
  const offer = await lead?.restore({ signal: AbortSignal.timeout(answerWithinMs) }).catch((error: unknown) => {
    tell(context, error)
    throw error
  })
  if (!lead || isOver()) return
  const kept = hint?.kept
  if (!offer) {
    if (kept !== undefined) context.store.set(keptHintAtom, hint)
    return tell(context, loginError({ reason: 'FORGOTTEN' }))
  }
  context.store.set(keptKeyAtom, kept)
  storeConnection(context, lead, offer, role)
  // `storeConnection` does not save a session whose role is `beside`.
  rememberConnections(context)
  await storeBeside(context, lead, others)
}

const told: ReadonlySet<LoginReason> = new Set(['DEVICE_REMOVED', 'FORGOTTEN', 'STORAGE_BLOCKED', 'BROWSER_TOO_OLD'])

/** Says at the login why the user is signed out here, instead of signing them out silently. */
function tell(context: ModalContext, error: unknown): void {
  const trouble = troubleOf(error)
  if (told.has(trouble.reason as LoginReason)) context.store.set(emailLoginAtom, { step: 'idle', trouble })
}

/** Connects one more namespace of a wallet that the user is signed in to. */
export async function connectEmbeddedIn(context: ModalContext, namespace: Namespace): Promise<void> {
  const connector = addEmbeddedConnectors(context).find((one) => one.namespace === namespace)
  const offer = await connector?.connect({ signal: AbortSignal.timeout(besideWithinMs) })
  if (connector && offer) storeConnection(context, connector, offer, 'beside')
}

/** Connects the wallet's other namespaces while its first one is connected. Namespaces without an account are left out. */
export async function storeBeside(context: ModalContext, lead: Connector, others: readonly Connector[]): Promise<void> {
  const connectionOf = ({ namespace }: Connector) => context.store.get(connectionsAtom)[namespace]
  const isThere = () => {
    const connection = connectionOf(lead)
    return connection?.status === 'connected' && connection.wallet.type === lead.type
  }
  for (const connector of others) {
    if (!isFree(context, connector)) continue
    const before = connectionOf(connector)
    const offer = await connector.connect({ signal: AbortSignal.timeout(besideWithinMs) }).catch(() => undefined)
    if (!isThere()) return
    // A connection that the user made meanwhile takes precedence.
    if (offer && connectionOf(connector) === before) storeConnection(context, connector, offer, 'beside')
  }
}

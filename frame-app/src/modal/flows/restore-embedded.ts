/** After a reload of the page: asks the embedded wallet whether a user is still signed in, without a prompt. */

import { readLoginFailure } from '../../shared/login/failure.ts'
import type { Connector } from '../connectors/connector.ts'
import { connectionsAtom } from '../state/accounts.ts'
import { emailLoginAtom } from '../state/email-login.ts'
import type { ModalContext } from './context.ts'
import { addEmbeddedConnectors } from './embedded-wallet.ts'
import { establish } from './establish.ts'
import { troubleOf } from './login-trouble.ts'

/** Includes the time to load the frame and its code. */
const answerWithinMs = 20_000
/** Maximum wait for the account of another namespace. */
const besideWithinMs = 10_000

export async function restoreEmbedded(context: ModalContext, isOver: () => boolean): Promise<void> {
  const [lead, ...others] = addEmbeddedConnectors(context)
  const offer = await lead?.restore({ signal: AbortSignal.timeout(answerWithinMs) }).catch((error: unknown) => {
    tellRemoval(context, error)
    throw error
  })
  if (!lead || !offer || isOver()) return
  establish(context, lead, offer)
  await establishBeside(context, lead, others)
}

/** Shows at the login that this device was removed, instead of silently signing the user out. */
function tellRemoval(context: ModalContext, error: unknown): void {
  if (readLoginFailure(error)?.reason === 'DEVICE_REMOVED')
    context.store.set(emailLoginAtom, { step: 'idle', trouble: troubleOf(error) })
}

/** Connects the wallet's other namespaces while its first one is connected. Namespaces without an account are left out. */
export async function establishBeside(
  context: ModalContext,
  lead: Connector,
  others: readonly Connector[],
): Promise<void> {
  const isThere = () => {
    const connection = context.store.get(connectionsAtom)[lead.namespace]
    return connection?.status === 'connected' && connection.wallet.type === lead.type
  }
  for (const connector of others) {
    const offer = await connector.connect({ signal: AbortSignal.timeout(besideWithinMs) }).catch(() => undefined)
    if (!isThere()) return
    if (offer) establish(context, connector, offer, 'beside')
  }
}

/** "Try again" and "I've installed it". Loaded with the views that have these buttons. */

import type { ModalContext } from '../../core/context.ts'
import { go } from '../../session/navigate.ts'
import { attemptConnect, findConnector, isClaimed } from './connect.ts'

export async function retryConnect(context: ModalContext, id: string): Promise<void> {
  const connector = findConnector(context, id)
  if (connector) await attemptConnect(context, connector)
  else await recheckInstalled(context, id)
}

/** "I've installed it": asks the page's wallets to announce themselves again, without a reload. */
export async function recheckInstalled(context: ModalContext, id: string): Promise<boolean> {
  const connector = (await discoverAgain(context)) ? findConnector(context, id) : undefined
  if (!connector && isClaimed(context, id)) {
    go.back(context)
    return true
  }
  if (!connector) return false
  go.replace(context, { view: 'ConnectingExternal', connectorKey: connector.key })
  await attemptConnect(context, connector)
  return true
}

/** Asks the wallets of the page to announce themselves again, without a reload. Returns whether any has answered. */
export async function discoverAgain({ link }: ModalContext): Promise<boolean> {
  const { wallets } = await link.injected.request('WALLETS_DISCOVER', {}).catch(() => ({ wallets: [] as const }))
  // The answer and the WALLETS notification carry the same list; the notification has updated the connectors.
  return wallets.length > 0
}

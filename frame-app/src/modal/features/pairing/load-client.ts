/** The pairing client, loaded when it is first needed, and the session that it has kept. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { ModalContext } from '../../core/context.ts'
import { dappAtom, hostOriginAtom } from '../../core/options.ts'
import type { Share } from '../../session/store-connection.ts'
import { adopt } from './adopt-session.ts'
import { pairingClientAtom } from './state/pairing.ts'
import type { Pairing } from './walletconnect/pairing.ts'

/** @returns a function that connects the stored session of an earlier visit, if there is one. Sends no message to the wallet. */
export async function restorePairing(context: ModalContext): Promise<((share: Share) => Promise<void>) | undefined> {
  if (!context.project.pairing) return undefined
  const pairing = await loadPairing(context)
  const agreement = pairing.restore()
  return agreement && ((share) => adopt(context, pairing, agreement, share))
}

/** Browsers do not retry a module that failed to load: a retry needs a new document, on which the host opens the modal. */
let isLost = false
export const isClientLost = () => isLost

export function loadPairing(context: ModalContext): Promise<Pairing> {
  const { project, store, scope, storage } = context
  const { name, description = '', icons } = store.get(dappAtom)
  if (!project.pairing) return Promise.reject(new AirlockError('NOT_AVAILABLE'))
  const options = {
    ...project.pairing,
    // The wallet shows the origin that the browser reports, not the page's own claim.
    metadata: { name, description, url: store.get(hostOriginAtom), icons: [...icons] },
    storage,
    scope,
  }
  const client =
    store.get(pairingClientAtom) ??
    import('./walletconnect/pairing.ts').then(
      ({ createPairing }) => createPairing(options),
      (cause: unknown) => {
        isLost = true
        throw new AirlockError('NETWORK', { cause })
      },
    )
  store.set(pairingClientAtom, client)
  return client.catch((error: unknown) => {
    store.set(pairingClientAtom, undefined)
    throw error
  })
}

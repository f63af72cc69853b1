import { pairingClientAtom } from '../../../frame-app/src/modal/features/pairing/state/pairing.ts'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { evmAsked } from '../eip155/asked.ts'
import { kindOf, usualOutcomes } from '../wallet.ts'
import { quirks } from './quirks.ts'
import { createPairedWallet } from './wallet.ts'

export const pairing = kindOf({
  standard: 'Pairing with a wallet elsewhere',
  namespace: 'eip155',
  networks: [network(1), network(10)],
  asked: evmAsked,
  usual: {
    ...usualOutcomes,
    add: 'on B',
    send: 'sent',
    'disconnect while it is asked': 'DISCONNECTED, then disconnected',
    'moved in the wallet': 'on B',
  },
  create(quirk: Parameters<typeof createPairedWallet>[0]) {
    const peer = createPairedWallet(quirk)
    return {
      ...peer,
      pair(context) {
        const { storage, scope } = context
        const metadata = { name: '', description: '', url: 'https://app.example', icons: [] }
        const options = { relayUrl: '', projectId: '', metadata, storage, scope }
        // Not at the top: in a browser the modal has the library itself, which Node cannot import as it is.
        const client = Promise.all([
          import('../../../frame-app/src/modal/features/pairing/walletconnect/pairing.ts'),
          import('./client.ts'),
        ]).then(([{ pairingOver }, { createFakeClient }]) => pairingOver(createFakeClient(peer), options))
        context.store.set(pairingClientAtom, client)
      },
    }
  },
  quirks,
})

/** Mutants for what a page may change of its connections. */
import { type Mutant, weakenUnit } from './mutant.ts'

const adapters = 'frame-app/src/modal/flows/adapters.ts'
const tabs = 'frame-app/src/modal/flows/follow-tabs.ts'

export const connections: readonly Mutant[] = [
  weakenUnit(
    'C220',
    'a wallet is asked to follow another tab',
    tabs,
    "if (connector.type !== 'auth' && !connector.agreedChains?.().includes(id)) return",
    '',
  ),
  weakenUnit('C220', 'a tab that fails to follow disconnects the others', tabs, ', isFollowing: true', ''),
  weakenUnit(
    'C220',
    'stored hints are sent as they are',
    'host-sdk/src/store/read-hints.ts',
    'readMessage(ReconnectHints, stored) ?? []',
    '(stored as ReconnectHint[])',
  ),
  weakenUnit(
    'C255',
    'a network of any namespace comes with an adapter',
    'host-sdk/src/adapters.ts',
    "namespace !== 'universal' && added.some(",
    'false && added.some(',
  ),
  weakenUnit(
    'C255',
    'the modal lists any number of networks',
    adapters,
    'next.length > limits.networks',
    'next.length < 0',
  ),
  weakenUnit('C256', 'an adapter in use is taken away', adapters, 'if (used)', 'if (used && !used)'),
  weakenUnit(
    'C256',
    'a wallet is asked on',
    adapters,
    'if (store.get(isOpenAtom) && views',
    'if (!store.get(isOpenAtom) && views',
  ),
]

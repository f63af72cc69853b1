/** Mutants for what a page may change of its connections. */
import { type Mutant, weakenUnit } from './mutant.ts'

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
]

/** The context of every flow. Built once in `main.tsx`; tests build their own. */
import type { Hello } from '@airlock/protocol/contracts/handshake.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { createStore } from 'jotai'
import type { HostLink } from './host-link.ts'
import type { Scope } from './scope.ts'
import type { SafeStorage } from './storage.ts'

/** Work of which only the newest counts. */
export type WorkName =
  | 'connect'
  | 'switch'
  /** The page's own request to switch: it goes on when the modal closes, as it does just after a connection. */
  | 'switchOfPage'
  | 'pair'
  /** Closes the modal after a connection. */
  | 'conclude'
  /** Tells the host after the fade that the modal is closed. */
  | 'farewell'
  /** The login of the embedded wallet, from the field or the provider's button to the account. */
  | 'login'
  /** Waits for the user's answer to the login's email. */
  | 'device'
  | 'emailChange'
  /** While the embedded wallet asks for an approval; aborted when the wallet is no longer visible. */
  | 'approve'
  /** While the wallet is visible for another reason; aborted when it is no longer visible. */
  | 'walletScreen'
  /** Watches for a purchase, also while another view is shown. */
  | 'buy'
  | 'onrampOptions'
  | 'onrampQuotes'
  | 'nameLookup'
  /** The next look at pending transactions. */
  | 'ledger'
  | 'handOver'
  /** All for the account that has to sign in. */
  | 'signIn'
  /** The message that the page is creating. */
  | 'signInMessage'
  | 'sendFacts'
  | 'sendReview'
  | 'recipient'
  | 'swapFacts'
  | 'swapQuote'
  | 'swapReview'

export interface ModalContext {
  readonly store: ReturnType<typeof createStore>
  readonly link: HostLink
  readonly project: ProjectRecord
  readonly storage: SafeStorage
  /** The content of this document's HELLO. */
  readonly hello: Pick<Hello, 'buildId' | 'features' | 'storage'>
  /** Owns all work of the document. */
  readonly scope: Scope<WorkName>
  /** Set if the page asks for sign-in: ends the sessions of accounts about to disconnect. Returns `undefined` if there are none. */
  endSessions?: (targets: readonly Namespace[]) => Promise<void> | undefined
  /** Stops following the wallet's events, by namespace. */
  readonly followed: Map<Namespace, () => void>
}

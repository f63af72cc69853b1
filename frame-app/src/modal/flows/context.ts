/** The context of every flow. Built once in `main.tsx`; tests build their own. */
import type { Hello } from '@airlock/protocol/contracts/handshake.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { createStore } from 'jotai'
import type { Pairing } from '../connectors/walletconnect/pairing.ts'
import type { HostLink } from '../link/host-link.ts'
import type { SafeStorage } from '../storage.ts'
import type { WalletLink } from '../wallet/wallet-link.ts'

export interface ModalContext {
  readonly store: ReturnType<typeof createStore>
  readonly link: HostLink
  readonly project: ProjectRecord
  readonly storage: SafeStorage
  /** The content of this document's HELLO. */
  readonly hello: Pick<Hello, 'buildId' | 'features' | 'storage'>
  /** Aborts the attempt in progress; `undefined` if there is none. */
  readonly attempts: {
    connect?: AbortController | undefined
    switch?: AbortController | undefined
    /** The page's own request to switch: it goes on when the modal closes, as it does just after a connection. */
    switchOfPage?: AbortController | undefined
    pair?: AbortController | undefined
    /** Closes the modal after a connection. */
    conclude?: AbortController | undefined
    /** The login of the embedded wallet, from the field or the provider's button to the account. */
    email?: AbortController | undefined
    /** Set while the embedded wallet asks for an approval; aborted when the wallet is no longer visible. */
    approve?: AbortController | undefined
    /** Set while the wallet is visible for another reason; aborted when it is no longer visible. */
    walletScreen?: AbortController | undefined
    /** Watches for a purchase, also while another view is shown. */
    buy?: AbortController | undefined
    /** Set while the wallet shows a prompt at the end of a login. Called when the user closes it: the login continues without an answer. */
    passOver?: (() => void) | undefined
    /** Leads back to what a login has interrupted, instead of closing the modal. */
    resume?: (() => void) | undefined
    /** Keep a pairing code ready while the modal is open, in every view. */
    isPairingAhead?: boolean
  }
  /** Timer of the UI_CLOSE after the fade; cancelled if the host has closed already, or if the modal opens again. */
  farewell?: ReturnType<typeof setTimeout> | undefined
  /** The pairing client, if the project has a relay; loaded when it is first needed. */
  pairing?: Promise<Pairing> | undefined
  /** The embedded wallet's frame, if the project has one; created when it is first needed. */
  wallet?: Promise<WalletLink> | undefined
  /** Set if the page asks for sign-in: ends the sessions of accounts about to disconnect. Returns `undefined` if there are none. */
  endSessions?: (targets: readonly Namespace[]) => Promise<void> | undefined
  /** Stops following the wallet's events, by namespace. */
  readonly followed: Map<Namespace, () => void>
}

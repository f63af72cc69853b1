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
  /** Aborts the connect or switch attempt under way; `undefined` when none is. */
  readonly attempts: {
    connect?: AbortController | undefined
    switch?: AbortController | undefined
    pair?: AbortController | undefined
    /** The email login, from the field to the account. */
    email?: AbortController | undefined
    /** The embedded wallet asks for an approval; aborted when it is no longer visible. */
    approve?: AbortController | undefined
    /** The wallet is visible for another reason than an approval; aborted when it is no longer visible. */
    walletScreen?: AbortController | undefined
    /** The wallet asks something at the end of a login; called by who closes: the login goes on to its own end without an answer. */
    passOver?: (() => void) | undefined
    /** The code is kept ready while the modal is open, whatever view stands. */
    isPairingAhead?: boolean
  }
  /** The UI_CLOSE that follows the fade; dropped when the host has closed already, or when the modal opens again. */
  farewell?: ReturnType<typeof setTimeout> | undefined
  /** The pairing client, if the project has a relay; loaded when it is first needed. */
  pairing?: Promise<Pairing> | undefined
  /** The embedded wallet's frame, if the project has one; created when it is first needed. */
  wallet?: Promise<WalletLink> | undefined
  /** Undo of the wallet events followed per namespace. */
  readonly followed: Map<Namespace, () => void>
}

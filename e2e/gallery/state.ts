/** One state of one view, as data. */
import type { ModalContext } from '../../frame-app/src/modal/core/context.ts'
import type { Route, ViewName } from '../../frame-app/src/modal/core/router/routes.ts'
import type { createBareContext } from '../../frame-app/test/support/bare-context.ts'

export type Store = ModalContext['store']

export interface GalleryState<View extends ViewName = ViewName> {
  /** Unique within the view. */
  readonly state: string
  /** `undefined`: the route with no arguments. */
  readonly route?: Route & { readonly view: View }
  /** The view that lies below; without one there is no way back. */
  readonly below?: ViewName
  /** Fills the store; called again once the view has asked for data that never comes here. */
  readonly arrange?: (store: Store) => void
  readonly onPhone?: boolean
  /** Options of the page, and the project record. */
  readonly settings?: Parameters<typeof createBareContext>[1]
}

/** The groups of the gallery that the wallet frame draws itself. */
export const walletGroups = { approval: 'WalletApproval', security: 'WalletSecurity' } as const

/** States of a view that needs no arguments. */
export type StatesOf<View extends ViewName> = readonly GalleryState<View>[]

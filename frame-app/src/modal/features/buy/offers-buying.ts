/** Whether buying is offered: depends on the project, the page, the account and the user's region. Part of the account view. */

import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { canBuyAtom } from './state/can-buy.ts'
import { isRestricted } from './state/restricted-zones.ts'

export function offersBuying({ project, store }: ModalContext): boolean {
  const isOn = store.get(optionsAtom)?.features.onramp === true
  return isOn && project.onramp !== undefined && project.gatewayUrl !== undefined && store.get(canBuyAtom)
}

export const sellsHere = (): boolean => !isRestricted(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const isSmartAccount = ({ store }: ModalContext): boolean =>
  store.get(activeConnectionAtom)?.accountType === 'smartAccount'

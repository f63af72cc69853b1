/** Whether buying is offered: depends on the project, the page, the account and the user's region. Part of the account view. */
import { activeConnectionAtom } from '../state/active-connection.ts'
import { canBuyAtom } from '../state/can-buy.ts'
import { optionsAtom } from '../state/options.ts'
import { isRestricted } from '../state/restricted-zones.ts'
import type { ModalContext } from './context.ts'

export function offersBuying({ project, store }: ModalContext): boolean {
  const isOn = store.get(optionsAtom)?.features.onramp === true
  return isOn && project.onramp !== undefined && project.gatewayUrl !== undefined && store.get(canBuyAtom)
}

export const sellsHere = (): boolean => !isRestricted(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const isSmartAccount = ({ store }: ModalContext): boolean =>
  store.get(activeConnectionAtom)?.accountType === 'smartAccount'

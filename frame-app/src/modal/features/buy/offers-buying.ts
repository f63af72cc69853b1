/** Whether buying is offered: depends on the project, the page, the account and the user's region. Part of the account view. */
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { activeNamespaceAtom } from '../../session/state/network.ts'

/** Whether accounts of the active namespace can buy (specification §9). */
export const canBuyAtom = atom((get): boolean => {
  const namespace = get(activeNamespaceAtom)
  return get(activeConnectionAtom) !== undefined && (namespace === 'eip155' || namespace === 'solana')
})

export function offersBuying({ project, store }: ModalContext): boolean {
  const isOn = store.get(optionsAtom)?.features.onramp === true
  return isOn && project.onramp !== undefined && project.gatewayUrl !== undefined && store.get(canBuyAtom)
}

export const sellsHere = (): boolean => !isRestricted(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const isSmartAccount = ({ store }: ModalContext): boolean =>
  store.get(activeConnectionAtom)?.accountType === 'smartAccount'

/**
 * Time zones where no provider of the specification sells (specification §9). Source: AppKit's list,
 * mainland China, Hong Kong and Macau. It only saves the user a checkout that refuses. A user can set another
 * clock; the provider decides.
 */
const restrictedZones: ReadonlySet<string> = new Set([
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
])

/** @param zone as the browser names it */
export const isRestricted = (zone: string): boolean => restrictedZones.has(zone.toUpperCase())

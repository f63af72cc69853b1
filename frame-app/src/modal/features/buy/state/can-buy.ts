/** Whether accounts of the active namespace can buy (specification §9). */
import { atom } from 'jotai'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { activeNamespaceAtom } from '../../../session/state/network.ts'

export const canBuyAtom = atom((get): boolean => {
  const namespace = get(activeNamespaceAtom)
  return get(activeConnectionAtom) !== undefined && (namespace === 'eip155' || namespace === 'solana')
})

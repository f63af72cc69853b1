import type { Features } from '@airlock/protocol/contracts/shapes/options.ts'
import { atom } from 'jotai'
import { optionsAtom } from '../../../core/options.ts'
import { connectRowsAtom } from '../../../session/state/connectors.ts'
import { hasEmailAtom, socialsAtom } from '../../../session/state/embedded.ts'

export type Method = NonNullable<Features['connectMethodsOrder']>[number]

/** The order if wallets are installed in the browser. */
const withWallet: readonly Method[] = ['wallet', 'email', 'social']
const withoutWallet: readonly Method[] = ['email', 'social', 'wallet']

/** A method missing from the page's order is still offered; it comes last. */
export const connectMethodsAtom = atom((get): readonly Method[] => {
  const wished = get(optionsAtom)?.features.connectMethodsOrder
  const isInstalled = get(connectRowsAtom).some(({ badge }) => badge === 'installed' || badge === 'recent')
  const usual = isInstalled ? withWallet : withoutWallet
  const offered: Readonly<Record<Method, boolean>> = {
    email: get(hasEmailAtom),
    social: get(socialsAtom).length > 0,
    wallet: true,
  }
  return [...new Set([...(wished ?? usual), ...usual])].filter((method) => offered[method])
})

/** Whether the wallets are collapsed into one row, which needs another method beside it. */
export const isCollapsedAtom = atom((get): boolean => {
  const features = get(optionsAtom)?.features
  return (
    (get(hasEmailAtom) || get(socialsAtom).length > 0) &&
    (features?.collapseWallets === true || features?.emailShowWallets === false)
  )
})

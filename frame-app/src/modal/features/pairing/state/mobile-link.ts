/** Links to apps on this phone, available once there is a pairing code to put into them. Empty on other devices. */
import { atom } from 'jotai'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { isMobile } from '../../../core/device.ts'
import { browserOf } from '../../../session/state/browsers.ts'
import { activeNamespaceAtom } from '../../../session/state/network.ts'
import { pairingLink } from '../walletconnect/links.ts'
import { pairingAtom } from './pairing.ts'

type HrefOf = (wallet: ListedWallet) => string | undefined

/** Always the same function, so that long lists do not render again while there is no code. */
const none: HrefOf = () => undefined

export const mobileHrefAtom = atom((get): HrefOf => {
  if (!isMobile()) return none
  const pairing = get(pairingAtom)
  const uri = pairing.status === 'code' || pairing.status === 'declined' ? pairing.uri : undefined
  const namespace = get(activeNamespaceAtom)
  if (uri === undefined) return none
  return (wallet) =>
    browserOf(wallet.id, namespace) === undefined ? pairingLink(wallet, 'mobile', uri)?.href : undefined
})

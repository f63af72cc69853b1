/** Addresses of apps on this phone, once there is a code to put into them; none on other devices. */
import { atom } from 'jotai'
import type { ListedWallet } from '../api/listed-wallet.ts'
import { pairingLink } from '../connectors/walletconnect/links.ts'
import { isMobile } from '../device.ts'
import { browserOf } from './browsers.ts'
import { activeNamespaceAtom } from './network.ts'
import { pairingAtom } from './pairing.ts'

type HrefOf = (wallet: ListedWallet) => string | undefined

/** The same function while there is nothing to put into an address: long lists do not draw themselves again. */
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

/** Actions for the account, in the page's order (specification §1): those of the four features that are available. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { LazyIcon } from '../../../shared/ui/icon/LazyIcon.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import { canBuyAtom, isSmartAccount, offersBuying, sellsHere } from '../../features/buy/offers-buying.ts'
import { offersSwaps } from '../../features/swap/offers-swaps.ts'
import { canSend } from '../../session/ask-chain.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import styles from './AccountView.module.css'

const shortcuts = {
  onramp: { icon: <LazyIcon name="card" />, text: 'account.buy', route: { view: 'OnRamp' } },
  receive: { icon: <Icon name="qr" />, text: 'account.receive', route: { view: 'Receive' } },
  swaps: { icon: <LazyIcon name="swap" />, text: 'account.swap', route: { view: 'Swap' } },
  send: { icon: <LazyIcon name="out" />, text: 'account.send', route: { view: 'Send' } },
} as const

const exists = (feature: string): feature is keyof typeof shortcuts => feature in shortcuts

export function Shortcuts() {
  const context = useModal()
  const t = useAllMessages()
  const features = useAtomValue(optionsAtom)?.features
  const connection = useAtomValue(activeConnectionAtom)
  // Depends on the account: its namespace decides whether it can buy or send.
  const canBuy = useAtomValue(canBuyAtom) && offersBuying(context) && sellsHere()
  const isPossible = {
    onramp: canBuy,
    receive: true,
    swaps: connection !== undefined && namespaceOf(connection.chainId) === 'eip155' && offersSwaps(context),
    send: connection !== undefined && canSend(context, connection),
  }
  const offered = (features?.walletFeaturesOrder ?? [])
    .filter(exists)
    .filter((feature) => features?.[feature] && isPossible[feature])
  if (offered.length === 0) return null
  return (
    <div className={styles.shortcuts}>
      {offered.map((feature) => {
        const { icon, text, route } = shortcuts[feature]
        return (
          <Button
            key={feature}
            data-focus-key={feature}
            onClick={() => {
              if (feature === 'onramp') track(context, 'SELECT_BUY_CRYPTO', { isSmartAccount: isSmartAccount(context) })
              if (feature === 'swaps') track(context, 'CLICK_CONVERT')
              go.push(context, route)
            }}
          >
            <span className={styles.shortcut}>
              {icon}
              {t(text)}
            </span>
          </Button>
        )
      })}
    </div>
  )
}

/** What a visitor can do with the account, in the page's order (specification §1): of the four features, those that exist. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { LateIcon } from '../../../shared/ui/icon/LateIcon.tsx'
import { canSend } from '../../flows/chain-ask.ts'
import { go } from '../../flows/navigate.ts'
import { useModal } from '../../modal-context.ts'
import { activeConnectionAtom } from '../../state/active-connection.ts'
import { optionsAtom } from '../../state/options.ts'
import styles from './AccountView.module.css'

const shortcuts = {
  receive: { icon: 'qr', text: 'account.receive', route: { view: 'Receive' } },
  send: { icon: 'out', text: 'account.send', route: { view: 'Send' } },
} as const

const exists = (feature: string): feature is keyof typeof shortcuts => feature in shortcuts

export function Shortcuts() {
  const context = useModal()
  const t = useAllMessages()
  const features = useAtomValue(optionsAtom)?.features
  const connection = useAtomValue(activeConnectionAtom)
  const offered = (features?.walletFeaturesOrder ?? [])
    .filter(exists)
    .filter((feature) => features?.[feature])
    .filter((feature) => feature !== 'send' || (connection && canSend(context, connection)))
  if (offered.length === 0) return null
  return (
    <div className={styles.shortcuts}>
      {offered.map((feature) => {
        const { icon, text, route } = shortcuts[feature]
        return (
          <Button key={feature} data-focus-key={feature} onClick={() => go.push(context, route)}>
            <span className={styles.shortcut}>
              {icon === 'out' ? <LateIcon name={icon} /> : <Icon name={icon} />}
              {t(text)}
            </span>
          </Button>
        )
      })}
    </div>
  )
}

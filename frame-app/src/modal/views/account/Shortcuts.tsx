/** What a visitor can do with the account, in the page's order (specification §1): of the four features, those that exist. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { go } from '../../flows/navigate.ts'
import { useModal } from '../../modal-context.ts'
import { optionsAtom } from '../../state/options.ts'
import styles from './AccountView.module.css'

const shortcuts = {
  receive: { icon: 'qr', text: 'account.receive', route: { view: 'Receive' } },
} as const

const exists = (feature: string): feature is keyof typeof shortcuts => feature in shortcuts

export function Shortcuts() {
  const context = useModal()
  const t = useAllMessages()
  const features = useAtomValue(optionsAtom)?.features
  const offered = (features?.walletFeaturesOrder ?? []).filter(exists).filter((feature) => features?.[feature])
  if (offered.length === 0) return null
  return (
    <div className={styles.shortcuts}>
      {offered.map((feature) => {
        const { icon, text, route } = shortcuts[feature]
        return (
          <Button key={feature} icon={icon} data-focus-key={feature} onClick={() => go.push(context, route)}>
            {t(text)}
          </Button>
        )
      })}
    </div>
  )
}

/** The native balance with each of its states; stale values carry their age. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { refreshBalance } from '../../flows/balance.ts'
import { useModal } from '../../modal-context.ts'
import type { Balance } from '../../state/balance.ts'
import { activeNetworkAtom } from '../../state/network.ts'
import styles from './AccountView.module.css'
import { Age } from './Age.tsx'

export function BalanceFigure({ balance }: { balance: Balance | undefined }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const unit = useAtomValue(activeNetworkAtom)?.currency.name ?? ''
  switch (balance?.status) {
    case undefined:
    case 'loading':
      return (
        <output className={styles.balance} aria-busy="true" aria-label={t('account.balance.loading')}>
          <Skeleton shape="amount" />
        </output>
      )
    case 'failed':
      return (
        <div className={styles.balance}>
          <p className={styles.age}>{t('account.balance.unavailable')}</p>
          <Refresh />
        </div>
      )
    case 'stale':
    case 'ready':
      return (
        <div className={styles.balance}>
          <Amount
            size="hero"
            text={formats.decimal(balance.formatted)}
            symbol={balance.symbol}
            spoken={t('account.balance.spoken', { amount: balance.formatted, unit })}
          />
          {balance.status === 'stale' && (
            <div className={styles.age}>
              <Age key={balance.asOf} at={balance.asOf} />
              <Refresh />
            </div>
          )}
        </div>
      )
  }
}

function Refresh() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Button size="compact" variant="quiet" icon="refresh" onClick={() => void refreshBalance(context, { force: true })}>
      {t('common.refresh')}
    </Button>
  )
}

/**
 * The value of the account: the total of its priced tokens with the network's currency under it, or the currency alone if no price is
 * known. Old figures show their age.
 */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { hasGateway } from '../../core/api/project-gateway.ts'
import { useModal } from '../../core/modal-context.ts'
import { totalOf } from '../../features/assets/state/token-rules.ts'
import { activeTokensAtom } from '../../features/assets/state/tokens.ts'
import { refreshTokens } from '../../features/assets/tokens.ts'
import { Age, Refresh } from '../../kit/lists/ListNotice.tsx'
import { refreshBalance } from '../../session/balance.ts'
import { accountTabAtom } from '../../session/state/account-places.ts'
import type { Balance } from '../../session/state/balance.ts'
import { activeNetworkAtom } from '../../session/state/network.ts'
import styles from './AccountView.module.css'

export function Worth({ balance }: { balance: Balance | undefined }) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const held = useAtomValue(activeTokensAtom)
  const total = held && 'tokens' in held ? totalOf(held.tokens) : undefined
  const oldest = Math.min(...[balance, held].flatMap((one) => (one?.status === 'stale' ? [one.asOf] : [])))
  // The list of tokens asks for them when it is shown.
  const isAsking = useAtomValue(accountTabAtom) === 'tokens' && hasGateway(context)
  const isWaiting =
    (held ? held.status === 'loading' : isAsking) || balance === undefined || balance.status === 'loading'
  const refresh = () => {
    context.scope.run(refreshBalance(context, { force: true }))
    context.scope.run(refreshTokens(context, { isAsked: true }))
  }
  if (total === undefined && isWaiting)
    return (
      <output className={styles.balance} aria-busy="true" aria-label={t('account.balance.loading')}>
        <Skeleton shape="amount" />
      </output>
    )
  if (total === undefined && balance?.status === 'failed')
    return (
      <div className={styles.balance}>
        <p className={styles.age}>{t('account.balance.unavailable')}</p>
        <Refresh onRefresh={refresh} />
      </div>
    )
  const amount = total === undefined ? undefined : formats.fiat(total)
  return (
    <div className={styles.balance}>
      {amount !== undefined && <Amount size="hero" text={amount} spoken={t('account.total.spoken', { amount })} />}
      <div className={styles.age}>
        {balance && 'formatted' in balance && (
          <Native balance={balance} size={amount === undefined ? 'hero' : 'meta'} />
        )}
        {oldest < Number.POSITIVE_INFINITY && (
          <>
            <Age key={oldest} at={oldest} />
            <Refresh onRefresh={refresh} />
          </>
        )}
      </div>
    </div>
  )
}

function Native({ balance, size }: { balance: Extract<Balance, { formatted: string }>; size: 'hero' | 'meta' }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const unit = useAtomValue(activeNetworkAtom)?.currency.name ?? ''
  return (
    <Amount
      size={size}
      text={formats.decimal(balance.formatted)}
      symbol={balance.symbol}
      spoken={t('account.balance.spoken', { amount: balance.formatted, unit })}
    />
  )
}

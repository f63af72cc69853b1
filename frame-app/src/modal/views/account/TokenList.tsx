/** What the account holds on its network, with each state of the list (ux §3.4.10). */
import { useAtomValue } from 'jotai'
import { useEffect, useId } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { hasGateway } from '../../flows/gateway.ts'
import { refreshTokens, watchTokens } from '../../flows/tokens.ts'
import { useModal } from '../../modal-context.ts'
import type { Connected } from '../../state/accounts.ts'
import { networksAtom } from '../../state/network.ts'
import { totalOf } from '../../state/token-rules.ts'
import { activeTokensAtom, type Token } from '../../state/tokens.ts'
import { Age } from './Age.tsx'
import styles from './TokenList.module.css'

export function TokenList({ connection: { chainId } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const id = useId()
  const isOffered = hasGateway(context)
  useEffect(() => (isOffered ? watchTokens(context) : undefined), [context, isOffered])
  return (
    <section className={styles.section} aria-labelledby={id}>
      <SectionLabel id={id} end={<Total />}>
        {t('account.tokens')}
      </SectionLabel>
      {isOffered ? <Content chainId={chainId} /> : <p className={styles.note}>{t('account.tokens.notOffered')}</p>}
    </section>
  )
}

function Total() {
  const { formats } = useLanguage()
  const held = useAtomValue(activeTokensAtom)
  const total = held && 'tokens' in held ? totalOf(held.tokens) : undefined
  return total !== undefined && <Amount size="meta" text={formats.fiat(total)} />
}

function Content({ chainId }: Pick<Connected, 'chainId'>) {
  const t = useAllMessages()
  const held = useAtomValue(activeTokensAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)?.name ?? chainId
  switch (held?.status) {
    case undefined:
    case 'loading':
      return (
        <output className={styles.loading} aria-busy="true" aria-label={t('account.tokens.loading')}>
          <Skeleton shape="tallRow" count={2} />
        </output>
      )
    case 'failed':
      return (
        <div className={styles.note}>
          <p>{t('account.tokens.failed')}</p>
          <Refresh />
        </div>
      )
    case 'unsupported':
      return <p className={styles.note}>{t('account.tokens.unsupported', { network })}</p>
    case 'ready':
    case 'stale':
      return (
        <>
          {held.tokens.length === 0 && <p className={styles.note}>{t('account.tokens.empty', { network })}</p>}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets */}
          <ul className={styles.list} role="list">
            {held.tokens.map((token) => (
              <TokenRow key={token.address ?? ''} token={token} network={chainId} />
            ))}
          </ul>
          {held.status === 'stale' && (
            <div className={styles.note}>
              <Age key={held.asOf} at={held.asOf} />
              <Refresh />
            </div>
          )}
        </>
      )
  }
}

function TokenRow({ token, network }: { token: Token; network: string }) {
  const { formats } = useLanguage()
  const { address, name, symbol, amount, price, value } = token
  return (
    <li className={styles.row}>
      <NetworkIcon id={address ?? network} name={symbol || name} size={32} />
      <span className={styles.text}>
        <bdi className={styles.name}>{name}</bdi>
        {price !== undefined && <span className={styles.detail}>{formats.fiat(price)}</span>}
      </span>
      <span className={styles.figures}>
        {value !== undefined && <Amount text={formats.fiat(value)} />}
        <Amount size={value === undefined ? 'body' : 'meta'} text={formats.decimal(amount)} symbol={symbol} />
      </span>
    </li>
  )
}

function Refresh() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Button
      size="compact"
      variant="quiet"
      icon="refresh"
      onClick={() => void refreshTokens(context, { isAsked: true })}
    >
      {t('common.refresh')}
    </Button>
  )
}

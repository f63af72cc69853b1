/** The tokens that the account holds on its network, with each state of the list (ux §3.4.10). */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { Picture } from '../../../shared/ui/images/Picture.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { hasGateway } from '../../flows/gateway.ts'
import { listsTokens } from '../../flows/listed-tokens.ts'
import { refreshTokens, watchTokens } from '../../flows/tokens.ts'
import { useModal } from '../../modal-context.ts'
import type { Connected } from '../../state/accounts.ts'
import { activeBalanceAtom, type Balance } from '../../state/balance.ts'
import { activeNetworkAtom, networksAtom } from '../../state/network.ts'
import { activeTokensAtom, type Token } from '../../state/tokens.ts'
import { GatewayImage } from '../images/GatewayImage.tsx'
import { Age } from './Age.tsx'
import styles from './TokenList.module.css'

/** A list that is hardly longer than its beginning is shown whole. */
const few = 6
const most = 8

export function TokenList({ connection: { active, chainId } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const isKnown = useAtomValue(activeTokensAtom) !== undefined
  useEffect(() => watchTokens(context), [context])
  return (
    <section className={styles.section} aria-label={t('account.tokens')}>
      {hasGateway(context) || listsTokens(context, active) || isKnown ? (
        <Content chainId={chainId} />
      ) : (
        <CurrencyOnly chainId={chainId} />
      )}
    </section>
  )
}

/** Without a gateway only the network's own currency is known, from the project's nodes. */
function CurrencyOnly({ chainId }: Pick<Connected, 'chainId'>) {
  const t = useAllMessages()
  const balance = useAtomValue(activeBalanceAtom)
  const name = useAtomValue(activeNetworkAtom)?.currency.name ?? ''
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets */}
      <ul className={styles.list} role="list">
        <TokenRow token={toToken(balance, name)} network={chainId} />
      </ul>
      <p className={styles.note}>{t('account.tokens.notOffered')}</p>
    </>
  )
}

/** Without an amount until it is known, so that nothing moves when it arrives. */
const toToken = (balance: Balance | undefined, name: string): Token => ({
  address: undefined,
  name,
  symbol: balance && 'symbol' in balance ? balance.symbol : '',
  amount: balance && 'formatted' in balance ? balance.formatted : '',
  price: undefined,
  value: undefined,
  icon: undefined,
})

function Content({ chainId }: Pick<Connected, 'chainId'>) {
  const t = useAllMessages()
  const held = useAtomValue(activeTokensAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)?.name ?? chainId
  const [isWhole, setWhole] = useState(false)
  const tokens = held && 'tokens' in held ? held.tokens : []
  const shown = isWhole || tokens.length <= most ? tokens : tokens.slice(0, few)
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
            {shown.map((token) => (
              <TokenRow key={token.address ?? ''} token={token} network={chainId} />
            ))}
          </ul>
          {shown.length < held.tokens.length && (
            <Button variant="quiet" onClick={() => setWhole(true)}>
              {t('account.showAll', { count: held.tokens.length })}
            </Button>
          )}
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
  const { address, name, symbol, icon, amount, price, value, listed } = token
  return (
    <li className={styles.row}>
      {listed ? (
        <Picture src={listed.image} id={address ?? network} name={symbol || name} size={32} shape="round" />
      ) : (
        <GatewayImage path={icon} id={address ?? network} name={symbol || name} size={32} />
      )}
      <span className={styles.text}>
        <bdi className={styles.name} data-font="fixed">
          {name}
        </bdi>
        {/* Only the page vouches for it, and anybody may give a contract any name. */}
        {listed && address !== undefined && (
          <span className={styles.detail}>
            <Address address={address.slice(address.lastIndexOf(':') + 1)} />
          </span>
        )}
        {price !== undefined && <span className={styles.detail}>{formats.fiat(price)}</span>}
      </span>
      <span className={styles.figures}>
        {value !== undefined && <Amount text={formats.fiat(value)} />}
        {amount !== '' && (
          <Amount size={value === undefined ? 'body' : 'meta'} text={formats.decimal(amount)} symbol={symbol} />
        )}
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

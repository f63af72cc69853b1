/** The tokens that the account holds on its network, with each state of the list. */
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Amount } from '../../../../shared/ui/figures/Amount.tsx'
import { Picture } from '../../../../shared/ui/images/Picture.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { StatementRow } from '../../../../shared/ui/statement/StatementRow.tsx'
import { hasGateway } from '../../../core/api/project-gateway.ts'
import { useModal } from '../../../core/modal-context.ts'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { ShowAll, useBeginning } from '../../../kit/lists/Beginning.tsx'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { ListNotice } from '../../../kit/lists/ListNotice.tsx'
import { LongList } from '../../../kit/lists/LongList.tsx'
import { pictureId } from '../../../kit/picture-id.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeBalanceAtom, type Balance } from '../../../session/state/balance.ts'
import { activeNetworkAtom, networksAtom } from '../../../session/state/network.ts'
import { listsTokens } from '../listed-tokens.ts'
import { activeTokensAtom, type Token } from '../state/tokens.ts'
import { refreshTokens, watchTokens } from '../tokens.ts'

const beginning = { few: 6, most: 8 }
/** More rows than this are not rendered all at once. */
const long = 60
const rowPx = 56

const keyOf = ({ address }: Token) => address ?? ''

export function TokenList({ connection: { active, chainId } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const isKnown = useAtomValue(activeTokensAtom) !== undefined
  useEffect(() => watchTokens(context), [context])
  return (
    <section aria-label={t('account.tokens')}>
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
      <PlainList>
        <li>
          <TokenRow token={toToken(balance, name)} network={chainId} />
        </li>
      </PlainList>
      <Note>{t('account.tokens.notOffered')}</Note>
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
  const context = useModal()
  const t = useAllMessages()
  const held = useAtomValue(activeTokensAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)?.name ?? chainId
  const tokens = held && 'tokens' in held ? held.tokens : undefined
  const { shown, isEnd, showAll } = useBeginning(tokens ?? [], beginning)
  return (
    <>
      {tokens?.length === 0 && <Note>{t('account.tokens.empty', { network })}</Note>}
      {shown.length > long ? (
        <LongList rows={shown} keyOf={keyOf} rowPx={rowPx}>
          {(token) => <TokenRow token={token} network={chainId} />}
        </LongList>
      ) : (
        <PlainList>
          {shown.map((token) => (
            <li key={keyOf(token)}>
              <TokenRow token={token} network={chainId} />
            </li>
          ))}
        </PlainList>
      )}
      {!isEnd && <ShowAll count={tokens?.length ?? 0} onPress={showAll} />}
      <ListNotice
        state={held}
        rows={2}
        loading={t('account.tokens.loading')}
        failed={t('account.tokens.failed')}
        unsupported={t('account.tokens.unsupported', { network })}
        onRefresh={() => context.scope.run(refreshTokens(context, { isAsked: true }))}
      />
    </>
  )
}

function TokenRow({ token, network }: { token: Token; network: string }) {
  const { formats } = useLanguage()
  const { address, name, symbol, icon, amount, price, value, listed } = token
  const unit = price === undefined ? undefined : formats.fiat(price)
  // A token that only the page lists is shown with its address, because a contract can have any name.
  const place = listed && address !== undefined && (
    <DisplayAddress key="address" address={address.slice(address.lastIndexOf(':') + 1)} />
  )
  return (
    <StatementRow
      start={
        listed ? (
          <Picture src={listed.image} id={pictureId(network, address)} name={symbol || name} size={32} shape="round" />
        ) : (
          <GatewayImage path={icon} id={pictureId(network, address)} name={symbol || name} size={32} />
        )
      }
      title={<bdi data-font="fixed">{name}</bdi>}
      detail={place ? [place, unit && ` · ${unit}`] : unit}
      figures={
        <>
          {value !== undefined && <Amount text={formats.fiat(value)} />}
          {amount !== '' && (
            <Amount size={value === undefined ? 'body' : 'meta'} text={formats.decimal(amount)} symbol={symbol} />
          )}
        </>
      }
    />
  )
}

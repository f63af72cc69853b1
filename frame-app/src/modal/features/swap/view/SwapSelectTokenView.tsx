/** The token to give or to receive: suggestions, the account's own tokens, and all that the network lists. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { truncateAddress } from '../../../../shared/format/address.ts'
import { toDisplayAddress } from '../../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SearchField } from '../../../../shared/ui/field/SearchField.tsx'
import { SectionLabel } from '../../../../shared/ui/label/SectionLabel.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { ShowAll, useBeginning } from '../../../kit/lists/Beginning.tsx'
import { pictureId } from '../../../kit/picture-id.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { tokensAtom } from '../../assets/state/tokens.ts'
import { watchTokens } from '../../assets/tokens.ts'
import { swapDraftAtom } from '../state/swap.ts'
import { isCurrency } from '../state/swap-form.ts'
import { addressOn, type Swappable, swappables } from '../state/swappable.ts'
import { chooseSwapToken, type SwapSide } from '../swap.ts'
import { loadSwapTokens, lookUpToken, swapTokensAtom } from '../swap-tokens.ts'
import styles from './Swap.module.css'

const first = { few: 50, most: 70 }

export function SwapSelectTokenView({ side }: { side: SwapSide }) {
  const context = useModal()
  const t = useAllMessages()
  const draft = useAtomValue(swapDraftAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === draft?.chainId)
  const held = useAtomValue(tokensAtom)
  const list = useAtomValue(swapTokensAtom)
  const [query, setQuery] = useState('')
  useEffect(() => {
    context.scope.run(loadSwapTokens(context))
    return watchTokens(context)
  }, [context])
  const wanted = query.trim().toLowerCase()
  const known = draft && held[draft.account]
  const tokens = network && swappables(network, list.tokens, known && 'tokens' in known ? known.tokens : [])
  const matches = ({ symbol, name, address }: Swappable) =>
    [symbol, name, address].some((text) => text.toLowerCase().includes(wanted))
  const own = tokens?.own.filter(matches) ?? []
  const others = tokens?.others.filter(matches) ?? []
  const address = network && own.length + others.length === 0 ? addressOn(network, query.trim()) : undefined
  const unlisted = useUnlisted(address)
  const { shown, isEnd, showAll } = useBeginning(others, first)
  if (!draft || !network || !tokens) return null
  const isEmpty = own.length + others.length === 0
  const row = (token: Swappable) => <TokenRow key={token.address} token={token} side={side} networkId={network.id} />
  return (
    <div className={styles.view}>
      <SearchField
        label={t('swapToken.search')}
        clearLabel={t('common.clear')}
        value={query}
        onChange={setQuery}
        autoFocus
        data-autofocus=""
      />
      {wanted === '' && tokens.suggested.length > 0 && (
        <fieldset className={styles.chips} aria-label={t('swapToken.suggested')}>
          {tokens.suggested.map((token) => (
            <Chip
              key={token.address}
              start={<TokenPicture token={token} networkId={network.id} size={20} />}
              onClick={() => chooseSwapToken(context, side, token)}
            >
              <bdi>{token.symbol}</bdi>
            </Chip>
          ))}
        </fieldset>
      )}
      {own.length > 0 && (
        <section className={styles.section}>
          <SectionLabel id="swap-own">{t('swapToken.yours')}</SectionLabel>
          <List labelledBy="swap-own">{own.map(row)}</List>
        </section>
      )}
      {others.length > 0 && (
        <section className={styles.section}>
          <SectionLabel id="swap-others">{t('swapToken.others')}</SectionLabel>
          <List labelledBy="swap-others">{shown.map(row)}</List>
          {!isEnd && <ShowAll count={others.length} onPress={showAll} />}
        </section>
      )}
      {list.status === 'loading' && (
        <output aria-busy="true" aria-label={t('swapToken.loading')}>
          <Skeleton shape="tallRow" count={3} />
        </output>
      )}
      {list.status === 'failed' && (
        <Note
          action={
            <Button size="compact" onClick={() => context.scope.run(loadSwapTokens(context))}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {t('swapToken.failed')}
        </Note>
      )}
      {unlisted && (
        <>
          <List label={t('swapToken.others')}>{row(unlisted)}</List>
          <Note>{t('swapToken.unlisted')}</Note>
        </>
      )}
      {isEmpty && list.status === 'ready' && unlisted === undefined && (
        <EmptyState icon="search" title={t('swapToken.empty.title')} text={t('swapToken.empty.text')} />
      )}
    </div>
  )
}

interface TokenRowProps {
  token: Swappable
  side: SwapSide
  networkId: string
}

function TokenRow({ token, side, networkId }: TokenRowProps) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const draft = useAtomValue(swapDraftAtom)
  return (
    <Row
      start={<TokenPicture token={token} networkId={networkId} size={32} />}
      title={<bdi>{token.name}</bdi>}
      detail={
        <bdi>
          {isCurrency(token) ? token.symbol : `${token.symbol} · ${truncateAddress(toDisplayAddress(token.address))}`}
        </bdi>
      }
      end={token.amount === '' ? undefined : formats.decimal(token.amount)}
      selectedLabel={draft?.[side]?.address === token.address ? t('swapToken.chosen') : undefined}
      onClick={() => chooseSwapToken(context, side, token)}
    />
  )
}

function TokenPicture({ token, networkId, size }: { token: Swappable; networkId: string; size: 20 | 32 }) {
  return (
    <GatewayImage
      path={token.icon}
      id={pictureId(networkId, isCurrency(token) ? undefined : token.address)}
      name={token.symbol}
      size={size}
    />
  )
}

/** A token that is on no list, found by its address. */
function useUnlisted(address: Address | undefined): Swappable | undefined {
  const context = useModal()
  const [found, setFound] = useState<Swappable>()
  useEffect(() => {
    if (address === undefined) return
    const abort = new AbortController()
    lookUpToken(context, address, abort.signal).then(
      (token) => abort.signal.aborted || setFound(token),
      () => {}, // no node answers: nothing is found
    )
    return () => abort.abort()
  }, [context, address])
  return address !== undefined && found?.address === address ? found : undefined
}

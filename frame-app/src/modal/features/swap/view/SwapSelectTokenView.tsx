/** The token to give or to receive: suggestions, the account's own tokens, and all that the network lists. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { truncateAddress } from '../../../../shared/format/address.ts'
import { toDisplayAddress } from '../../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { SectionLabel } from '../../../../shared/ui/label/SectionLabel.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { ShowAll, useBeginning } from '../../../kit/lists/Beginning.tsx'
import { networksAtom } from '../../../session/state/network.ts'
import { tokensAtom, tokensOn } from '../../assets/state/tokens.ts'
import { watchTokens } from '../../assets/tokens.ts'
import { matcherOf, TokenPicker, TokenPicture, TokenRow } from '../../submit/view/TokenPicker.tsx'
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
  const tokens = draft && network && swappables(network, list.tokens, tokensOn(held, network.id, draft.account))
  const matches = matcherOf(query)
  const own = tokens?.own.filter(matches) ?? []
  const others = tokens?.others.filter(matches) ?? []
  const isEmpty = own.length + others.length === 0
  const unlisted = useUnlisted(network && isEmpty ? addressOn(network, query.trim()) : undefined)
  const { shown, isEnd, showAll } = useBeginning(others, first)
  if (!draft || !network || !tokens) return null
  const row = (token: Swappable) => (
    <TokenRow
      key={token.address}
      token={token}
      networkId={network.id}
      detail={
        isCurrency(token) ? token.symbol : `${token.symbol} · ${truncateAddress(toDisplayAddress(token.address))}`
      }
      selectedLabel={draft[side]?.address === token.address ? t('swapToken.chosen') : undefined}
      onClick={() => chooseSwapToken(context, side, token)}
    />
  )
  return (
    <TokenPicker
      of="swapToken"
      query={query}
      onQuery={setQuery}
      isEmpty={isEmpty && list.status === 'ready' && unlisted === undefined}
    >
      {query.trim() === '' && tokens.suggested.length > 0 && (
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
    </TokenPicker>
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

/** The tokens that the account can send (WalletSendSelectToken). */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SearchField } from '../../../../shared/ui/field/SearchField.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { pictureId } from '../../../kit/picture-id.ts'
import { tokensAtom } from '../../assets/state/tokens.ts'
import { watchTokens } from '../../assets/tokens.ts'
import { chooseToken } from '../send.ts'
import { draftAtom } from '../state/send.ts'
import { formAtom } from '../state/send-form.ts'
import { isSameAsset, type Sendable, sendables } from '../state/sendable.ts'
import styles from './Send.module.css'

export function SendSelectTokenView() {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const draft = useAtomValue(draftAtom)
  const network = useAtomValue(formAtom)?.network
  const held = useAtomValue(tokensAtom)
  const [query, setQuery] = useState('')
  useEffect(() => watchTokens(context), [context])
  if (!draft || !network) return null
  const known = held[draft.account]
  const tokens = sendables(network, known && 'tokens' in known ? known.tokens : [])
  const shown = tokens.filter((token) => matches(token, query.trim().toLowerCase()))
  return (
    <div className={styles.view}>
      <SearchField
        label={t('sendToken.search')}
        clearLabel={t('common.clear')}
        value={query}
        onChange={setQuery}
        autoFocus
        data-autofocus=""
      />
      {shown.length === 0 ? (
        <EmptyState icon="search" title={t('sendToken.empty.title')} text={t('sendToken.empty.text')} />
      ) : (
        <List label={t('sendToken.yours')}>
          {shown.map((token) => (
            <Row
              key={token.address ?? ''}
              start={
                <GatewayImage
                  path={token.icon}
                  id={pictureId(network.id, token.address)}
                  name={token.symbol}
                  size={32}
                />
              }
              title={<bdi>{toDisplayText(token.name)}</bdi>}
              detail={<bdi>{token.symbol}</bdi>}
              end={token.amount === '' ? undefined : formats.decimal(token.amount)}
              selectedLabel={
                draft.token && isSameAsset(network, draft.token.address, token.address)
                  ? t('networks.selected')
                  : undefined
              }
              onClick={() => chooseToken(context, token)}
            />
          ))}
        </List>
      )}
    </div>
  )
}

/** Searches symbol, name and address. */
const matches = ({ symbol, name, address }: Sendable, query: string): boolean =>
  [symbol, name, address ?? ''].some((text) => text.toLowerCase().includes(query))

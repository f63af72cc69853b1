/** Lists of tokens to choose from, with their search. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SearchField } from '../../../../shared/ui/field/SearchField.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import views from '../../../kit/lists/ListView.module.css'
import { pictureId } from '../../../kit/picture-id.ts'
import type { Choice, Listed } from '../form.ts'

type AnyToken = Choice<string | undefined>

interface TokenPickerProps {
  /** Group of the texts. */
  of: 'sendToken' | 'swapToken'
  query: string
  onQuery: (text: string) => void
  isEmpty: boolean
  children: ReactNode
}

export function TokenPicker({ of, query, onQuery, isEmpty, children }: TokenPickerProps) {
  const t = useAllMessages()
  return (
    <div className={views.form}>
      <SearchField
        label={t(`${of}.search`)}
        clearLabel={t('common.clear')}
        value={query}
        onChange={onQuery}
        autoFocus
        data-autofocus=""
      />
      {children}
      {isEmpty && <EmptyState icon="search" title={t(`${of}.empty.title`)} text={t(`${of}.empty.text`)} />}
    </div>
  )
}

/** Searches symbol, name and address. */
export function matcherOf(query: string): (token: AnyToken) => boolean {
  const wanted = query.trim().toLowerCase()
  return ({ symbol, name, address = '' }) => [symbol, name, address].some((text) => text.toLowerCase().includes(wanted))
}

interface TokenRowProps {
  token: Listed<AnyToken>
  networkId: string
  /** The second line. */
  detail: string
  /** Marks the chosen one. */
  selectedLabel: string | undefined
  onClick: () => void
}

export function TokenRow({ token, networkId, detail, selectedLabel, onClick }: TokenRowProps) {
  const { formats } = useLanguage()
  return (
    <Row
      start={<TokenPicture token={token} networkId={networkId} size={32} />}
      title={<bdi>{token.name}</bdi>}
      detail={<bdi>{detail}</bdi>}
      end={token.amount === '' ? undefined : formats.decimal(token.amount)}
      selectedLabel={selectedLabel}
      onClick={onClick}
    />
  )
}

export function TokenPicture({ token, networkId, size }: { token: AnyToken; networkId: string; size: 20 | 32 }) {
  const { address, icon, symbol } = token
  const id = pictureId(networkId, address === nativeToken ? undefined : address)
  return <GatewayImage path={icon} id={id} name={symbol} size={size} />
}

/** The tokens that the account can send (WalletSendSelectToken). */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { List } from '../../../../shared/ui/list/List.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { tokensAtom, tokensOn } from '../../assets/state/tokens.ts'
import { watchTokens } from '../../assets/tokens.ts'
import { matcherOf, TokenPicker, TokenRow } from '../../submit/view/TokenPicker.tsx'
import { chooseToken } from '../send.ts'
import { draftAtom } from '../state/send.ts'
import { formAtom } from '../state/send-form.ts'
import { isSameAsset, sendables } from '../state/sendable.ts'

export function SendSelectTokenView() {
  const context = useModal()
  const t = useAllMessages()
  const draft = useAtomValue(draftAtom)
  const network = useAtomValue(formAtom)?.network
  const held = useAtomValue(tokensAtom)
  const [query, setQuery] = useState('')
  useEffect(() => watchTokens(context), [context])
  if (!draft || !network) return null
  const { account, token: chosen } = draft
  const shown = sendables(network, tokensOn(held, network.id, account)).filter(matcherOf(query))
  return (
    <TokenPicker of="sendToken" query={query} onQuery={setQuery} isEmpty={shown.length === 0}>
      {shown.length > 0 && (
        <List label={t('sendToken.yours')}>
          {shown.map((token) => (
            <TokenRow
              key={token.address ?? ''}
              token={token}
              networkId={network.id}
              detail={token.symbol}
              selectedLabel={
                chosen && isSameAsset(network, chosen.address, token.address) ? t('networks.selected') : undefined
              }
              onClick={() => chooseToken(context, token)}
            />
          ))}
        </List>
      )}
    </TokenPicker>
  )
}

/** The payment form: token, amount, and recipient. Its button shows what is missing. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import type { ModalContext } from '../../../core/context.ts'
import { useModal } from '../../../core/modal-context.ts'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { useFees } from '../../../kit/use-figures.ts'
import { canSend } from '../../../session/ask-chain.ts'
import { go } from '../../../session/navigate.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { isUnderWay } from '../../submit/form.ts'
import { AmountWell, Balance, shorten, TakeAll, useAmountProblem } from '../../submit/view/AmountWell.tsx'
import { FormView, Prepared } from '../../submit/view/FormView.tsx'
import { startDraft, takeMost, turnUnit, typeAmount, watchDraft } from '../send.ts'
import { reviewDraft } from '../send-review.ts'
import { type Draft, draftAtom, factsAtom, foundAtom, sendingAtom } from '../state/send.ts'
import { type Form, formAtom } from '../state/send-form.ts'
import { RecipientField } from './RecipientField.tsx'

export function SendView() {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(draftAtom)
  if (!connection) return <NotConnected />
  if (!draft && !canSend(context, connection))
    return <EmptyState icon="info" title={t('send.unavailable.title')} text={t('send.unavailable.text')} />
  return (
    <Prepared begin={begin}>
      <Fields connection={connection} />
    </Prepared>
  )
}

function begin(context: ModalContext) {
  startDraft(context)
  return watchDraft(context)
}

function Fields({ connection: { wallet } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const [draft, form, found, sending] = [
    useAtomValue(draftAtom),
    useAtomValue(formAtom),
    useAtomValue(foundAtom),
    useAtomValue(sendingAtom),
  ]
  if (!draft || !form) return null
  const { problem, network, missingGas } = form
  const isBusy = isUnderWay(sending)
  const label = () => {
    // What was typed is a name, not an address.
    if (problem === 'invalidAddress' && found.status === 'invalid' && found.why !== 'form')
      return t(found.why === 'name' ? 'send.button.name' : 'send.button.unconfirmed')
    return t(`send.button.${problem ?? 'preview'}`)
  }
  return (
    <FormView
      of="send"
      draft={draft}
      form={form}
      progress={sending}
      wallet={wallet.name}
      label={label()}
      canPress={problem === undefined || problem === 'selectToken'}
      isLooking={found.status === 'looking'}
      onSubmit={() =>
        problem === 'selectToken' ? go.push(context, { view: 'SendSelectToken' }) : reviewDraft(context)
      }
    >
      <AmountField draft={draft} form={form} isBusy={isBusy} />
      <RecipientField draft={draft} network={network} found={found} isBusy={isBusy} />
      {problem === 'gas' && missingGas !== '0' && (
        <Notice tone="caution">{t('send.gas', { amount: missingGas, symbol: network.currency.symbol })}</Notice>
      )}
    </FormView>
  )
}

interface AmountFieldProps {
  draft: Draft
  form: Form
  isBusy: boolean
}

/** In the token or in dollars, or all of it. */
function AmountField({ draft, form, isBusy }: AmountFieldProps) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const { token, unit } = draft
  const symbol = token?.symbol ?? ''
  const dollars = t('send.dollars')
  const facts = useAtomValue(factsAtom)
  const isInToken = unit === 'token'
  // If only the wallet knows the fee, the largest amount of the currency cannot be computed.
  const canTakeMost = facts.status !== 'ready' || token?.address !== undefined || facts.cost !== undefined
  const other = form.other ?? '0'
  const otherText = isInToken ? formats.fiat(Number(other)) : `${formats.decimal(shorten(other))} ${symbol}`
  const decimals = isInToken || form.decimals === undefined ? form.decimals : 2
  return (
    <AmountWell
      label={t('send.amount', { unit: isInToken ? symbol : dollars })}
      value={form.text}
      onChange={(text) => typeAmount(context, text)}
      hint={useHint(draft, form)}
      error={useAmountProblem(form.amount, isInToken ? symbol : dollars, decimals)}
      isBusy={isBusy}
      token={token}
      networkId={form.network.id}
      tokenLabel={token ? t('send.token', { symbol }) : t('send.token.none')}
      tokenKey="token"
      onToken={() => go.push(context, { view: 'SendSelectToken' })}
      balance={
        <Balance
          symbol={symbol}
          side={facts.status === 'ready' ? facts.holding : undefined}
          hasFailed={facts.status === 'failed'}
        />
      }
    >
      {token?.price !== undefined && (
        <Button
          size="compact"
          variant="quiet"
          aria-label={`${otherText}. ${t('send.turn', { unit: isInToken ? dollars : symbol })}`}
          onClick={() => turnUnit(context)}
        >
          {otherText}
        </Button>
      )}
      {canTakeMost && <TakeAll onPress={() => takeMost(context)} />}
    </AmountWell>
  )
}

/** What stays in the account when "all of it" is sent. */
function useHint({ isMax, token }: Draft, { network }: Form): string | undefined {
  const t = useAllMessages()
  const facts = useAtomValue(factsAtom)
  const { decimals, symbol } = network.currency
  const fees = useFees(decimals)
  if (!isMax || facts.status !== 'ready') return undefined
  if (token?.address !== undefined || !facts.cost) return t('send.max.free')
  return t('send.max.note', { fee: `${fees(facts.cost.most)} ${symbol}` })
}

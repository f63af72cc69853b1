/** The payment form: token, amount, and recipient. Its button shows what is missing. */

import { useAtomValue } from 'jotai'
import type { FormEvent } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import type { ModalContext } from '../../../core/context.ts'
import { useModal } from '../../../core/modal-context.ts'
import { DraftNotes } from '../../../kit/figures/DraftNotes.tsx'
import { Prepared } from '../../../kit/figures/Prepared.tsx'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { canSend } from '../../../session/ask-chain.ts'
import { go } from '../../../session/navigate.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { MoreCoins } from '../../buy/view/MoreCoins.tsx'
import { chooseNetwork } from '../../networks/switch-network.ts'
import { isUnderWay } from '../../submit/form.ts'
import { startDraft, watchDraft } from '../send.ts'
import { reviewDraft } from '../send-review.ts'
import { draftAtom, foundAtom, sendingAtom } from '../state/send.ts'
import { formAtom } from '../state/send-form.ts'
import { AmountField } from './AmountField.tsx'
import { RecipientField } from './RecipientField.tsx'
import styles from './Send.module.css'

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
      <Form connection={connection} />
    </Prepared>
  )
}

function begin(context: ModalContext) {
  startDraft(context)
  return watchDraft(context)
}

function Form({ connection: { wallet } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const [draft, form, found, sending] = [
    useAtomValue(draftAtom),
    useAtomValue(formAtom),
    useAtomValue(foundAtom),
    useAtomValue(sendingAtom),
  ]
  if (!draft || !form) return null
  const { problem, network, mustSwitch, missingGas } = form
  const isBusy = isUnderWay(sending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mustSwitch) context.scope.run(chooseNetwork(context, network.id))
    else if (problem === 'selectToken') go.push(context, { view: 'SendSelectToken' })
    else reviewDraft(context)
  }
  // Only with these two problems can it be pressed; the others wait for a field.
  const canPress = mustSwitch || problem === undefined || problem === 'selectToken'
  const label = () => {
    if (isBusy) return t('send.button.underWay', { wallet: wallet.name })
    if (mustSwitch) return t('send.switch', { network: network.name })
    // What was typed is a name, not an address.
    if (problem === 'invalidAddress' && found.status === 'invalid' && found.why !== 'form')
      return t(found.why === 'name' ? 'send.button.name' : 'send.button.unconfirmed')
    return t(`send.button.${problem ?? 'preview'}`)
  }
  return (
    <SteadyView onSubmit={submit}>
      <div className={styles.view}>
        <DraftNotes of="send" draft={draft} />
        <AmountField draft={draft} form={form} isBusy={isBusy} />
        <RecipientField draft={draft} network={network} found={found} isBusy={isBusy} />
        {problem === 'gas' && missingGas !== '0' && (
          <Notice tone="caution">
            <span>{t('send.gas', { amount: missingGas, symbol: network.currency.symbol })}</span>
          </Notice>
        )}
        {problem === 'gas' && <MoreCoins network={network} />}
      </div>
      <ViewFooter>
        {mustSwitch && (
          <Notice tone="note">
            <span>{t('send.switch.text', { wallet: wallet.name })}</span>
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={isBusy || found.status === 'looking'}
          aria-disabled={!canPress || isBusy || found.status === 'looking'}
          data-focus-key="review"
        >
          {label()}
        </Button>
      </ViewFooter>
    </SteadyView>
  )
}

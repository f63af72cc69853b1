/** Fills in another payment like an earlier one. Offered where the account can send. */
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { optionsAtom } from '../../../core/options.ts'
import { canSend } from '../../../session/ask-chain.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import type { ActivityEntry, PastPayment } from '../../ledger/state/activity.ts'

export function SendAgain({ entry: { payment, status } }: { entry: ActivityEntry }) {
  const context = useModal()
  const connection = useAtomValue(activeConnectionAtom)
  const isOffered = useAtomValue(optionsAtom)?.features.send === true
  // A payment that is pending, or that the network has lost, may still go through: a second one would pay twice.
  const isOver = status === 'confirmed' || status === 'failed'
  if (!payment || !isOver || !isOffered || !connection || !canSend(context, connection)) return null
  return <Offer payment={payment} />
}

function Offer({ payment }: { payment: PastPayment }) {
  const context = useModal()
  const t = useAllMessages()
  const { token } = payment
  // The form names the token as the account's list does.
  useEffect(() => {
    if (token !== undefined)
      context.scope.run(import('../../assets/tokens.ts').then(({ refreshTokens }) => refreshTokens(context)))
  }, [context, token])
  return (
    <Button
      icon="refresh"
      data-focus-key="send-again"
      onClick={() =>
        context.scope.run(import('../../send/send.ts').then(({ sendAgain }) => sendAgain(context, payment)))
      }
    >
      {t('transaction.sendAgain')}
    </Button>
  )
}

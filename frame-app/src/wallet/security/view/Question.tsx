/** A second press, for what cannot be undone here. */
import type { ReactNode } from 'react'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { SecurityTrouble } from '../trouble.ts'
import { TroubleNote } from './TroubleNote.tsx'

interface QuestionProps {
  title: ReactNode
  text: ReactNode
  confirmLabel: string
  isBusy: boolean
  trouble: SecurityTrouble | undefined
  onConfirm: () => void
  onKeep: () => void
  onSignIn: () => void
}

export function Question({ title, text, confirmLabel, isBusy, trouble, onConfirm, onKeep, onSignIn }: QuestionProps) {
  const t = useWalletMessages()
  return (
    <EmptyState heading="h1" icon="warning" tone="caution" title={title} text={text}>
      <TroubleNote trouble={trouble} />
      {trouble === 'needsLogin' ? (
        <Button variant="primary" onClick={onSignIn}>
          {t('security.signInAgain')}
        </Button>
      ) : (
        <Button variant="danger" busy={isBusy} onClick={onConfirm}>
          {isBusy ? t('security.removing') : confirmLabel}
        </Button>
      )}
      <Button onClick={onKeep}>{t('security.keep')}</Button>
    </EmptyState>
  )
}

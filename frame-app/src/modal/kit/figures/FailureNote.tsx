/** A payment or a swap that would fail, with the reason of the contract. */
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Notice } from '../../../shared/ui/note/Notice.tsx'

interface FailureNoteProps {
  /** Group of the texts. */
  of: 'sendReview' | 'swapReview'
  /** Not to be trusted; may be empty. */
  reason: string
}

export function FailureNote({ of, reason }: FailureNoteProps) {
  const t = useAllMessages()
  const why = toDisplayText(reason, { max: 160 })
  return (
    <Notice tone="negative">
      <span>{why === '' ? t(`${of}.fails`) : t(`${of}.fails.reason`, { reason: why })}</span>
      <span>{t(`${of}.fails.text`)}</span>
    </Notice>
  )
}

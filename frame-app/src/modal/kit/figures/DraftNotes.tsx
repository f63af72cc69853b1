/** What the user did not do in a form: the account has changed, or the page has filled it in. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Notice } from '../../../shared/ui/note/Notice.tsx'
import { hostOriginAtom } from '../../core/options.ts'

interface DraftNotesProps {
  /** Group of the texts. */
  of: 'send' | 'swap'
  draft: { readonly hasMoved: boolean; readonly isFromPage: boolean }
}

export function DraftNotes({ of, draft }: DraftNotesProps) {
  const t = useAllMessages()
  const origin = useAtomValue(hostOriginAtom)
  return (
    <>
      {draft.hasMoved && (
        <Notice tone="caution">
          <span>{t('send.note.account')}</span>
        </Notice>
      )}
      {draft.isFromPage && (
        <Notice tone="caution">
          <span>{t(`${of}.note.page`, { origin })}</span>
        </Notice>
      )}
    </>
  )
}

/** A button that copies the report. If the clipboard is not available, the text is shown so that it can be copied by hand. */
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { CopyButton } from '../../../shared/ui/copy/CopyButton.tsx'
import { SelectedText } from '../../../shared/ui/copy/SelectedText.tsx'
import { useModal } from '../../core/modal-context.ts'
import { toast } from '../../session/notify.ts'
import type { Report } from './report.ts'

export function CopyReport({ report }: { report: Report }) {
  const context = useModal()
  const t = useAllMessages()
  const [isByHand, setByHand] = useState(false)
  const text = JSON.stringify(report, null, 2)
  return (
    <>
      <CopyButton
        variant="primary"
        value={text}
        label={t('help.copy')}
        copiedLabel={t('common.copied')}
        onCopy={(outcome) => {
          setByHand(outcome === 'failed')
          if (outcome === 'copied') toast(context, 'success', 'toast.reportCopied')
        }}
      />
      {isByHand && <SelectedText label={t('help.report')} value={text} hint={t('help.copyByHand')} />}
    </>
  )
}

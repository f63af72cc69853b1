/** Copies the address, or the request for an amount, and shares it with another app if the browser and the page's policy allow it. */
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { CopyButton } from '../../../../shared/ui/copy/CopyButton.tsx'
import { SelectedText } from '../../../../shared/ui/copy/SelectedText.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { toast } from '../../../session/notify.ts'
import styles from './ReceiveView.module.css'

export function HandOut({ text, isRequest }: { text: string; isRequest: boolean }) {
  const context = useModal()
  const t = useAllMessages()
  const [byHand, setByHand] = useState<string>()
  const share = () => {
    navigator.share({ text }).catch((error: unknown) => {
      // Closing the browser's share dialog is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setByHand(text)
    })
  }
  return (
    <ViewFooter>
      {byHand === text && <SelectedText label={t('receive.copy')} value={text} hint={t('receive.copyByHand')} />}
      <div className={styles.actions}>
        <CopyButton
          variant="primary"
          value={text}
          label={t(isRequest ? 'receive.copy.request' : 'receive.copy')}
          copiedLabel={t('common.copied')}
          onCopy={(outcome) => {
            setByHand(outcome === 'failed' ? text : undefined)
            if (outcome === 'copied' && !isRequest) toast(context, 'success', 'toast.addressCopied')
          }}
        />
        {canShare(text) && (
          <Button icon="external" onClick={share}>
            {t('receive.share')}
          </Button>
        )}
      </div>
    </ViewFooter>
  )
}

/** Also false if the page's policy keeps the frame from sharing. */
const canShare = (text: string): boolean =>
  typeof navigator.share === 'function' && typeof navigator.canShare === 'function' && navigator.canShare({ text })

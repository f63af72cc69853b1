import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { CopyButton } from '../../../../shared/ui/copy/CopyButton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { toast } from '../../../session/notify.ts'
import styles from './Names.module.css'

export function OwnName({ name }: { name: string }) {
  const context = useModal()
  const t = useAllMessages()
  return (
    <>
      <p className={styles.own}>
        <bdi dir="ltr">{name}</bdi>
      </p>
      <CopyButton
        value={name}
        label={t('names.copy')}
        copiedLabel={t('common.copied')}
        onCopy={(outcome) => {
          if (outcome === 'failed') toast(context, 'error', 'toast.copyFailed')
        }}
      />
    </>
  )
}

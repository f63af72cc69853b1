/** What the registry reports about the name in the field, and similar names that are free. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Badge } from '../../../../shared/ui/badge/Badge.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { lookAgain, typeName } from '../names.ts'
import { namingAtom } from '../state/naming.ts'
import styles from './Names.module.css'

export function Availability() {
  const context = useModal()
  const t = useAllMessages()
  const { lookup, suffix } = useAtomValue(namingAtom)
  const isKnown = lookup.status === 'free' || lookup.status === 'taken'
  return (
    <>
      {/* Always rendered, so that screen readers announce a text that appears in it. */}
      <output className={styles.found}>
        {isKnown && (
          <>
            <bdi dir="ltr" className={styles.name}>
              {lookup.name}
            </bdi>
            <Badge tone={lookup.status === 'free' ? 'positive' : 'caution'}>
              {t(lookup.status === 'free' ? 'names.available' : 'names.registered')}
            </Badge>
          </>
        )}
        {lookup.status === 'looking' && <span className={styles.note}>{t('names.looking')}</span>}
        {lookup.status === 'failed' && <span className={styles.failed}>{lookup.said ?? t('names.lookup.failed')}</span>}
      </output>
      {lookup.status === 'failed' && (
        <Button size="compact" variant="quiet" icon="refresh" onClick={() => lookAgain(context)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {lookup.status === 'taken' && lookup.alternatives.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would group fields, and these are buttons
        <div className={styles.chips} role="group" aria-label={t('names.alternatives')}>
          {lookup.alternatives.map((label) => (
            <Chip key={label} title={label + suffix} onClick={() => typeName(context, label)}>
              {label}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}

/** In the frame: opens the wallet's own window, where the page itself is shown. */
import { ApproveGate } from '../../../shared/approve/ApproveGate.tsx'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { IconName } from '../../../shared/ui/icon/Icon.tsx'
import type { Place } from './Question.tsx'
import styles from './SecurityView.module.css'

interface DoorProps {
  icon: IconName
  title: string
  text: string
  place: Extract<Place, { kind: 'frame' }>
  onLeave: () => void
}

export function Door({ icon, title, text, place, onLeave }: DoorProps) {
  const t = useExportMessages()
  const { window, onWindow } = place
  return (
    <div className={styles.gated}>
      <ApproveGate
        approveLabel={t('export.open')}
        declineLabel={t('security.notNow')}
        onApprove={onWindow}
        onDecline={onLeave}
        onWindow={onWindow}
        opensWindow
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.asked} data-words aria-label={t('security.question')} tabIndex={0}>
          <EmptyState heading="h1" icon={icon} title={title} text={text} />
          {(window === 'blocked' || window === 'severed') && (
            <p className={styles.note} role="status">
              {t(window === 'blocked' ? 'approval.window.blocked' : 'security.window.severed')}
            </p>
          )}
        </section>
      </ApproveGate>
    </div>
  )
}

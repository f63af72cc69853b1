/** What stands in place of the history: it is loading, missing or empty. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { refreshActivity } from '../../flows/activity.ts'
import { hasGateway } from '../../flows/gateway.ts'
import { useModal } from '../../modal-context.ts'
import { activeActivityAtom } from '../../state/activity.ts'
import { activeNetworkAtom } from '../../state/network.ts'
import { shownActivityAtom } from '../../state/shown-activity.ts'
import { Age } from '../account/Age.tsx'
import styles from './Activity.module.css'

/** @param rows of the skeleton */
export function ActivityNotice({ rows }: { rows: number }) {
  const context = useModal()
  const t = useAllMessages()
  const activity = useAtomValue(activeActivityAtom)
  const { made, history } = useAtomValue(shownActivityAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? ''
  if (!hasGateway(context)) return <p className={styles.note}>{t('activity.notOffered')}</p>
  switch (activity?.status) {
    case undefined:
    case 'loading':
      return (
        <output className={styles.loading} aria-busy="true" aria-label={t('activity.loading')}>
          <Skeleton shape="tallRow" count={rows} />
        </output>
      )
    case 'unsupported':
      return <p className={styles.note}>{t('activity.unsupported', { network })}</p>
    case 'failed':
      return (
        <div className={styles.note}>
          <p>{t('activity.failed')}</p>
          <Refresh />
        </div>
      )
    case 'stale':
      return (
        <div className={styles.note}>
          <Age key={activity.asOf} at={activity.asOf} />
          <Refresh />
        </div>
      )
    case 'ready':
      return made.length + history.length === 0 ? (
        <EmptyState icon="info" title={t('activity.empty.title')} text={t('activity.empty.text')} />
      ) : null
  }
}

function Refresh() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Button
      size="compact"
      variant="quiet"
      icon="refresh"
      onClick={() => void refreshActivity(context, { isAsked: true })}
    >
      {t('common.refresh')}
    </Button>
  )
}

/** Shown in place of the history while it is loading, missing or empty. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { hasGateway } from '../../../core/api/project-gateway.ts'
import { useModal } from '../../../core/modal-context.ts'
import { ListNotice } from '../../../kit/lists/ListNotice.tsx'
import { activeNetworkAtom } from '../../../session/state/network.ts'
import { activeActivityAtom } from '../../ledger/state/activity.ts'
import { refreshActivity } from '../activity.ts'
import { shownActivityAtom } from '../state/shown-activity.ts'

/** @param rows of the skeleton */
export function ActivityNotice({ rows }: { rows: number }) {
  const context = useModal()
  const t = useAllMessages()
  const activity = useAtomValue(activeActivityAtom)
  const { pending, settled } = useAtomValue(shownActivityAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? ''
  if (!hasGateway(context)) return <Note>{t('activity.notOffered')}</Note>
  if (activity?.status === 'ready' && pending.length + settled.length === 0)
    return <EmptyState icon="info" title={t('activity.empty.title')} text={t('activity.empty.text')} />
  return (
    <ListNotice
      state={activity}
      rows={rows}
      loading={t('activity.loading')}
      failed={t('activity.failed')}
      unsupported={t('activity.unsupported', { network })}
      onRefresh={() => context.scope.run(refreshActivity(context, { isAsked: true }))}
    />
  )
}

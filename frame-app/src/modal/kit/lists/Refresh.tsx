import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'

/** Reads a list or a figure again. Placed beside the notice about it. */
export function Refresh({ onRefresh }: { onRefresh: () => void }) {
  const t = useAllMessages()
  return (
    <Button size="compact" variant="quiet" icon="refresh" onClick={onRefresh}>
      {t('common.refresh')}
    </Button>
  )
}

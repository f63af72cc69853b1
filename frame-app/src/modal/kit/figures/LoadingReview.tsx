/** A review that is being made: its lines, and its actions in their place. Only the way back can be pressed. */
import { Button } from '../../../shared/ui/button/Button.tsx'
import { ViewFooter } from '../../../shared/ui/shell/ViewFooter.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../core/modal-context.ts'
import { go } from '../../session/navigate.ts'
import styles from './figures.module.css'

interface LoadingReviewProps {
  /** For screen readers: what is awaited. */
  label: string
  lines: number
  cancel: string
  action: string
  focusKey: string
  /** Of the finished review's content. */
  className: string | undefined
}

export function LoadingReview({ label, lines, cancel, action, focusKey, className }: LoadingReviewProps) {
  const context = useModal()
  return (
    <>
      <output className={className} aria-busy="true" aria-label={label}>
        <Skeleton shape="tallRow" count={lines} />
      </output>
      <ViewFooter>
        <div className={styles.actions}>
          <Button onClick={() => go.back(context)}>{cancel}</Button>
          <Button variant="primary" aria-disabled={true} data-focus-key={focusKey}>
            {action}
          </Button>
        </div>
      </ViewFooter>
    </>
  )
}

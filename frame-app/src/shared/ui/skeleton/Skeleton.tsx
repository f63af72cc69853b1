import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** The final size of the content, so that nothing moves when it loads. */
  shape: 'text' | 'amount' | 'square' | 'row' | 'tallRow'
  /** How many, one below another. */
  count?: number | undefined
}

/** Hidden from screen readers: the region that waits has `aria-busy` and makes one announcement. */
export function Skeleton({ shape, count = 1 }: SkeletonProps) {
  return (
    <span className={styles.group} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical pieces without state of their own
        <span key={index} className={styles.piece} data-shape={shape}>
          {(shape === 'row' || shape === 'tallRow') && (
            <>
              <span className={styles.icon} />
              <span className={styles.line} />
            </>
          )}
        </span>
      ))}
    </span>
  )
}

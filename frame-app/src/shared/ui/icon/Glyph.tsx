import { classes } from '../base/classes.ts'
import styles from './Icon.module.css'

export interface GlyphProps {
  /** An outline on a 20 × 20 grid. */
  path: string
  /** Mirrored in right-to-left languages. */
  mirrored?: boolean | undefined
  size?: 16 | 20 | 24 | 32 | undefined
  className?: string | undefined
}

/** Always decorative: the control or the text beside it has the accessible name. */
export function Glyph({ path, mirrored, size = 20, className }: GlyphProps) {
  return (
    <svg
      className={classes(styles.icon, mirrored && styles.mirrored, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

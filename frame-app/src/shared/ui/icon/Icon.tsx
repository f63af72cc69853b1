import { classes } from '../base/classes.ts'
import styles from './Icon.module.css'
import { type IconName, mirrored, paths } from './paths.ts'

export type { IconName } from './paths.ts'

export interface IconProps {
  name: IconName
  size?: 16 | 20 | 24 | 32 | undefined
  className?: string | undefined
}

/** Always decorative: the control or the text beside it has the accessible name. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      className={classes(styles.icon, mirrored.has(name) && styles.mirrored, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

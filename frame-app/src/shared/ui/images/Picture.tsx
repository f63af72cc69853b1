import { type ReactNode, useState } from 'react'
import { classes } from '../base/classes.ts'
import { hueOf, monogramOf, readImageSource } from './image-source.ts'
import styles from './Picture.module.css'

export interface PictureProps {
  src?: string | undefined
  /** Gives the monogram its letter. The picture itself is decoration: the name stands beside it. */
  name: string
  /** Gives the monogram its colour; the same for one wallet or network everywhere. */
  id: string
  size: 16 | 20 | 24 | 32 | 40 | 56 | 64
  shape: 'squircle' | 'round'
  /** Docked at the bottom end, such as the network of a token. */
  badge?: ReactNode | undefined
  className?: string | undefined
}

/** An image over its own stand-in: until it is decoded, and whenever it fails, the monogram shows. */
export function Picture({ src, name, id, size, shape, badge, className }: PictureProps) {
  const source = readImageSource(src, location.origin)
  const [drawn, setDrawn] = useState<{ source: string; outcome: 'loaded' | 'failed' }>()
  const outcome = drawn?.source === source ? drawn?.outcome : undefined
  return (
    <span className={classes(styles.picture, className)} data-size={size} data-shape={shape} aria-hidden="true">
      {/* React sets this through CSSOM, which the policy allows; the value is a number of ours. */}
      <span className={styles.face} style={{ '--hue': hueOf(id) } as Record<`--${string}`, number>}>
        {outcome !== 'loaded' && monogramOf(name)}
        {source !== undefined && outcome !== 'failed' && (
          <img
            className={styles.image}
            src={source}
            alt=""
            draggable={false}
            decoding="async"
            data-loaded={outcome === 'loaded' || undefined}
            onLoad={() => setDrawn({ source, outcome: 'loaded' })}
            onError={() => setDrawn({ source, outcome: 'failed' })}
          />
        )}
      </span>
      {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    </span>
  )
}

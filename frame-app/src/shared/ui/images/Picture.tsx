import { type ReactNode, useState } from 'react'
import { classes } from '../base/classes.ts'
import { hueOf, monogramOf, readImageSource } from './image-source.ts'
import styles from './Picture.module.css'

export interface PictureProps {
  src?: string | undefined
  /** Its first letter is the monogram. The picture itself is decorative: the name is shown beside it. */
  name: string
  /** Determines the colour of the monogram, the same for one wallet or network everywhere. */
  id: string
  size: 16 | 20 | 24 | 32 | 40 | 56 | 64
  shape: 'squircle' | 'round'
  /** Shown at the bottom end corner, such as the network of a token. */
  badge?: ReactNode | undefined
  className?: string | undefined
}

/** An image with a monogram as its fallback, shown until the image is loaded and if it fails. */
export function Picture({ src, name, id, size, shape, badge, className }: PictureProps) {
  const source = readImageSource(src, location.origin)
  const [drawn, setDrawn] = useState<{ source: string; outcome: 'loaded' | 'failed' }>()
  const outcome = drawn?.source === source ? drawn?.outcome : undefined
  return (
    <span className={classes(styles.picture, className)} data-size={size} data-shape={shape} aria-hidden="true">
      {/* React sets this style through CSSOM, which the policy allows; the value is a number computed here. */}
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

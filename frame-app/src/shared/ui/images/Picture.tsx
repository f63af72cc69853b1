import { type ReactNode, useState } from 'react'
import { hueOf, monogramOf, readImageSource } from './image-source.ts'
import styles from './Picture.module.css'

export interface PictureProps {
  src?: string | undefined
  /** Its first letter is the monogram. The picture itself is decorative: the name is shown beside it. */
  name: string
  /** Determines the colour of the monogram, the same for one wallet or network everywhere. */
  id: string
  size: 20 | 24 | 32 | 40 | 56 | 64
  shape: 'squircle' | 'round'
  /** Shown at the bottom end corner, such as the network of a token. */
  badge?: ReactNode | undefined
}

/** Drawn before: the browser still has them, so a view that draws one again shows no monogram for a moment. */
const known = new Set<string>()

/** An image with a monogram as its fallback, shown until the image is loaded and if it fails. */
export function Picture({ src, name, id, size, shape, badge }: PictureProps) {
  const source = readImageSource(src, location.origin)
  /** The source that was loaded here, or has failed. */
  const [settled, setSettled] = useState<string>()
  const isLoaded = source !== undefined && known.has(source)
  return (
    <span
      className={styles.picture}
      data-size={size}
      data-shape={shape}
      aria-hidden="true"
      // React sets this style through CSSOM, which the policy allows; the values are made of numbers computed here.
      style={{ '--side': `${size / 16}rem`, '--hue': hueOf(id) } as Record<`--${string}`, string | number>}
    >
      <span className={styles.face}>
        {!isLoaded && monogramOf(name)}
        {source !== undefined && (isLoaded || settled !== source) && (
          <img
            className={styles.image}
            src={source}
            alt=""
            draggable={false}
            decoding={isLoaded ? 'sync' : 'async'}
            data-loaded={isLoaded || undefined}
            onLoad={() => {
              known.add(source)
              setSettled(source)
            }}
            onError={() => {
              known.delete(source)
              setSettled(source)
            }}
          />
        )}
      </span>
      {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    </span>
  )
}

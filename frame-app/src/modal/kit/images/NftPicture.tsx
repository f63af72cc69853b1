/** The picture of an NFT as a square over a coloured icon, which is visible until the picture has loaded, and if it fails. */
import { LazyIcon } from '../../../shared/ui/icon/LazyIcon.tsx'
import { hueOf } from '../../../shared/ui/images/image-source.ts'
import { GatewayLayer, type GatewayLayerProps } from './GatewayImage.tsx'
import styles from './NftPicture.module.css'

export interface NftPictureProps extends Pick<GatewayLayerProps, 'path'> {
  /** Determines the colour. */
  id: string
  /** `tile` and `view` fill the available width; the others are pixels. */
  size: keyof typeof sides
}

/** In CSS pixels. */
const sides = { 20: 20, 32: 32, 56: 56, tile: 112, view: 328 } as const

export function NftPicture({ path, id, size }: NftPictureProps) {
  return (
    <span
      className={styles.picture}
      data-size={size}
      aria-hidden="true"
      // React sets this style through CSSOM, which the policy allows; the value is a number computed here.
      style={{ '--hue': hueOf(id) } as Record<`--${string}`, number>}
    >
      <LazyIcon name="picture" size={size === 'tile' || size === 'view' ? 32 : 16} />
      <GatewayLayer path={path} side={sides[size]} fit={size === 'view' ? 'contain' : 'cover'} />
    </span>
  )
}

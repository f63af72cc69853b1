/** A picture from the project's gateway over a monogram, which is visible until the picture has loaded, and if it fails. */
import type { ReactNode } from 'react'
import { Picture, type PictureProps } from '../../../shared/ui/images/Picture.tsx'
import styles from './Gateway.module.css'
import { GatewayLayer, type GatewayLayerProps } from './GatewayLayer.tsx'

export interface GatewayImageProps extends Pick<PictureProps, 'name' | 'id' | 'size'>, Pick<GatewayLayerProps, 'path'> {
  shape?: PictureProps['shape'] | undefined
  /** Shown under the picture instead of the monogram. */
  fallback?: ReactNode | undefined
}

export function GatewayImage({ path, size, shape = 'round', fallback, ...monogram }: GatewayImageProps) {
  return (
    <span className={styles.frame} data-shape={shape}>
      {fallback ?? <Picture {...monogram} size={size} shape={shape} />}
      <GatewayLayer path={path} side={size} />
    </span>
  )
}

/** A picture from the project's gateway, over a monogram that is there before it, after it, and instead of it. */
import { type ReactNode, useState } from 'react'
import { Picture, type PictureProps } from '../../../shared/ui/images/Picture.tsx'
import { gatewayImage } from '../../api/gateway-image.ts'
import { useModal } from '../../modal-context.ts'
import styles from './GatewayImage.module.css'

export interface GatewayImageProps extends Pick<PictureProps, 'name' | 'id' | 'size'> {
  /** As the answer has it: what is not on the gateway is not loaded. */
  path: string | null | undefined
  shape?: PictureProps['shape'] | undefined
  /** Stands under the picture instead of the monogram. */
  fallback?: ReactNode | undefined
}

export function GatewayImage({ path, size, shape = 'round', fallback, ...monogram }: GatewayImageProps) {
  const { project } = useModal()
  const source = gatewayImage(path, { base: project.gatewayUrl, side: size })
  const [drawn, setDrawn] = useState<{ source: string; outcome: 'loaded' | 'failed' }>()
  const outcome = drawn?.source === source ? drawn?.outcome : undefined
  return (
    <span className={styles.frame} data-shape={shape}>
      {fallback ?? <Picture {...monogram} size={size} shape={shape} />}
      {source !== undefined && outcome !== 'failed' && (
        <img
          className={styles.image}
          src={source}
          alt=""
          width={size}
          height={size}
          draggable={false}
          decoding="async"
          loading="lazy"
          referrerPolicy="no-referrer"
          data-loaded={outcome === 'loaded' || undefined}
          onLoad={() => setDrawn({ source, outcome: 'loaded' })}
          onError={() => setDrawn({ source, outcome: 'failed' })}
        />
      )}
    </span>
  )
}

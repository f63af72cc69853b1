/** A picture from the project's gateway over a monogram, which is visible until the picture has loaded, and if it fails. */
import { type ReactNode, useState } from 'react'
import { Picture, type PictureProps } from '../../../shared/ui/images/Picture.tsx'
import { gatewayImage } from '../../core/api/gateway-image.ts'
import { useModal } from '../../core/modal-context.ts'
import styles from './Gateway.module.css'

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

export interface GatewayLayerProps {
  /** As in the answer; a picture that is not on the gateway is not loaded. */
  path: string | null | undefined
  /** In CSS pixels. */
  side: number
  fit?: 'cover' | 'contain' | undefined
}

/** Shown before: the browser still has them, so they need not be waited for, and nothing shows through for a moment. */
const known = new Set<string>()

/** Fills the nearest positioned box. What lies under it is visible until it has loaded, and if it fails. */
export function GatewayLayer({ path, side, fit = 'cover' }: GatewayLayerProps) {
  const { project } = useModal()
  const source = gatewayImage(path, { base: project.gatewayUrl, side })
  const [drawn, setDrawn] = useState<{ source: string; outcome: 'loaded' | 'failed' }>()
  if (source === undefined) return null
  const outcome = drawn?.source === source ? drawn.outcome : known.has(source) ? 'loaded' : undefined
  if (outcome === 'failed') return null
  return (
    <img
      className={styles.layer}
      src={source}
      alt=""
      draggable={false}
      decoding={outcome === 'loaded' ? 'sync' : 'async'}
      loading="lazy"
      referrerPolicy="no-referrer"
      data-fit={fit}
      data-loaded={outcome === 'loaded' || undefined}
      onLoad={() => {
        known.add(source)
        setDrawn({ source, outcome: 'loaded' })
      }}
      onError={() => {
        known.delete(source)
        setDrawn({ source, outcome: 'failed' })
      }}
    />
  )
}

/** A picture from the project's gateway. What lies under it is visible until it has loaded, and if it fails. */
import { useState } from 'react'
import { gatewayImage } from '../../core/api/gateway-image.ts'
import { useModal } from '../../core/modal-context.ts'
import styles from './Gateway.module.css'

export interface GatewayLayerProps {
  /** As in the answer; a picture that is not on the gateway is not loaded. */
  path: string | null | undefined
  /** In CSS pixels. */
  side: number
  fit?: 'cover' | 'contain' | undefined
}

/** Shown before: the browser still has them, so they need not be waited for, and nothing shows through for a moment. */
const known = new Set<string>()

/** Fills the nearest positioned box. */
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

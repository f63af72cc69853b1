import { type ReactNode, useMemo } from 'react'
import styles from './QrCode.module.css'
import { ghostShape, qrShape } from './qr-path.ts'

export interface QrCodeProps {
  /** What a camera reads; without it the place is kept by what only looks like a code. */
  value: string | undefined
  /** Its name for people who cannot see it. */
  label: string
  /** An icon of 40 in the middle, where the code is large enough to be read without what it covers. */
  mark?: ReactNode
  /** Stands over the place of a code that is not there: a state, or a button that brings one. */
  cover?: ReactNode
  /** How much of its time is left, 0 to 1: a thin line round the plate. */
  life?: number | undefined
}

const quietZone = 4
/** Between the quiet zone and the edge of the plate: the line has its place there. */
const margin = 1
/** Modules of the codes that stand here most: what keeps the place is as fine as they are. */
const ghostSize = 57

/** A code on a white plate, in the dark theme too: cameras want it so. */
export function QrCode({ value, label, mark, cover, life }: QrCodeProps) {
  const { size, path } = useMemo(() => (value === undefined ? ghostShape(ghostSize) : qrShape(value)), [value])
  const edge = quietZone + margin
  const side = size + 2 * edge
  return (
    <div className={styles.plate} data-ghost={value === undefined || undefined}>
      <svg
        className={styles.code}
        viewBox={`${-edge} ${-edge} ${side} ${side}`}
        role="img"
        aria-label={label}
        aria-hidden={value === undefined || undefined}
        focusable="false"
      >
        <path className={styles.modules} d={path} shapeRendering="crispEdges" />
        {life !== undefined && (
          <rect
            className={styles.life}
            x={0.5 - edge}
            y={0.5 - edge}
            width={side - 1}
            height={side - 1}
            rx="2"
            pathLength="100"
            strokeDasharray={`${Math.round(life * 1000) / 10} 100`}
          />
        )}
      </svg>
      {mark !== undefined && value !== undefined && <span className={styles.mark}>{mark}</span>}
      {cover !== undefined && <div className={styles.cover}>{cover}</div>}
    </div>
  )
}

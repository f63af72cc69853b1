import { type ReactNode, useMemo } from 'react'
import styles from './QrCode.module.css'
import { ghostShape, qrShape } from './qr-path.ts'

export interface QrCodeProps {
  /** The content of the code; without it, a placeholder that only looks like a code is shown. */
  value: string | undefined
  /** The accessible name. */
  label: string
  /** An icon of 40 px in the middle of a large code. Error correction makes up for the modules that it covers. */
  mark?: ReactNode
  /** Shown over the placeholder: a state, or a button that requests a code. */
  cover?: ReactNode
  /** `M` for a code that is renewed and may hold an icon, `Q` for an address, where a wrong reading costs money. */
  correction?: 'M' | 'Q' | undefined
  /** Fraction of the remaining lifetime, 0 to 1: a thin line round the plate. */
  life?: number | undefined
}

const quietZone = 4
/** Space for the line, between the quiet zone and the edge of the plate. */
const margin = 1
/** Size of the placeholder in modules, as in most pairing codes. */
const ghostSize = 57

/** A QR code on a white plate, even in the dark theme, because cameras need it. */
export function QrCode({ value, label, mark, cover, correction, life }: QrCodeProps) {
  const { size, path } = useMemo(
    () => (value === undefined ? ghostShape(ghostSize) : qrShape(value, correction)),
    [value, correction],
  )
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

/** QR codes as outlines for one SVG path: one rectangle per run of dark modules. Coordinates are modules. */
import { encode } from 'uqr'

export interface QrShape {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  readonly path: string
}

/** @param correction at least this level of error correction, or a higher one if the code does not get larger */
export function qrShape(text: string, correction: 'M' | 'Q' = 'M'): QrShape {
  const { size, data } = encode(text, { ecc: correction, boostEcc: true, border: 0 })
  return { size, path: toPath(data) }
}

/** A placeholder that looks like a code of this size but cannot be scanned. */
export function ghostShape(size: number): QrShape {
  const isEye = (x: number, y: number) =>
    [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ].some(([cx = 0, cy = 0]) => Math.max(Math.abs(x - cx), Math.abs(y - cy)) <= 3)
  const data = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => isEye(x, y) || isDark(y * size + x)),
  )
  return { size, path: toPath(data) }
}

/** Half of the modules, without a visible pattern; always the same ones. */
function isDark(index: number): boolean {
  const mixed = Math.imul(index + 1, 0x9e3779b1)
  return ((Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 13) & 1) === 1
}

function toPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x] === true) x++
      if (x > start) runs.push(`M${start} ${y}h${x - start}v1h${start - x}z`)
    }
  })
  return runs.join('')
}

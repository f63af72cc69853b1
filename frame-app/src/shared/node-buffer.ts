/** Provides Node's global `Buffer`, which some libraries need and browsers lack. Call it before any of them runs. */
import { Buffer } from 'buffer/'

export function provideBuffer(): void {
  if (!('Buffer' in globalThis)) Object.defineProperty(globalThis, 'Buffer', { value: Buffer, configurable: true })
}

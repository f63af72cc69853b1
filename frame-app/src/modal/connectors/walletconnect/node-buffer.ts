/** The client reads and writes signed objects with a global of Node, which a browser does not have. Loaded before the first of them. */
import { Buffer } from 'buffer/'

export function provideBuffer(): void {
  if (!('Buffer' in globalThis)) Object.defineProperty(globalThis, 'Buffer', { value: Buffer, configurable: true })
}

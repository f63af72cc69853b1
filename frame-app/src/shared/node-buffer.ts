/** Some libraries read and write bytes with a global of Node, which a browser does not have. Called before the first of them runs. */
import { Buffer } from 'buffer/'

export function provideBuffer(): void {
  if (!('Buffer' in globalThis)) Object.defineProperty(globalThis, 'Buffer', { value: Buffer, configurable: true })
}

/** An empty IndexedDB for one file of tests, as a browser has it. */
import * as fake from 'fake-indexeddb'

const classes = Object.entries(fake).filter(([name]) => name.startsWith('IDB'))

/** Call it at the top of a file: files share a process, and what one of them defines ends with it. */
export function installIndexedDb(): void {
  for (const [name, value] of [...classes, ['indexedDB', new fake.IDBFactory()] as const])
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

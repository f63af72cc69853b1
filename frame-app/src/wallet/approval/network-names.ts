/** The names of networks in the project record. Apart from the wallet's own table, which loads with the first screen. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

let given: ProjectRecord['networks']

/** Called once, when the wallet is assembled: a document has one record, and nothing else may name a network. */
export function nameNetworks(networks: ProjectRecord['networks']): void {
  given = networks
}

/** Not validated. */
export const givenName = (id: Caip2): unknown => (given && Object.hasOwn(given, id) ? given[id] : undefined)

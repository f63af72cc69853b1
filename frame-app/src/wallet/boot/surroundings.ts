/**
 * Checks the frame's position, as reported by the browser and never by a message: own origin, directly in the modal,
 * the modal directly in a listed host, nothing above. Anywhere else the wallet stays silent.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'

export interface Surroundings {
  /** The string `'null'` if a sandbox of an outer frame has removed the origin. */
  readonly origin: string
  readonly ancestorOrigins?: { readonly length: number; item(index: number): string | null } | undefined
}

/** The modal's origin, or `undefined` when this document must stay silent. */
export function findModal({ origin, ancestorOrigins }: Surroundings, project: ProjectRecord): string | undefined {
  const { modalOrigin, walletOrigin, hostOrigins } = project
  if (modalOrigin === undefined || origin !== walletOrigin || ancestorOrigins?.length !== 2) return undefined
  const isOurs = ancestorOrigins.item(0) === modalOrigin && hostOrigins.includes(ancestorOrigins.item(1) ?? '')
  return isOurs ? modalOrigin : undefined
}

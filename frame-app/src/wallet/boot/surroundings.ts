/**
 * Between whom the wallet stands, as the browser tells it and never as a message says: itself on its own origin, directly in
 * the modal, the modal directly in a listed host, and nothing above (nested-frames rule 1). Anywhere else it stays silent.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'

export interface Surroundings {
  /** `null` as text, where a sandbox above has taken the origin away. */
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

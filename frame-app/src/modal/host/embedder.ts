/**
 * The embedder of this document as the browser reports it, never from a message. Every ancestor must be listed;
 * an unlisted embedder receives no message.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'

export interface Surroundings {
  readonly ancestorOrigins?: { readonly length: number; item(index: number): string | null } | undefined
  readonly referrer: string
}

/** The parent's origin, or `undefined` when this document must stay silent. */
export function findEmbedder({ ancestorOrigins, referrer }: Surroundings, project: ProjectRecord): string | undefined {
  const ancestors = ancestorOrigins
    ? Array.from({ length: ancestorOrigins.length }, (_, index) => ancestorOrigins.item(index) ?? '')
    : [originOf(referrer)]
  const [parent] = ancestors
  return parent && ancestors.every((origin) => project.hostOrigins.includes(origin)) ? parent : undefined
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

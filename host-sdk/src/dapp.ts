/** What the page says about itself; by default what it says to everybody (behaviour facts §8.1). */
import { limits } from '@airlock/protocol/limits.ts'
import type { Configuration } from './configuration.ts'
import { inBrowser } from './dom.ts'
import type { Metadata } from './types.ts'

export function readDapp(metadata: Metadata | undefined): Configuration['dapp'] {
  if (metadata) return { ...metadata, icons: [...(metadata.icons ?? [])] }
  if (!inBrowser()) return { name: '', icons: [] }
  const description = document.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: document.title.slice(0, limits.name),
    url: location.origin,
    icons: icon && /^https?:\S+$/.test(icon) && icon.length < limits.url ? [icon] : [],
    ...(description && { description: description.slice(0, limits.errorMessage) }),
  }
}

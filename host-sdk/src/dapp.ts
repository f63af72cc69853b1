/** The page's metadata; by default its title, description and icon. */
import { DappData } from '@airlock/protocol/contracts/shapes/options.ts'
import { limits } from '@airlock/protocol/limits.ts'
import type { Configuration } from './configuration.ts'
import { conform } from './conform.ts'
import { inBrowser } from './dom.ts'
import type { Metadata } from './types.ts'

/** @throws {AirlockError} naming the option */
export const readDapp = (metadata: Metadata | undefined): Configuration['dapp'] =>
  conform(
    DappData,
    metadata ? { icons: [], ...metadata } : whatThePageSays(),
    (path) => `metadata${path && `.${path}`}`,
  )

function whatThePageSays(): Configuration['dapp'] {
  if (!inBrowser()) return { name: '', icons: [] }
  const description = document.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: (document.title || location.host).slice(0, limits.name),
    url: location.origin,
    icons: icon && /^https?:\S+$/.test(icon) && icon.length < limits.url ? [icon] : [],
    ...(description && { description: description.slice(0, limits.errorMessage) }),
  }
}

/**
 * Seals a built page: the browser then refuses every script, lazy chunks included, and every style sheet of the first
 * view that differs from the build. Chunks are hashed in an import map, because `import()` has no integrity attribute.
 */
import { createHash } from 'node:crypto'
import { sdkFolder } from './manifest.ts'

/** @throws {Error} when the page is already sealed, or refers to a file outside the build. */
export function sealPage(html: string, files: ReadonlyMap<string, Uint8Array>): string {
  if (html.includes('integrity')) throw new Error('The page is already sealed: rebuild it')
  const integrityOf = (path: string): string => {
    const bytes = files.get(path)
    if (!bytes) throw new Error(`The page refers to ${path}, which is not part of the build`)
    return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
  }
  // Chunks loaded only by other pages.
  const chunks = [...files.keys()].filter((path) => path.endsWith('.js') && !path.startsWith(sdkFolder)).sort()
  const map = { integrity: Object.fromEntries(chunks.map((path) => [`/${path}`, integrityOf(path)])) }
  const sealed = html.replaceAll(
    // An icon in a `data:` URL is part of the page.
    /<(?:script|link(?! rel="icon" href="data:))\b[^>]*?\b(?:src|href)="([^"]*)"/g,
    (tag, url: string) => `${tag} integrity="${integrityOf(url.replace(/^\//, ''))}"`,
  )
  // The map must come before the first module that it covers.
  const first = sealed.search(/<(?:script|link)\b/)
  if (first === -1) throw new Error('The page has nothing to seal')
  // A page without scripts has nothing to map, and its policy would block the map.
  if (!/<script\b/.test(html)) return sealed
  return `${sealed.slice(0, first)}<script type="importmap">${JSON.stringify(map)}</script>\n    ${sealed.slice(first)}`
}

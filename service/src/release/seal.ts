/**
 * Seals a built page: the browser then refuses every script of the page, lazy chunks too, and every style sheet of the first
 * view that is not byte for byte what was built. Chunks are named by an import map, because `import()` has no attribute.
 */
import { createHash } from 'node:crypto'

/** @throws {Error} when the page is sealed already, or refers to a file that is not part of the build. */
export function sealPage(html: string, files: ReadonlyMap<string, Uint8Array>): string {
  if (html.includes('integrity')) throw new Error('The page is sealed already: build it anew')
  const integrityOf = (path: string): string => {
    const bytes = files.get(path)
    if (!bytes) throw new Error(`The page refers to ${path}, which is not part of the build`)
    return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
  }
  const chunks = [...files.keys()].filter((path) => path.endsWith('.js')).sort()
  const map = { integrity: Object.fromEntries(chunks.map((path) => [`/${path}`, integrityOf(path)])) }
  const sealed = html.replaceAll(
    /<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]*)"/g,
    (tag, url: string) => `${tag} integrity="${integrityOf(url.replace(/^\//, ''))}"`,
  )
  // The map must stand before the first module that it speaks of.
  const first = sealed.search(/<(?:script|link)\b/)
  if (first === -1) throw new Error('The page has nothing to seal')
  // A page that runs nothing has a policy that lets no map in, and nothing to map.
  if (!/<script\b/.test(html)) return sealed
  return `${sealed.slice(0, first)}<script type="importmap">${JSON.stringify(map)}</script>\n    ${sealed.slice(first)}`
}

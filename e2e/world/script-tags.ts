/** Marks the script tags of a built page, so that policies with nonces, hashes and integrity permit them. */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { ScriptMarks } from './policy.ts'

/** Reads a file by its path on the host; `undefined` if there is none. */
export type ReadFile = (path: string) => string | undefined

export type Marked = { readonly html: string; readonly scriptHashes: readonly string[] }

const scriptTag = /<(?:script|link)\b[^>]*\s(?:src|href)="([^"]+\.js)"[^>]*>/g

export function markScripts(
  page: { readonly path: string; readonly html: string },
  marks: ScriptMarks | undefined,
  nonce: string,
  read: ReadFile,
): Marked {
  const { html } = page
  if (marks === undefined) return { html, scriptHashes: [] }
  const at = (path: string) => posix.resolve(posix.dirname(page.path), path)
  const onTags = [...html.matchAll(scriptTag)].map(([, path = '']) => at(path))
  if (marks === 'nonce') {
    const marked = html.replace(scriptTag, (tag) => addTo(tag, 'nonce', nonce))
    // The bundler of our test page creates preload links at run time and takes their nonce from this element.
    const meta = `<meta property="csp-nonce" nonce="${nonce}" />`
    return { html: marked.replace('<head>', `<head>${meta}`), scriptHashes: [] }
  }

  const integrityOf = (path: string) => `sha384-${digest('sha384', read(path) ?? '')}`
  const withIntegrity = html.replace(scriptTag, (tag, path: string) => addTo(tag, 'integrity', integrityOf(at(path))))
  if (marks === 'integrity')
    return { html: withIntegrity, scriptHashes: onTags.map((path) => quote(integrityOf(path))) }

  const files = reachable(onTags, read)
  const map = JSON.stringify({ integrity: Object.fromEntries(files.map((path) => [path, integrityOf(path)])) })
  return {
    html: withIntegrity.replace('<head>', () => `<head><script type="importmap">${map}</script>`),
    scriptHashes: [quote(`sha256-${digest('sha256', map)}`), ...files.map((path) => quote(integrityOf(path)))],
  }
}

/** These files and all files that they import, statically or dynamically. */
function reachable(entries: readonly string[], read: ReadFile): readonly string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    const text = found.has(path) ? undefined : read(path)
    if (text === undefined) return
    found.add(path)
    for (const [, target = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?["'`]([./][^"'`]+\.js)["'`]/g))
      visit(posix.resolve(posix.dirname(path), target))
  }
  for (const path of entries) visit(path)
  return [...found]
}

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('base64')
const addTo = (tag: string, name: string, value: string) => tag.replace(/\s/, ` ${name}="${value}" `)
const quote = (source: string) => `'${source}'`

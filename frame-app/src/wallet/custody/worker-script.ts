/**
 * Checks the script of the Key Worker. A browser compares the hashes of a sealed page's import map with the modules that the page imports,
 * and not with the script of a Worker (T6). So the page loads the script with its hash, and the Worker then starts from the browser's cache.
 */
import * as z from 'zod/mini'

const ImportMap = z.object({ integrity: z.record(z.string(), z.string()) })

export interface PageOfWorker {
  /** The text of its import map; `undefined` for a build that is not sealed, as in development. */
  readonly importMap: string | undefined
  readonly load: typeof fetch
}

const thisPage = (): PageOfWorker => ({
  importMap: document.querySelector('script[type="importmap"]')?.textContent ?? undefined,
  load: (...request) => fetch(...request),
})

/**
 * @param path of the script on the page's origin
 * @throws {Error} if it is not the script of the page, or may be loaded a second time and be another one
 */
export async function expectSealedScript(path: string, { importMap, load }: PageOfWorker = thisPage()): Promise<void> {
  if (importMap === undefined) return
  const { integrity } = z.parse(ImportMap, JSON.parse(importMap))
  const hash = Object.hasOwn(integrity, path) ? integrity[path] : undefined
  // An empty hash would be none.
  if (!hash) throw new Error(`The page has no hash of ${path}`)
  const attempt = (cache: RequestCache) => load(path, { integrity: hash, cache })
  // A changed script may be in the browser's cache only.
  const answer = await attempt('default').catch(() => attempt('reload'))
  if (!answer.ok || !isKept(answer.headers)) throw new Error(`The server must have ${path} cached as immutable`)
  // The cache has it once it is read.
  await answer.arrayBuffer()
}

function isKept(headers: Headers): boolean {
  const control = headers.get('Cache-Control') ?? ''
  return (
    /(^|,) *immutable *(,|$)/i.test(control) &&
    /(^|,) *max-age=[1-9]\d{3,} *(,|$)/i.test(control) &&
    !/no-(store|cache)/i.test(control) &&
    /^(accept-encoding)?$/i.test(headers.get('Vary') ?? '')
  )
}

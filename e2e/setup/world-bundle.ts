/**
 * The local world and the service in it as one file: loading their several hundred sources and libraries one by one takes each worker
 * longer than starting the world. Made again whenever a file that it contains has changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../..')
const folder = resolve(root, 'dist/world')
const contents = resolve(folder, 'contents.json')
const source = 'e2e/world/world.ts'

/** Libraries with native parts, which look for them beside their own files. */
const native = ['libsql', 'litesvm', 'sharp', 'bigint-buffer', 'bufferutil', 'utf-8-validate', 'pg-native']

/** For tools that change the sources while they are loaded: `AIRLOCK_WORLD=source`. */
const isFromSource = process.env['AIRLOCK_WORLD'] === 'source'

/** What the worker processes import. */
export const worldFile = resolve(isFromSource ? resolve(root, source) : resolve(folder, 'world.js'))

const Contents = z.object({ files: z.array(z.string()), hash: z.string() })

/** Makes the file, unless it is there and current. */
export default async function ensureWorldBundle(): Promise<void> {
  if (isFromSource || isCurrent()) return
  rmSync(contents, { force: true })
  const files = await bundle()
  writeFileSync(contents, JSON.stringify({ files, hash: hashOf(files) } satisfies z.infer<typeof Contents>))
}

function isCurrent(): boolean {
  if (!existsSync(contents)) return false
  const { files, hash } = Contents.parse(JSON.parse(readFileSync(contents, 'utf8')))
  return files.every((file) => existsSync(resolve(root, file))) && hashOf(files) === hash
}

/** The places of the sources stand in the bundle, so a copy in another folder is not current. */
function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(root)
  for (const file of files) hash.update(file).update(readFileSync(resolve(root, file)))
  return hash.digest('hex')
}

/** @returns the files that determine the bundle */
async function bundle(): Promise<string[]> {
  const { build } = await import('vite')
  const read = new Set<string>(['package-lock.json', relative(root, import.meta.filename)])
  await build({
    configFile: false,
    root,
    mode: 'test',
    logLevel: 'error',
    plugins: [keepPlaces(read)],
    resolve: { alias: [{ find: /^@airlock\/protocol\/(.*)$/, replacement: `${resolve(root, 'protocol/src')}/$1` }] },
    ssr: { noExternal: true, external: [...native] },
    build: {
      ssr: source,
      outDir: folder,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'world.js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
  return [...read].sort()
}

/** Sources find files beside them, so each keeps its place; its name is noted. */
const keepPlaces = (read: Set<string>): Plugin => ({
  name: 'airlock:world',
  transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.startsWith(root) || file.includes('/node_modules/')) return undefined
    read.add(relative(root, file))
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
  },
})

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureWorldBundle()

/**
 * `npm run protocol:docs`: writes docs/protocol.md, the JSON Schemas and the conformance vectors from the tables in
 * protocol/src. `-- --check` writes nothing and exits with 1 when a file is stale.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatedFiles, generatedFolders } from './protocol-docs/files.ts'

const root = resolve(import.meta.dirname, '..')

/** Paths of files that differ from the generated ones, are missing, or no longer belong there. */
export function staleFiles(files: ReadonlyMap<string, string>): string[] {
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path)
  return [...stale, ...present().filter((path) => !files.has(path))]
}

function write(): number {
  const files = generatedFiles()
  for (const path of present()) if (!files.has(path)) rmSync(join(root, path))
  for (const [path, text] of files) {
    if (read(path) === text) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return files.size
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function present(): string[] {
  return generatedFolders.flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    } catch {
      return []
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--check')) {
    const stale = staleFiles(generatedFiles())
    for (const path of stale) console.error(`stale: ${path}`)
    if (stale.length > 0) process.exit(1)
    console.log('protocol docs: up to date')
  } else console.log(`protocol docs: ${write()} files`)
}

/** Bundles a program into one file, so that starting a process takes a third of a second. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

export type Program = { readonly file: string; readonly remove: () => void }

/**
 * Builds into a new folder below `node_modules`, so that packages outside the bundle are found. @param source relative
 * to the repository.
 */
export async function buildProgram(source: string): Promise<Program> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'airlock-program-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // Native modules cannot be bundled.
    ssr: { noExternal: true, external: ['libsql', 'pg-native'] },
    build: {
      ssr: source,
      outDir,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'program.mjs' } },
    },
  })
  return { file: join(outDir, 'program.mjs'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}

export const serviceProgram = 'service/src/cli/main.ts'
/** The program of `store/child.ts`. */
export const storeChild = 'service/test/store/child.ts'

/** A program as one file, so that a process of it starts in a third of a second. Same source, other start. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

export type Program = { readonly file: string; readonly remove: () => void }

/** In a folder of its own below `node_modules`, where what is not bundled is found. @param source relative to the repository. */
export async function buildProgram(source: string): Promise<Program> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'airlock-program-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // Native code stays where it is.
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

export const walletService = 'service/src/wallet/main.ts'
/** What `store/child.ts` does. */
export const storeChild = 'service/test/store/child.ts'

/** The packages whose code is in the shipped bundles. Builds record them in `dist/.packages`, so that the notices need no second build. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '..')
const recordOf = (name: string) => join(root, `dist/.packages/${name}.json`)

/** A package's own description, as its `package.json` has it. */
export const Package = z.object({ name: z.string(), version: z.string(), license: z.string() })

type Output = readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]

/** @returns the folders of the packages whose code is in this output */
export function packagesIn(output: Output): readonly string[] {
  const modules = output.flatMap((one) => (one.type === 'chunk' ? Object.entries(one.modules) : []))
  const folders = modules.map(([id, { code }]) => (hasOwnCode(code ?? '') ? packageFolder(id) : undefined))
  return [...new Set(folders.filter((folder) => folder !== undefined))]
}

/** Records the packages of a build under this name. */
export function recordPackages(name: string): Plugin {
  return {
    name: 'airlock:record-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const folders = packagesIn(Object.values(bundle)).map((folder) => relative(root, folder))
      mkdirSync(dirname(recordOf(name)), { recursive: true })
      writeFileSync(recordOf(name), JSON.stringify(folders.sort()))
    },
  }
}

/** @returns the folders of the packages in the builds that were recorded under these names */
export const recordedPackages = (names: readonly string[]): readonly string[] => [
  ...new Set(
    names.flatMap((name) =>
      z
        .array(z.string())
        .parse(JSON.parse(readFileSync(recordOf(name), 'utf8')))
        .map((folder) => join(root, folder)),
    ),
  ),
]

/** The bundler adds the import code of a CommonJS module to another module: that code belongs to the bundler, not to a package. */
const imports = /^var \w+(\$\d+)? = (\/\* @__PURE__ \*\/ )?__toESM\(require_\w+(\$\d+)?\(\)(, 1)?\);?$/gm

/** Whether any code of a module is left in the bundle. */
const hasOwnCode = (rendered: string): boolean =>
  rendered
    .replace(/^\/\/.*$/gm, '')
    .replace(imports, '')
    .trim() !== ''

function packageFolder(id: string): string | undefined {
  const start = id.lastIndexOf('/node_modules/')
  if (start < 0) return undefined
  let folder = dirname(id.split('?')[0] ?? id)
  while (folder.length > start) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && Package.safeParse(JSON.parse(readFileSync(manifest, 'utf8'))).success) return folder
    folder = dirname(folder)
  }
  return undefined
}

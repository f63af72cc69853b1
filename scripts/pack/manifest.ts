/** The `package.json` of the package, derived from the workspace's own, without fields that only development needs. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { entries, fileOf, peers } from './entries.ts'

const root = resolve(import.meta.dirname, '../..')

const Workspace = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
})
/** URLs can be added once the project has a public home; a provenance statement needs `repository`. */
const Root = z.object({
  engines: z.object({ node: z.string() }),
  repository: z.optional(z.unknown()),
  homepage: z.optional(z.unknown()),
  bugs: z.optional(z.unknown()),
})

const readJson = (path: string): unknown => JSON.parse(readFileSync(resolve(root, path), 'utf8'))

export const workspace = () => Workspace.parse(readJson('host-sdk/package.json'))

/** What a published workspace says of itself. */
export function readWorkspace(folder: string) {
  const { dependencies, ...own } = Workspace.parse(readJson(`${folder}/package.json`))
  const { engines, ...shared } = Root.parse(readJson('package.json'))
  return { fields: { ...own, ...shared }, engines, dependencies }
}

export function packageJson(): string {
  const { fields, engines } = readWorkspace('host-sdk')
  const exported = entries.map((entry) => {
    const file = `./${fileOf(entry)}`
    return [entry.name, { types: `${file}.d.ts`, default: `${file}.js` }] as const
  })
  const manifest = {
    ...fields,
    keywords: ['wallet', 'connect', 'iframe', 'eip-1193', 'eip-6963'],
    type: 'module',
    // True for the packed files: the engine that replaces zod has no global configuration. A test imports every entry.
    sideEffects: false,
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: ['*.js', '*.d.ts', 'parts', '*.md'],
    engines,
    peerDependencies: isEmpty(peers) ? undefined : peers,
    peerDependenciesMeta: isEmpty(peers)
      ? undefined
      : Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
    publishConfig: { access: 'public', provenance: true },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const isEmpty = (record: object) => Object.keys(record).length === 0

/** The built package, for its tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { entries } from './entries.ts'
import { workspace } from './manifest.ts'

export const root = resolve(import.meta.dirname, '../..')
export const folder = join(root, 'host-sdk/dist')

const { name, version } = workspace()
export const tarball = join(root, `dist/pack/${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
if (!existsSync(tarball)) throw new Error(`${tarball} is missing: run \`npm run pack\` first`)

/**
 * Peers that are not installed here, each with a package that exports the same and is: `npm run installs` builds pages with the real ones.
 */
export const standIns: readonly (readonly [peer: string, installed: string])[] = entries
  .flatMap(({ installedAs = {} }) => Object.entries(installedAs))
  .filter(([peer]) => !existsSync(join(root, 'node_modules', peer)))

/** Name under which a page imports the entry. */
export const specifier = (entry: string): string => `${name}${entry.slice(1)}`
export const readPacked = (file: string): string => readFileSync(join(folder, file), 'utf8')

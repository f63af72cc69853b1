// @ts-check
/**
 * Whether the package's types and its API reports were checked with the present sources. `npm run api` notes the hash of the sources beside
 * the reports. The gate makes the types and runs `package.test.ts` only if the sources have changed since, because both take long; the full
 * tier always does.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { filesAt, inputs } from '../build-inputs.mjs'
import { catalogueFile } from '../networks.mjs'

const root = resolve(import.meta.dirname, '../..')
const reports = join(root, 'host-sdk/api')
const note = join(reports, 'sources.sha256')

export const packageTests = 'scripts/pack/package.test.ts'

/** The catalogue is made from what `package-lock.json` locks. */
const hashOfSources = () =>
  [...inputs.types, packageTests, 'scripts/networks.mjs']
    .flatMap((place) => filesAt(join(root, place)))
    .filter((file) => file !== catalogueFile && !file.startsWith(reports))
    .reduce((hash, file) => hash.update(relative(root, file)).update(readFileSync(file)), createHash('sha256'))
    .digest('hex')

export const isPackageReviewed = () => existsSync(note) && readFileSync(note, 'utf8').trim() === hashOfSources()

export const noteReviewed = () => writeFileSync(note, `${hashOfSources()}\n`)

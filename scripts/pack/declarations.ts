/**
 * `npm run pack`, second part: adds the types to the package, and makes the tarball in `dist/pack`. `npm run api` also takes over the API
 * reports, so that a changed public type is a diff in `host-sdk/api`, and runs the tests of the package: the gate leaves them out after it.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '../install.mjs'
import { noteReviewed, packageTests } from './api-sources.mjs'
import { writeTypes } from './types.ts'

const root = resolve(import.meta.dirname, '../..')
const out = join(root, 'host-sdk/dist')
const work = join(root, 'dist/pack')
const reports = join(root, 'host-sdk/api')

rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
writeTypes(out, join(work, 'types'))
run('npm', ['pack', out, '--pack-destination', work, '--ignore-scripts', '--loglevel', 'error'])
if (process.argv.includes('--api')) {
  rmSync(reports, { recursive: true })
  cpSync(join(work, 'types/api'), reports, { recursive: true })
  run('vitest', ['run', '--mode', 'test-full', packageTests])
  noteReviewed()
}

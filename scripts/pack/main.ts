/**
 * `npm run pack`: the host SDK as a package, in `host-sdk/dist` and as a tarball in `dist/pack`. `npm run api` also copies the API reports,
 * so that a changed public type is a diff in `host-sdk/api`.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { run } from '../install.mjs'
import { noticesOf } from '../notices.ts'
import { packageJson } from './manifest.ts'
import { writeTypes } from './types.ts'

const root = resolve(import.meta.dirname, '../..')
const out = join(root, 'host-sdk/dist')
const work = join(root, 'dist/pack')

rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
const built = await build({ mode: 'pack', logLevel: 'warn' })
writeTypes(out, join(work, 'types'))
for (const [file, name] of [
  ['LICENSE', 'LICENSE'],
  ['host-sdk/README.md', 'README.md'],
  ['host-sdk/CHANGELOG.md', 'CHANGELOG.md'],
] as const)
  cpSync(join(root, file), join(out, name))
const intro = 'Libraries whose code is part of this package.'
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.md'), noticesOf([built], intro))
writeFileSync(join(out, 'package.json'), packageJson())
run('npm', ['pack', out, '--pack-destination', work, '--ignore-scripts', '--loglevel', 'error'])
if (process.argv.includes('--api')) cpSync(join(work, 'types/api'), join(root, 'host-sdk/api'), { recursive: true })

/** `npm run pack`, first part: the host SDK as a package, in `host-sdk/dist`. Its types are `declarations.ts`. */
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { noticesOf } from '../notices.ts'
import { packageJson } from './manifest.ts'

const root = resolve(import.meta.dirname, '../..')
const out = join(root, 'host-sdk/dist')

const built = await build({ mode: 'pack', logLevel: 'warn' })
for (const [file, name] of [
  ['LICENSE', 'LICENSE'],
  ['host-sdk/README.md', 'README.md'],
  ['host-sdk/CHANGELOG.md', 'CHANGELOG.md'],
] as const)
  cpSync(join(root, file), join(out, name))
const intro = 'Libraries whose code is part of this package.'
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.md'), noticesOf([built], intro))
writeFileSync(join(out, 'package.json'), packageJson())

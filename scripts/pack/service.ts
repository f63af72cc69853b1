/**
 * The service as a package, in `service/dist` and as a tarball in `dist/service`: the program in a few files, the signed frames, and the
 * files to deploy it with. Only native modules are installed separately. `npm run pack` calls it after the frames are built.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { run } from '../install.mjs'
import { noticesOf } from '../notices.ts'
import { readWorkspace } from './manifest.ts'

const root = resolve(import.meta.dirname, '../..')
const at = (path: string) => join(root, path)
const out = at('service/dist')
const tarballs = at('dist/service')

/** Native modules; everything else is in the bundle. */
const native = ['libsql', 'sharp'] as const

function packageJson(): string {
  const { fields, engines, dependencies } = readWorkspace('service')
  const manifest = {
    ...fields,
    keywords: ['wallet', 'connect', 'embedded-wallet', 'self-hosted'],
    type: 'module',
    bin: { airlock: 'bin/airlock.js' },
    files: ['bin', 'built', 'contracts', 'deploy', '*.md'],
    engines,
    dependencies: Object.fromEntries(native.map((one) => [one, dependencies[one]])),
    publishConfig: { access: 'public', provenance: true },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

for (const folder of [out, tarballs]) rmSync(folder, { recursive: true, force: true })
mkdirSync(tarballs, { recursive: true })
const bundle = await build({
  configFile: false,
  root,
  logLevel: 'warn',
  resolve: { alias: [{ find: /^@airlock\/protocol\/(.*)$/, replacement: `${at('protocol/src')}/$1` }] },
  ssr: { noExternal: true, external: [...native, 'pg-native'] },
  build: {
    ssr: 'service/src/cli/main.ts',
    outDir: join(out, 'bin'),
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'airlock.js', chunkFileNames: 'parts/[name]-[hash].js' } },
  },
})
chmodSync(join(out, 'bin/airlock.js'), 0o755)
for (const frame of ['frame', 'wallet'])
  for (const part of [frame, `${frame}-key.pub`])
    cpSync(at(`dist/${part}`), join(out, 'built', part), { recursive: true })
for (const [file, name] of [
  ['LICENSE', 'LICENSE'],
  ['service/README.md', 'README.md'],
  ['deploy', 'deploy'],
  ['service/contracts', 'contracts'],
] as const)
  cpSync(at(file), join(out, name), { recursive: true })
// Its links refer to files of the repository.
const guide = readFileSync(at('docs/hosting.md'), 'utf8').replaceAll(/\[([^\]]+)\]\((?!#)[^)]*\)/g, '$1')
writeFileSync(join(out, 'HOSTING.md'), guide)
const ofFrames = readFileSync(at('THIRD-PARTY-NOTICES.md'), 'utf8').replace(/^# .*\n/, '')
const ofProgram = noticesOf(
  [bundle],
  [
    'Libraries whose code is part of the program.',
    'npm installs native ones beside it: libsql (MIT), and sharp (Apache-2.0) with libvips (LGPL-3.0-or-later) as a shared library.',
    'The marks of wallets, networks and tokens are drawings of @web3icons/core 4.0.56 (MIT, by 0xa3k5). The marks themselves belong to their owners.',
  ].join('\n\n'),
)
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.md'), `${ofProgram}\n# Third-party notices of the frames\n${ofFrames}`)
writeFileSync(join(out, 'package.json'), packageJson())
run('npm', ['pack', out, '--pack-destination', tarballs, '--ignore-scripts', '--loglevel', 'error'])

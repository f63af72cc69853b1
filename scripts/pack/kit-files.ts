/**
 * Builds the programs that open recovery kits without our service: `recovery-kit.html`, one file with its script and style, and `command`,
 * a package of one file without dependencies.
 */
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import * as z from 'zod'
import { noticesOf } from '../notices.ts'

const root = resolve(import.meta.dirname, '../..')
const at = (path: string) => join(root, path)
const source = at('frame-app/src/recovery-kit')

const bundle = (entry: string, target: string) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: {
      alias: [
        { find: /^@airlock\/protocol\/(.*)$/, replacement: `${at('protocol/src')}/$1` },
        { find: /^crypto$/, replacement: at('frame-app/src/wallet/key-worker/keys/no-node-crypto.ts') },
      ],
    },
    build: {
      write: false,
      target,
      lib: { entry: join(source, entry), formats: ['es'], fileName: 'opened' },
      rolldownOptions: {
        external: builtinModules.map((name) => `node:${name}`),
        output: { minify: true, codeSplitting: false },
      },
    },
  })

function codeOf(built: Awaited<ReturnType<typeof build>>): string {
  const outputs = [built].flat() as Rolldown.RolldownOutput[] // as: not in watch mode
  const [chunk, ...more] = outputs.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('The program is not one file')
  return chunk.code
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** Allows only this script and this style; nothing may be loaded, sent or framed. */
const policyOf = (script: string, style: string) =>
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Inserts a text at its only placeholder in the page. */
function filled(page: string, place: readonly [before: string, after: string], text: string): string {
  const [start, ...rest] = page.split(place.join(''))
  if (start === undefined || rest.length !== 1) throw new Error(`The page has not one place ${place.join('')}`)
  return [start, place[0], text, place[1], ...rest].join('')
}

/** The program of the command, alone. */
export async function packKitCommand(out: string) {
  const command = await bundle('cli.ts', 'node20')
  const file = join(out, 'airlock-recovery-kit.js')
  writeFileSync(file, `#!/usr/bin/env node\n${codeOf(command)}`)
  chmodSync(file, 0o755)
  return command
}

export async function packKit(out: string): Promise<void> {
  mkdirSync(join(out, 'command'), { recursive: true })

  const page = await bundle('page.ts', 'es2022')
  // The script must not contain its own end tag.
  const script = codeOf(page).replaceAll('</script', '<\\/script')
  const style = readFileSync(join(source, 'page.css'), 'utf8')
  const parts: readonly (readonly [readonly [string, string], string])[] = [
    [['content="', '"'], policyOf(script, style)],
    [['<style>', '</style>'], style],
    [['<pre>', '</pre>'], escaped(noticesOf([page], 'Libraries whose code is part of this page.'))],
    [['<script>', '</script>'], script],
  ]
  const html = parts.reduce(
    (text, [place, content]) => filled(text, place, content),
    readFileSync(join(source, 'index.html'), 'utf8'),
  )
  writeFileSync(join(out, 'recovery-kit.html'), html)

  const Root = z.object({ version: z.string(), license: z.string(), engines: z.object({ node: z.string() }) })
  const { version, license, engines } = Root.parse(JSON.parse(readFileSync(at('package.json'), 'utf8')))
  const command = await packKitCommand(join(out, 'command'))
  const manifest = {
    name: '@airlock/recovery-kit',
    version,
    description: 'Opens a recovery kit of an Airlock wallet, without a network',
    license,
    type: 'module',
    bin: { 'airlock-recovery-kit': 'airlock-recovery-kit.js' },
    files: ['*.js', '*.html', '*.md'],
    engines,
  }
  writeFileSync(join(out, 'command/package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(
    join(out, 'command/THIRD-PARTY-NOTICES.md'),
    noticesOf([command], 'Libraries whose code is part of the command.'),
  )
  copyFileSync(join(source, 'README.md'), join(out, 'command/README.md'))
  copyFileSync(at('LICENSE'), join(out, 'command/LICENSE'))
  copyFileSync(join(out, 'recovery-kit.html'), join(out, 'command/recovery-kit.html'))
}

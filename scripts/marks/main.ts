/**
 * `npm run marks`: writes the logos of the listing's wallets, networks and tokens into `logos.json`, from @web3icons/core (MIT). The
 * package is installed in this folder, outside of the main install, because it has thousands of files, of which we need about a hundred.
 * None of its code runs. `-- --check` only compares.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import * as z from 'zod'
import { assets, tokens } from '../../service/src/listing/pictures.ts'
import { wallets } from '../../service/src/listing/wallets.ts'
import { run } from '../install.mjs'
import * as names from './names.ts'

const here = import.meta.dirname
const file = resolve(here, '../../service/src/listing/logos.json')

const Literal = z.object({
  program: z.object({
    body: z
      .tuple([z.object({ declarations: z.tuple([z.object({ init: z.object({ value: z.string() }) })]) })])
      .rest(z.unknown()),
  }),
})

/** The module exports one variable, which contains the picture. */
function markOf(path: string): string | undefined {
  const module = join(here, 'node_modules/@web3icons/core/dist/svgs', `${path}.svg.js`)
  if (!existsSync(module)) return undefined
  const [declaration] = Literal.parse(parseSync(module, readFileSync(module, 'utf8'))).program.body
  return (
    declaration.declarations[0].init.value
      .replace(/>\s+</g, '><')
      .replace(/ class="[^"]*"/, '')
      // Ids only have to differ within one picture.
      .replace(/width="24" height="24"/, 'width="96" height="96"')
      .trim()
  )
}

function marksOf(entries: readonly (readonly [key: string, path: string | undefined])[]): Record<string, string> {
  const found = entries.flatMap(([key, path]) => {
    const mark = path === undefined ? undefined : markOf(path)
    if (path !== undefined && mark === undefined) console.warn(`no ${path} for ${key}`)
    return mark === undefined ? [] : [[key, mark] as const]
  })
  return Object.fromEntries(found)
}

if (!existsSync(join(here, 'node_modules'))) run('npm', ['ci', '--ignore-scripts', '--prefix', here])
const logos = {
  wallet: marksOf(wallets.map(({ id, name }) => [id, names.wallets[name]])),
  asset: marksOf(Object.entries(assets).map(([id, name]) => [id, names.assets[name]])),
  token: marksOf(tokens.map((symbol) => [symbol, names.tokenFile(symbol)])),
}
const text = `${JSON.stringify(logos, null, 1)}\n`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('service/src/listing/logos.json is stale: npm run marks')
  process.exitCode = 1
}

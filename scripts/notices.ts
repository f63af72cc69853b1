/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md from the packages that are actually in the shipped bundles (host
 * SDK, frames and Key Worker), with their licence texts. `-- --check` fails if the file is stale or a licence is not an
 * allowed one.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import * as z from 'zod'

const file = 'THIRD-PARTY-NOTICES.md'
const permissive = new Set(['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD'])

/** In an `(A AND B)` licence, both parts must be permissive. */
const isPermissive = (license: string) =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) => permissive.has(part))

const Package = z.object({ name: z.string(), version: z.string(), license: z.string() })

type Built = Awaited<ReturnType<typeof build>>

/** The folders of the packages whose code is in these bundles. */
function packagesIn(bundles: readonly Built[]): readonly string[] {
  const outputs = bundles.flat() as Rolldown.RolldownOutput[] // as: not in watch mode
  const chunks = outputs.flatMap(({ output }) => output).filter((one) => one.type === 'chunk')
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  const folders = modules.map(([id, { code }]) => (hasOwnCode(code ?? '') ? packageFolder(id) : undefined))
  return [...new Set(folders.filter((folder) => folder !== undefined))]
}

async function shippedBundles(): Promise<readonly Built[]> {
  const keyWorker = { rolldownOptions: { input: 'frame-app/src/wallet/key-worker/main.ts' } }
  // The Worker is also built separately, because the wallet's build does not list its modules.
  const built: Built[] = []
  for (const [mode, extra] of [['sdk'], ['frame'], ['wallet'], ['wallet', keyWorker]] as const)
    built.push(await build({ mode, logLevel: 'silent', build: { write: false, ...extra } }))
  return built
}

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

function describe(folder: string): { title: string; text: string; license: string } {
  const { name, version, license } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const source = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(entry))
  const text = source ? readFileSync(join(folder, source), 'utf8').trim() : `Licence: ${license}`
  return { title: `${name} ${version} (${license})`, text, license }
}

/**
 * The notices of everything in these bundles.
 * @throws {Error} for a licence that we do not ship
 */
export function noticesOf(bundles: readonly Built[], intro: string): string {
  const packages = packagesIn(bundles)
    .map(describe)
    .sort((a, b) => (a.title < b.title ? -1 : 1))
  const unwanted = packages.filter(({ license }) => !isPermissive(license))
  if (unwanted.length > 0)
    throw new Error(`licences that we do not ship: ${unwanted.map(({ title }) => title).join(', ')}`)
  const sections = packages.map(
    ({ title, text }) => `## ${title}\n\n\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\`\n`,
  )
  return `# Third-party notices\n\n${intro}\n\n${[...new Set(sections)].join('\n')}`
}

async function main(): Promise<void> {
  const intro = 'Libraries that are part of the built host SDK and frame. Written by `npm run notices`.'
  const text = noticesOf(await shippedBundles(), intro)
  const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== text
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (isStale) {
    console.error(`${file} is stale: run \`npm run notices\``)
    process.exitCode = 1
  }
}

if (process.argv[1]?.endsWith('notices.ts')) await main()

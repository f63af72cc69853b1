/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md from the packages that are actually in the shipped bundles (host
 * SDK, frames and Key Worker), with their licence texts. `-- --check` fails if the file is stale or a licence is not an
 * allowed one.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { build, Rolldown } from 'vite'
import { run } from './install.mjs'
import { Package, packagesIn, recordedPackages } from './shipped-packages.ts'

const file = 'THIRD-PARTY-NOTICES.md'
const permissive = new Set(['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD'])

/** In an `(A AND B)` licence, both parts must be permissive. */
const isPermissive = (license: string) =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) => permissive.has(part))

function describe(folder: string): { title: string; text: string; license: string } {
  const { name, version, license } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const source = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(entry))
  const text = source ? readFileSync(join(folder, source), 'utf8').trim() : `Licence: ${license}`
  return { title: `${name} ${version} (${license})`, text, license }
}

type Built = Awaited<ReturnType<typeof build>>

/**
 * The notices of everything in these bundles.
 * @throws {Error} for a licence that we do not ship
 */
export function noticesOf(bundles: readonly Built[], intro: string): string {
  const outputs = bundles.flat() as Rolldown.RolldownOutput[] // as: not in watch mode
  return noticesOfPackages(packagesIn(outputs.flatMap(({ output }) => output)), intro)
}

function noticesOfPackages(folders: readonly string[], intro: string): string {
  const packages = folders.map(describe).sort((a, b) => (a.title < b.title ? -1 : 1))
  const unwanted = packages.filter(({ license }) => !isPermissive(license))
  if (unwanted.length > 0)
    throw new Error(`licences that we do not ship: ${unwanted.map(({ title }) => title).join(', ')}`)
  const sections = packages.map(
    ({ title, text }) => `## ${title}\n\n\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\`\n`,
  )
  return `# Third-party notices\n\n${intro}\n\n${[...new Set(sections)].join('\n')}`
}

function main(): void {
  const shipped = ['sdk', 'frame', 'wallet']
  run('node', ['scripts/build.mjs', ...shipped])
  const intro = 'Libraries that are part of the built host SDK and frame. Written by `npm run notices`.'
  const text = noticesOfPackages(recordedPackages([...shipped, 'key-worker']), intro)
  const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== text
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (isStale) {
    console.error(`${file} is stale: run \`npm run notices\``)
    process.exitCode = 1
  }
}

if (process.argv[1]?.endsWith('notices.ts')) main()

/**
 * `npm run appkit:names`: reads the names of AppKit's published declarations into `names.json`, and writes the table of
 * docs/moving-from-appkit.md. `-- --table` writes the table only. The declarations are installed in this folder, outside of the main
 * install; none of their code runs, and only names are kept.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inLines } from '../in-lines.ts'
import { run } from '../install.mjs'
import { markdownOf, namesFile, readNames } from './table.ts'

export const guide = resolve(import.meta.dirname, '../../docs/moving-from-appkit.md')
/** Everything after this line of the guide is generated. */
export const mark = '<!-- names -->\n'

export const withTable = (text: string): string => {
  const end = text.indexOf(mark)
  if (end < 0) throw new Error(`${guide} has no line ${mark}`)
  return `${text.slice(0, end + mark.length)}\n${markdownOf(readNames())}\n`
}

function readDeclarations(): void {
  const here = import.meta.dirname
  if (!existsSync(join(here, 'node_modules')))
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', here])
  const json = execFileSync(process.execPath, [join(here, 'read.mjs')], { encoding: 'utf8', maxBuffer: 2 ** 24 })
  writeFileSync(namesFile, `${inLines(JSON.parse(json), 120)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.argv.includes('--table')) readDeclarations()
  writeFileSync(guide, withTable(readFileSync(guide, 'utf8')))
}

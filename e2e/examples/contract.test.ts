/** Every folder of `examples/` keeps the contract of `examples/README.md`, so that the runner finds and builds it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { breaches, folders, mostLines, ownLines } from './contract.ts'
import { examples, root } from './example.ts'

test.each(folders)('%s keeps the contract', (name) => {
  expect(breaches(join(root, name))).toEqual([])
})

test('the runner plays every folder', () => {
  expect(examples.map(({ name }) => name)).toEqual(folders)
})

test.each([
  ['README.md', 'examples/'],
  ['examples/README.md', ''],
])('%s lists every folder', (document, path) => {
  const text = readFileSync(join(root, '..', document), 'utf8')
  const rows = [...text.matchAll(/^\| \[`([\w-]+)`\]\(([\w/-]+)\) \| (.+) \|$/gm)]
  expect(rows.map(([, name, link]) => [name, link])).toEqual(folders.map((name) => [name, `${path}${name}`]))
})

test('the back end of `sign-in` has ten lines, as the guide says', () => {
  const lines = readFileSync(join(root, 'sign-in/server.js'), 'utf8').split('\n')
  expect(lines.filter((line) => line.trim() !== '')).toHaveLength(10)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120)
})

describe('an example that breaks the contract is told what is wrong', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'airlock-example-'))
    cpSync(join(root, 'viem'), folder, { recursive: true, filter: (path) => !/node_modules|dist$/.test(path) })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const change = (file: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).toMatch(from)
    writeFileSync(join(folder, file), text.replace(from, to))
  }

  test('an unchanged example keeps the contract', () => {
    expect(breaches(folder)).toEqual([])
  })
  test.each(['package.json', 'package-lock.json'])('%s is missing', (file) => {
    rmSync(join(folder, file))
    expect(breaches(folder)).toContainEqual(expect.stringContaining(`${file} is missing`))
  })
  test.each([
    ['an unknown field', 'package.json', '"files"', '"folder"', 'example Unrecognized key'],
    ['no description', 'package.json', '"description"', '"title"', 'description'],
    ['a range of versions', 'package.json', '"viem": "', '"viem": "^', 'viem is ^'],
    ['another SDK', 'package.json', 'file:../../dist/pack/', 'file:../', '@airlock/host-sdk is file:../'],
    ['another port', 'package.json', '5180', '5190', 'preview'],
    ['a lock with an address', 'package-lock.json', '"integrity"', '"resolved": "x", "integrity"', 'is from x'],
    [
      'a lock with a hash of the SDK',
      'package-lock.json',
      /("resolved": "file:[^"]+")/,
      '$1, "integrity": "x"',
      'an int',
    ],
    ['an old lock', 'package-lock.json', /"viem": "[\d.]+"/, '"viem": "1.0.0"', 'not of this package.json'],
    ['a lock that gets addresses', '.npmrc', 'resolved=true', 'resolved=false', '.npmrc'],
    ['forced peers', '.npmrc', 'resolved=true', 'resolved=true\nlegacy-peer-deps=true', '.npmrc changes'],
  ])('%s', (_, file, from, to, breach) => {
    change(file, from, to)
    expect(breaches(folder)).toContainEqual(expect.stringContaining(breach))
  })
  test('too much code', () => {
    const before = readFileSync(join(folder, 'src/main.ts'), 'utf8')
    const more = 'more()\n'.repeat(mostLines)
    writeFileSync(join(folder, 'src/main.ts'), `${before}\n// a comment\n/**\n * and\n * another\n */\n${more}`)
    const lines = ownLines(join(root, 'viem')) + mostLines
    expect(breaches(folder)).toEqual([`${lines} lines of own code`])
  })
})

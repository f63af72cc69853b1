/** The protocol code stays small enough to be read in one sitting. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countLines, countProtocol, lines, total } from './lines.ts'

test('blank lines and comments are not counted', () => {
  const text = ['/** a', ' * b', ' */', 'const c = 1 // d', '', '  // e', '/* f */', "const g = '/* h'", 'i()'].join(
    '\n',
  )
  expect(countLines(text)).toEqual({ code: 3, types: 0 })
})

test('declarations of types are counted apart, whatever their form', () => {
  const text = [
    'export interface A<T> {',
    '  b: T',
    '  c(): void',
    '}',
    'const d = 1',
    'type E =',
    '  | 1',
    '  | {',
    '      f: 2',
    '    }',
    'export type G = typeof d',
    'export function h(): void {',
    '  i()',
    '}',
  ].join('\n')
  expect(countLines(text)).toEqual({ code: 4, types: 10 })
})

test('logic is counted, tables are not', () => {
  const files = countProtocol().map(({ file }) => file)
  expect(files).toEqual(
    expect.arrayContaining(['channel.ts', 'channel/calls.ts', 'handshake.ts', 'link.ts', 'walk.ts']),
  )
  for (const file of ['errors.ts', 'limits.ts', 'channel/call-state.ts', 'contracts/project.ts', 'scalars/values.ts'])
    expect(files).not.toContain(file)
})

test('the wire does not grow', () => {
  expect(total().code).toBeLessThanOrEqual(lines.ceiling)
  expect(total().withTypes).toBeLessThanOrEqual(lines.withTypes)
  expect(lines.ceiling).toBeLessThan(lines.bar)
})

test('the guide for auditors names every file that is counted, and the bar', () => {
  const guide = readFileSync(new URL('../protocol/README.md', import.meta.url), 'utf8')
  for (const { file } of countProtocol()) expect(guide, file).toContain(`\`src/${file}\``)
  expect(guide).toContain(`under ${lines.bar.toLocaleString('en')} lines`)
})

/** A shortened API report shows every change that the long one shows. */
import { expect, test } from 'vitest'
import { joinReports, reportOf, shortReport } from './report.ts'

const constant = (name: string, type = 'Network') => `// @public\r\nexport const ${name}: ${type};\r\n\r\n`
const head = '```ts\r\n\r\n'
const end = '// @public\r\nexport interface Other {\r\n}\r\n\r\n```\r\n'
const names = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `${letter}One`)
const report = (list: readonly string[]) => head + list.map((name) => constant(name)).join('') + end

test('many constants of one type become a list of their names', () => {
  const short = shortReport(report([...names, 'zTwo']))
  expect(short).toContain('// @public: 27 constants of the type Network\r\n// aOne\r\n// bOne\r\n')
  expect(short).toContain('// zOne, zTwo\r\n\r\n// @public\r\nexport interface Other')
  expect(short.startsWith(head)).toBe(true)
})

test('a constant that is added, lost, renamed or of another type changes the list', () => {
  const rest = names.slice(1)
  const changed = [names, rest, [...rest, 'zTwo'], ['bZero', ...rest]].map(report)
  const retyped = report(names).replace('mOne: Network', 'mOne: Other')
  expect(new Set([...changed, retyped].map(shortReport)).size).toBe(5)
})

test('a short run, and constants of different types, stay as they are', () => {
  const mixed = head + names.map((name, index) => constant(name, `Type${index}`)).join('') + end
  for (const text of [report(names.slice(0, 5)), mixed]) expect(shortReport(text)).toBe(text)
})

test('the text of all entries has the report of each', () => {
  const entries = ['.', './react', './siwx', './siwx/server'] as const
  const joined = joinReports(entries.map((entry, index) => [entry, `## Header\r\n\r\n${report([`c${index}`])}`]))
  expect(joined).not.toMatch(/\r|Header/)
  for (const [index, entry] of entries.entries())
    expect([...reportOf(joined, entry).matchAll(/const (\w+)/g)].map(([, name]) => name)).toEqual([`c${index}`])
  expect(() => reportOf(joined, './vue')).toThrow('./vue')
})

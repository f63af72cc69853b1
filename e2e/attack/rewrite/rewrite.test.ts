/** The verbs of mutants and the names of symbols, on small sources. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from '../mutants/table.ts'
import { readChange } from './operators.ts'
import { openRewriter } from './rewrite.ts'

const file = 'a/guard.tsx'
const apply = (change: string, text: string, symbol = 'f', more: readonly { file: string; text: string }[] = []) =>
  openRewriter([{ file, text }, ...more]).rewrite([{ symbol, change: readChange(change) }])[0]?.text

const body = (code: string) => `export function f() { ${code} }`

describe('each verb changes what the words choose', () => {
  test.each([
    ['drop isOpen', 'if (a.isOpen || b || c) return', 'if (b || c) return'],
    ['drop b', 'return a && b && c', 'return a && c'],
    ['drop b', 'return g([a, b, c])', 'return g([a, c])'],
    ['drop c', 'return { a, c }', 'return { a }'],
    ['drop g', 'g(a); return b', ' return b'],
    ['drop stop', 'if (a) { b() } else { stop() }', 'if (a) { b() } else {  }'],
    ['drop stop', 'if (a) b(); else stop()', 'if (a) b();'],
    ['never size', 'if (!a.size) throw b', 'if (false) throw b'],
    ['always size', 'return a.size > b', 'return true'],
    ['never size c', 'if (a.size > b || c) return', 'if (false) return'],
    ['not b', 'return a && b === c', 'return a && b !== c'],
    ['not b', 'while (!b) a()', 'while (b) a()'],
    ['not b', 'if (b(c)) a()', 'if (!(b(c))) a()'],
    ['when a -> b > 1', 'if (a(c)) return', 'if (b > 1) return'],
    ['skip trim', 'return a.trim(1).b', 'return a.b'],
    ['skip g', 'return g(a, b)', 'return a'],
    ['unwrap test', 'return b.test(a)', 'return a'],
    ['call g -> 0', 'return [a.g(b), c]', 'return [0, c]'],
    ['pass g -> c', 'return g(a, b)', 'return g(c)'],
    ['pass g -> c', 'return g<() => D>()', 'return g<() => D>(c)'],
    ['set limit -> 9', 'const limit = a * b', 'const limit = 9'],
    ['set limit -> 9', 'return { limit }', 'return { limit: 9 }'],
    ['set limit -> 9', 'a.limit = b', 'a.limit = 9'],
    ['set title -> "x"', 'return <p title={a}>b</p>', 'return <p title="x">b</p>'],
    ['swap every -> some', 'return a.every(b)', 'return a.some(b)'],
    ['swap b c -> 0', 'return a + (b - c)', 'return a + (0)'],
    ['swap c -> a', 'return { c }', 'return { c: a }'],
    ["text '$/' -> /", 'return /^x$/.test(a)', 'return /^x/.test(a)'],
    ['before b -> a()', 'const d = b', 'a(); const d = b'],
    ['after b -> a()', 'if (c) b()', 'if (c) { b(); a() }'],
    ['instead b -> return', 'if (c) b()', 'if (c) return'],
  ])('%s', (change, before, after) => {
    expect(apply(change, body(before))).toBe(body(after))
  })

  test('no operand but the dropped one goes, whatever the chain', () => {
    const chain = fc.tuple(
      fc.uniqueArray(fc.stringMatching(/^[d-z]{3}$/), { minLength: 2, maxLength: 6 }),
      fc.nat(),
      fc.constantFrom('&&', '||'),
    )
    fc.assert(
      fc.property(chain, ([names, at, operator]) => {
        const reserved = /^(for|let|new|try|var)$/
        fc.pre(!names.some((name) => reserved.test(name)))
        const dropped = names[at % names.length] ?? ''
        const joined = (all: readonly string[]) => body(`return ${all.join(` ${operator} `)}`)
        expect(apply(`drop ${dropped}`, joined(names))).toBe(joined(names.filter((name) => name !== dropped)))
      }),
    )
  })
})

describe('a row that does not fit says why', () => {
  test.each([
    ['nothing fits', 'drop z', 'f', 'drop z: nothing fits'],
    ['two places fit', 'swap a -> b', 'f', 'swap a: fits 2 places: a | a'],
    ['no such symbol', 'drop a', 'g', 'g: no file declares g'],
    ['the symbol is elsewhere', 'drop a', 'other#f', 'other#f: f is declared in a/guard.tsx and b/gate.ts only'],
    ['several symbols', 'drop a', 'f', 'f: ambiguous, declared in a/guard.tsx and b/gate.ts'],
    ['no such member', 'drop a', 'guard#f.g', 'guard#f.g: there is no g in it'],
    ['several members', 'drop a', 'gate#f.g', 'gate#f.g: 2 times g in it'],
  ])('%s', (_, change, symbol, message) => {
    const text = body('if (a) return a')
    const more = /f: amb|other|guard|gate/.test(message)
      ? [{ file: 'b/gate.ts', text: 'const f = { a: { g: 1 }, b: { g: 2 } }' }]
      : []
    expect(() => apply(change, text, symbol, more)).toThrow(message)
  })

  test.each([
    '',
    'C1 | f',
    'C1 | f | drop',
    'C1 | f | drop a -> b | x',
    'C1 | f | swap a | x',
    'C1 | f | hide a | x',
    ' | f | drop a',
    'X1 | f | drop a | x',
  ])('not a row: %s', (line) => {
    if (line === '') expect(readTable(line)).toEqual([])
    else expect(() => readTable(line)).toThrow('Not a')
  })
})

describe('a symbol is found', () => {
  const twice = [
    { file: 'b/gate.ts', text: 'export const f = () => g(1)' },
    { file: 'c/guard.ts', text: 'function f() {}' },
  ]

  test('by the end of its path, if its name is not unique', () => {
    expect(apply('swap 1 -> 2', body(''), 'gate#f', twice)).toBe('export const f = () => g(2)')
    expect(apply('drop g', body('g()'), 'a/guard#f', twice)).toBe(body(''))
  })

  test('inside of another: functions, constants, methods and properties', () => {
    const text = body('const g = () => a(1); function h() { return a(1) } return { k() { a(1) }, l: a(1) }')
    for (const inner of ['g', 'h', 'k', 'l'])
      expect(apply('swap 1 -> 2', text, `f.${inner}`)?.split('a(2)').length).toBe(2)
  })

  test('at the place nearest to the given word, if there are several', () => {
    expect(apply('swap a near b -> 0', body('if (a > b) return a + c'))).toBe(body('if (0 > b) return a + c'))
  })

  test('only as a value: types are not counted', () => {
    expect(apply('drop a', 'const f = (x: a): a => [a, 1] as a')).toBe('const f = (x: a): a => [1] as a')
  })
})

test('several edits of a file are applied together, unless they overlap', () => {
  const { rewrite } = openRewriter([{ file, text: body('return a && b') }])
  const edits = (...changes: string[]) => changes.map((change) => ({ symbol: 'f', change: readChange(change) }))
  expect(rewrite(edits('drop a', 'swap b -> c'))).toEqual([{ file, text: body('return c') }])
  expect(() => rewrite(edits('drop a', 'swap a -> c'))).toThrow('the edits overlap')
})

test('a row without a case is a further edit of the row above', () => {
  const [mutant, ...more] = readTable('# Checks\nC1 | f | drop a | nothing is checked | (unit)\n | g#h | drop b near c')
  expect(more).toEqual([])
  expect(mutant).toMatchObject({ case: 'C1', name: 'nothing is checked', isUnit: true })
  expect(mutant?.edits.map(({ symbol, change }) => [symbol, change.verb, change.words, change.near])).toEqual([
    ['f', 'drop', ['a'], undefined],
    ['g#h', 'drop', ['b'], 'c'],
  ])
})

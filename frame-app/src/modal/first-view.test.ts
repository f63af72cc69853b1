/**
 * The first view is all that `main.tsx` imports without waiting. The compiler lets code say the words that come late only where it imports
 * them; here the import graph is walked to see that the first view does not, and that it carries none that only others say.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import first from '../shared/i18n/locales/en-US.json'
import late from '../shared/i18n/locales/en-US.views.json'

const src = resolve(import.meta.dirname, '..')
const words = 'shared/i18n/all-messages.ts'
const isScript = (file: string) => /(?<!\.test)\.tsx?$/.test(file)

interface Module {
  /** Imported without waiting, as the bundler sees it: types are gone. */
  readonly imports: readonly string[]
  readonly text: string
}

function read(file: string): Module {
  const text = readFileSync(join(src, file), 'utf8')
  const imports = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body.flatMap((statement) => {
    if (!('source' in statement) || !statement.source) return []
    const kind = statement.type === 'ImportDeclaration' ? statement.importKind : statement.exportKind
    const target = statement.source.value
    return kind === 'type' || !target.startsWith('.') ? [] : [relative(src, resolve(src, file, '..', target))]
  })
  return { imports, text }
}

const modules = new Map(
  readdirSync(src, { encoding: 'utf8', recursive: true })
    .filter(isScript)
    .map((file) => [file, read(file)]),
)

/** The way by which each file is reached. */
function reachedFrom(entry: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const visit = (file: string, way: readonly string[]) => {
    if (found.has(file)) return
    found.set(file, [...way, file])
    for (const next of modules.get(file)?.imports ?? []) visit(next, [...way, file])
  }
  visit(entry, [])
  return found
}

const firstView = reachedFrom('modal/main.tsx')

/** The keys of a catalogue that a text names, whole or built of a pattern such as `error.${family}.title`. */
function keysIn(text: string, catalogue: object): string[] {
  const named = new Set([...text.matchAll(/(['"])([\w.]+)\1/g)].map(([, , name]) => name))
  const patterns = [...text.matchAll(/`(\w+\.[^`\s]*\$\{[^`\s]*)`/g)].map(
    ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
  )
  return Object.keys(catalogue).filter((key) => named.has(key) || patterns.some((pattern) => pattern.test(key)))
}

describe('the first view', () => {
  test('is found: its views, its shell, and what announces', () => {
    const known = ['features/connect/view/ConnectView.tsx', 'home/error/ErrorView.tsx', 'home/shell/Announcements.tsx']
    expect([...firstView.keys()]).toEqual(expect.arrayContaining(known.map((file) => `modal/${file}`)))
    expect(firstView.has('modal/home/help/HelpView.tsx')).toBe(false)
    expect([...reachedFrom('modal/home/help/HelpView.tsx').keys()]).toContain(words)
  })

  test('does not bring the words that come late', () => {
    expect(firstView.get(words)).toBeUndefined()
    expect(firstView.get('shared/i18n/locales/en-US.views.json')).toBeUndefined()
  })

  test('shows none of these texts except those of toasts, whose lazy view brings them', () => {
    const isToast = (key: string) => key.startsWith('toast.')
    for (const [file, way] of firstView)
      expect(
        keysIn(modules.get(file)?.text ?? '', late).filter((key) => !isToast(key)),
        way.join(' → '),
      ).toEqual([])
    expect([...reachedFrom('modal/home/shell/Toasts.tsx').keys()]).toContain(words)
  })

  test('has no text that only late code shows', () => {
    // A view may say an announcement by its key; the shell has the words.
    const said = (key: string) => key.startsWith('live.')
    const withoutViewWords = [...modules].filter(([file]) => !reachedFrom(file).has(words))
    const used = new Set(withoutViewWords.flatMap(([, { text }]) => keysIn(text, first)))
    expect(Object.keys(first).filter((key) => !said(key) && !used.has(key))).toEqual([])
  })
})

/** The fenced code of the documents, and what checks it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAttributes } from '../../host-sdk/src/tag/attributes.ts'
import { runCli } from '../../service/src/cli/run.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Snippet {
  /** Where it is, as `docs/hosting.md:38`. */
  readonly at: string
  readonly language: string
  readonly code: string
}

const markdownIn = (place: string) =>
  readdirSync(join(root, place))
    .filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md')
    .map((name) => join(place, name))

export const documents: readonly string[] = [
  '',
  'docs',
  'docs/decisions',
  'host-sdk',
  'service',
  'examples',
  'protocol',
].flatMap(markdownIn)

export const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

export function snippetsIn(document: string, text = textOf(document)): readonly Snippet[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((found) => ({
    at: `${document}:${text.slice(0, found.index).split('\n').length}`,
    language: found[1] ?? '',
    code: found[2] ?? '',
  }))
}

/** What is wrong with the tags of our script in a block of HTML. */
export function htmlErrors({ at, code }: Snippet): readonly string[] {
  const known = new Set(['defer', 'async', 'crossorigin', 'src', 'integrity', 'nonce', 'type', 'id'])
  const block = (id: string) =>
    new RegExp(`<script type="application/json" id="${id}">([\\s\\S]*?)</script>`).exec(code)?.[1]
  return [...code.matchAll(/<script\b([^>]*)>/g)].flatMap(([, text = '']) => {
    const attributes = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    const dataset = attributes.filter(([name]) => name.startsWith('data-'))
    const unknown = attributes.filter(([name]) => !name.startsWith('data-') && !known.has(name))
    const errors = unknown.map(([name]) => `${at}: unknown attribute ${name}`)
    try {
      readAttributes(Object.fromEntries(dataset.map(([name, value]) => [propertyOf(name), value])), block)
    } catch (error) {
      errors.push(`${at}: ${String(error)}`)
    }
    return errors
  })
}

const propertyOf = (attribute: string): string =>
  attribute.slice('data-'.length).replaceAll(/-([a-z])/g, (_, first: string) => first.toUpperCase())

/** JSON with comments at the end of its lines. */
export const readJsonc = (code: string): unknown => JSON.parse(code.replaceAll(/\s\/\/ .*$/gm, ''))

/** Every `airlock …` of a text: in fenced code, and in code within a sentence. */
export function cliCalls(text: string): readonly string[] {
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const fenced = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
    code.replaceAll('\\\n', ' ').split('\n'),
  )
  return [...inline, ...fenced].flatMap((line) => {
    const call =
      /^(?:[A-Z_]+=\S+ )*(?:npx |node_modules\/\.bin\/|npm run (?=airlock -- ))?airlock (?:-- )?(\S.*)$/.exec(
        line.replace(/\s+#.*$/, ''),
      )?.[1]
    return call === undefined || call.startsWith('…') ? [] : [call]
  })
}

/** What is wrong with a call of the program: a command, or an option, that its own help does not list. */
export async function cliErrors(call: string): Promise<readonly string[]> {
  const [command = '', ...rest] = call.split(/\s+/)
  if (command.startsWith('<')) return []
  const printed: string[] = []
  const cli = { args: [command, '--help'], env: {}, print: (line: string) => printed.push(line) }
  try {
    await runCli({ ...cli, built: '', isInteractive: false })
  } catch {
    return [`airlock ${call}: there is no command ${command}`]
  }
  const usage = printed.join('\n')
  const listed = new Set([...usage.matchAll(/--[a-z-]+/g)].map(([flag]) => flag).concat('--help'))
  const flags = rest.flatMap((word) => /^--[a-z-]+/.exec(word) ?? [])
  return flags.filter((flag) => !listed.has(flag)).map((flag) => `airlock ${call}: there is no option ${flag}`)
}

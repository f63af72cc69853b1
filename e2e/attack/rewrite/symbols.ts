/**
 * Finds what a mutant names: `name` of a top-level declaration; `stem#name` or `folder/stem#name` where several files
 * declare that name, with any folder above the file (the one beside it wins); `name.inner` for a member or an inner declaration.
 */
import {
  childrenOf,
  holds,
  isErased,
  type Node,
  nodeAt,
  nodesAt,
  type Place,
  parse,
  placesFrom,
  textAt,
  wordOf,
} from './syntax.ts'

/** The row of a mutant does not fit the source. */
export class Unmapped extends Error {}

export type Source = { readonly file: string; readonly text: string }
export type Found = Source & { readonly place: Place }
export type Index = ReturnType<typeof indexOf>

/** @param read is asked for the text of a file when a mutant first needs its tree. */
export function indexOf(sources: readonly Source[]) {
  const declared = new Map<string, Found[]>()
  for (const source of sources)
    for (const { name, place } of declarationsIn(parse(source.file, source.text)))
      declared.set(name, [...(declared.get(name) ?? []), { ...source, place }])

  /** @throws {Unmapped} if there is none, or several. */
  function find(symbol: string): Found {
    const [, where = '', name = '', inner = ''] = /^(?:(.*)#)?([^.#]+)(?:\.(.+))?$/.exec(symbol) ?? []
    const all = declared.get(name) ?? []
    const below = all.filter(({ file }) => where === '' || isAt(file, where))
    const beside = below.filter(({ file }) => `/${file}`.includes(`/${where}.`))
    const there = beside.length === 1 ? beside : below
    const [found, ...others] = there
    if (!found && all.length > 0) throw new Unmapped(`${symbol}: ${name} is declared in ${filesOf(all)} only`)
    if (!found) throw new Unmapped(`${symbol}: no file declares ${name}`)
    if (others.length > 0) throw new Unmapped(`${symbol}: ambiguous, declared in ${filesOf(there)}`)
    return inner === '' ? found : { ...found, place: within(found.place, inner.split('.'), symbol) }
  }

  return { find, names: () => declared }
}

const filesOf = (found: readonly Found[]): string => found.map(({ file }) => file).join(' and ')

/** Whether a file has this name, without its extension, below these folders: `modal/handlers` is `modal/host/handlers.ts`. */
export function isAt(file: string, where: string): boolean {
  const [stem, ...folders] = where.split('/').reverse()
  const [name, ...around] = file
    .replace(/\.\w+$/, '')
    .split('/')
    .reverse()
  return name === stem && isBelow(around, folders)
}

const isBelow = (path: readonly string[], [folder, ...others]: readonly string[]): boolean =>
  folder === undefined || (path.includes(folder) && isBelow(path.slice(path.indexOf(folder) + 1), others))

/** @throws {Unmapped} unless exactly one place has the name; what is inside of another one of that name does not count. */
function within(place: Place, [name, ...deeper]: readonly string[], symbol: string): Place {
  if (name === undefined) return place
  const all = placesFrom(place).filter(({ node }) => node !== place.node && nameOf(node) === name)
  const [found, ...others] = all.filter(({ node }) => !all.some((one) => holds(one.node, node)))
  if (!found) throw new Unmapped(`${symbol}: there is no ${name} in it`)
  if (others.length > 0) throw new Unmapped(`${symbol}: ${others.length + 1} times ${name} in it`)
  return within(found, deeper, symbol)
}

const named = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'VariableDeclarator',
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
])

/** The name under which a node declares something. */
function nameOf(node: Node): string | undefined {
  const name = nodeAt(node, 'id') ?? nodeAt(node, 'key')
  return name && named.has(node.type) && node.shorthand !== true ? wordOf(name) : undefined
}

/** What a file declares at its top, each with the whole statement. */
function declarationsIn(program: Node): readonly { readonly name: string; readonly place: Place }[] {
  const top = { node: program, up: undefined, key: '' }
  return nodesAt(program, 'body').flatMap((node) => {
    const declaration = nodeAt(node, 'declaration') ?? node
    const ids = [declaration, ...nodesAt(declaration, 'declarations')].flatMap((each) => nodeAt(each, 'id') ?? [])
    return isErased(declaration)
      ? []
      : ids.flatMap(boundBy).map((name) => ({ name, place: { node, up: top, key: 'body' } }))
  })
}

/** The names that a pattern binds. */
const boundBy = (pattern: Node): readonly string[] =>
  pattern.type === 'Identifier'
    ? [textAt(pattern, 'name') ?? '']
    : childrenOf(pattern).flatMap(([key, child]) => (key === 'key' || key === 'right' ? [] : boundBy(child)))

/**
 * Reads the names that the installed packages publish, and prints them as JSON: names, kinds, and the shape of each call. This is
 * JavaScript, because the compiler API that it needs is installed only in this folder.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const modules = join(import.meta.dirname, 'node_modules')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { dependencies } = readJson(join(import.meta.dirname, 'package.json'))
const packages = Object.keys(dependencies).filter((name) => name.startsWith('@reown/'))

/** Entries of a package with their declaration files. */
function entriesOf(name) {
  const manifest = readJson(join(modules, name, 'package.json'))
  if (manifest.license !== 'Apache-2.0') throw new Error(`${name} is ${manifest.license}`)
  const exported = manifest.exports ?? { '.': { types: manifest.types } }
  return Object.entries(exported)
    .map(([path, { types }]) => ({ entry: name + path.slice(1), file: join(modules, name, types) }))
    .filter(({ file }) => existsSync(file))
}
const entries = packages.flatMap(entriesOf)

const program = ts.createProgram({
  rootNames: entries.map(({ file }) => file),
  options: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
})
const checker = program.getTypeChecker()
const real = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
const main = '@reown/appkit'
const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const isValue = (symbol) => (real(symbol).flags & ts.SymbolFlags.Value) !== 0

/** Names of the values that a module exports. `export type` exports a class or a constant only as a type. */
function valuesOf(source, seen = new Set()) {
  const names = new Set()
  if (!source || seen.has(source)) return names
  seen.add(source)
  const within = (specifier) => checker.getSymbolAtLocation(specifier)?.declarations?.[0]
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue
    if (statement.isTypeOnly) continue
    const { exportClause } = statement
    if (!exportClause) for (const name of valuesOf(within(statement.moduleSpecifier), seen)) names.add(name)
    else if (ts.isNamedExports(exportClause)) {
      for (const one of exportClause.elements) {
        const symbol = checker.getSymbolAtLocation(one.name)
        if (!one.isTypeOnly && symbol && isValue(symbol)) names.add(one.name.text)
      }
    }
  }
  const module = checker.getSymbolAtLocation(source)
  for (const symbol of module?.exports?.values() ?? [])
    if (!(symbol.flags & (ts.SymbolFlags.Alias | ts.SymbolFlags.ExportStar)) && isValue(symbol)) names.add(symbol.name)
  return names
}

/**
 * Promise`: a function's parameters and result, without their types. => Promise`: what a caller has to know of a function, without its
 * types.
 */
function shapeOf(symbol) {
  const [declaration] = symbol.declarations ?? []
  if (!declaration) return undefined
  const [signature] = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures()
  if (!signature) return undefined
  const parameters = signature.parameters.map((parameter) => {
    const node = parameter.valueDeclaration
    const isOptional = node && ts.isParameter(node) && checker.isOptionalParameter(node)
    return `${parameter.name.replace(/^__0$/, 'options').replace(/^_+/, '')}${isOptional ? '?' : ''}`
  })
  const result = checker.typeToString(signature.getReturnType())
  const kind = /^Promise</.test(result) ? 'Promise' : result === 'void' ? 'void' : 'value'
  return `(${parameters.join(', ')}) => ${kind}`
}

const kindOf = ({ flags }) =>
  flags & ts.SymbolFlags.Class ? 'class' : flags & ts.SymbolFlags.Function ? 'function' : 'value'

const isHidden = (symbol) =>
  symbol.declarations?.some(
    (declaration) => ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  ) || /^(#|_|prototype$)/.test(symbol.name)

const described = (symbol) => {
  const target = real(symbol)
  const shape = shapeOf(target)
  return { name: symbol.name, kind: kindOf(target), ...(shape && { shape }) }
}

const exportsOf = new Map(
  entries.map(({ entry, file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    return [entry, module ? checker.getExportsOfModule(module) : []]
  }),
)
const valueNames = new Map(entries.map(({ entry, file }) => [entry, valuesOf(program.getSourceFile(file))]))
const find = (entry, name) => {
  const symbol = exportsOf.get(entry)?.find((one) => one.name === name)
  if (!symbol) throw new Error(`${entry} has no ${name}`)
  return real(symbol)
}

const membersOf = (type) =>
  type
    .getApparentProperties()
    .filter((member) => !isHidden(member))
    .map((member) => ({ name: member.name, ...(shapeOf(member) && { shape: shapeOf(member) }) }))
    .sort(byName)
const keysOf = (type) => membersOf(type).map(({ name }) => name)
const typeOf = (entry, name) => checker.getDeclaredTypeOfSymbol(find(entry, name))
const optionType = (name) => {
  const option = typeOf(main, 'CreateAppKit').getProperty(name)
  return checker.getNonNullableType(checker.getTypeOfSymbol(option))
}
const literalsOf = (type) => type.types.map((one) => one.value).sort()

/** Custom elements with their attributes, from the declarations for JSX. */
function elementsOf(file) {
  const found = {}
  ts.forEachChild(program.getSourceFile(file), (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'AppKitElements')
      for (const member of node.members) found[member.name.text] = keysOf(checker.getTypeAtLocation(member)).sort()
  })
  return found
}

const classOf = (entry, name) => ({
  members: membersOf(typeOf(entry, name)),
  statics: checker
    .getPropertiesOfType(checker.getTypeOfSymbol(find(entry, name)))
    .filter((member) => !isHidden(member))
    .map((member) => member.name)
    .sort(),
})

const adapters = Object.fromEntries(
  ['wagmi', 'ethers', 'ethers5', 'solana', 'bitcoin'].map((library) => {
    const entry = `@reown/appkit-adapter-${library}`
    const name = exportsOf.get(entry).find((symbol) => /^[A-Z]\w+Adapter$/.test(symbol.name)).name
    return [name, keysOf(typeOf(entry, name))]
  }),
)

const names = {
  packages: Object.fromEntries(packages.map((name) => [name, dependencies[name]])),
  entries: Object.fromEntries(
    [...exportsOf].map(([entry, symbols]) => {
      const isExported = (symbol) => valueNames.get(entry).has(symbol.name)
      const types = symbols.filter((symbol) => !isExported(symbol)).map((symbol) => symbol.name)
      return [entry, { values: symbols.filter(isExported).map(described).sort(byName), types: types.sort() }]
    }),
  ),
  instance: classOf(main, 'AppKit'),
  options: keysOf(typeOf(main, 'CreateAppKit')),
  features: keysOf(typeOf(main, 'Features')),
  themeVariables: keysOf(optionType('themeVariables')),
  metadata: keysOf(typeOf(main, 'Metadata')),
  customWallet: keysOf(typeOf(main, 'CustomWallet')),
  siwx: keysOf(typeOf(main, 'SIWXConfig')),
  openOptions: keysOf(typeOf(`${main}/react`, 'OpenOptions')),
  views: literalsOf(typeOf(`${main}/react`, 'Views')),
  adapters,
  elements: {
    ...elementsOf(join(modules, main, 'dist/types/src/library/react/index.d.ts')),
    ...elementsOf(join(modules, '@reown/appkit-wallet-button/dist/types/exports/react.d.ts')),
  },
}
process.stdout.write(`${JSON.stringify(names, null, 1)}\n`)

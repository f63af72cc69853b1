// @ts-check
/**
 * Enforces `boundaries.mjs`: imports between folders, allowed packages, and patterns that are allowed only in named files or nowhere. Also that no type
 * closes a circle of imports over an `import()`, which the rule of the linter does not follow.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mayImport, mayUsePackages, modalFeatures, notWritten, oneWord, onlyIn, titleRules } from './boundaries.mjs'

/** @type {Readonly<Record<string, string>>} */
const workspaces = {
  '@airlock/protocol': 'protocol/src',
  '@airlock/host-sdk': 'host-sdk/src',
  '@airlock/frame-app': 'frame-app/src',
  '@airlock/service': 'service/src',
  '@airlock/e2e': 'e2e',
}
const specifier = /(?:\bimport\s*\(\s*|\bfrom\s+|\bimport\s+)(['"])([^'"]+)\1/g
const inFeature = /^frame-app\/src\/modal\/features\/([\w-]+)\/(.+)$/
const ofTypes = /^(?:import|export) type\b[^'"]*['"]([^'"]+)['"]/gm

/** @param {string} root repository root @returns {string[]} one line per violation */
export function checkBoundaries(root) {
  /** @type {string[]} */
  const found = []
  /** @type {Arrow[]} */
  const arrows = []
  /** Files of the modal's features that are entered, and who uses which. */
  const entered = new Set()
  const places = [...Object.keys(mayImport), ...onlyIn.flatMap(({ within }) => within)]
  for (const file of filesIn(root, places.map(topFolder), /(?<!\.test)\.tsx?$/)) {
    const text = readFileSync(join(root, file), 'utf8')
    const home = longest(file, Object.keys(mayImport))
    const typesOf = Array.from(text.matchAll(ofTypes), ([, target]) => target)
    if (home) for (const match of text.matchAll(specifier)) checkImport(match[2] ?? '')
    for (const rule of onlyIn)
      if (rule.within.some((place) => isInside(file, place)) && !rule.files.includes(file) && rule.pattern.test(text))
        found.push(`${file}: ${rule.why} (${rule.pattern.source})`)

    /** @param {string} target */
    function checkImport(target) {
      if (target.startsWith('.')) {
        const path = normalize(join(dirname(file), target))
          .split(sep)
          .join('/')
        arrows.push({ from: file, to: path, isType: typesOf.includes(target) })
        checkPath(path, target)
        return
      }
      const workspace = Object.entries(workspaces).find(([name]) => target === name || target.startsWith(`${name}/`))
      if (workspace) return checkPath(workspace[1], target)
      const list = mayUsePackages[longest(file, Object.keys(mayUsePackages)) ?? '']
      if (
        list &&
        !list.some(
          (name) => target === name || target.startsWith(`${name}/`) || (name.endsWith(':') && target.startsWith(name)),
        )
      )
        found.push(`${file}: may not use the package ${target}`)
    }
    /** @param {string} path @param {string} target */
    function checkPath(path, target) {
      const owner = longest(path, [...Object.keys(mayImport), ...Object.values(workspaces)])
      if (owner === home) return
      const allowed = mayImport[home ?? ''] ?? []
      if (!owner || !allowed.includes(owner)) found.push(`${file}: ${home} may not import ${target}`)
      const [, feature = '', part = ''] = inFeature.exec(path) ?? []
      const own = inFeature.exec(file)?.[1] ?? ''
      entered.add(`${feature}/${part}`).add(`${own} uses ${feature}`)
      if (feature && !/^view\/\w+View\.tsx$/.test(part) && !modalFeatures[feature]?.opens.includes(part))
        found.push(`${file}: ${part} of ${feature} is not among the files that this feature opens to others`)
    }
  }
  if (existsSync(join(root, 'frame-app/src/modal/main.tsx')))
    for (const [name, { opens, uses }] of Object.entries(modalFeatures)) {
      for (const part of opens)
        if (!entered.has(`${name}/${part}`)) found.push(`boundaries.mjs: nobody enters ${name} through ${part}`)
      for (const other of uses)
        if (!entered.has(`${name} uses ${other}`)) found.push(`boundaries.mjs: ${name} does not use ${other}`)
    }
  for (const { from, to } of circlesOf(arrows))
    found.push(`${from}: ${to} imports this file too, perhaps over others: move the type to a file that both import`)
  for (const file of filesIn(root, workplaces, texts)) {
    const text = readFileSync(join(root, file), 'utf8')
    report(file, text.replaceAll(/\s*\n[\s/*]*/g, ' '), notWritten)
    report(file, file.endsWith('.md') ? text : proseIn(text), oneWord)
    if (/\.tsx?$/.test(file)) report(file, titlesIn(text), titleRules)
  }
  return found

  /** @param {string} file @param {string} text @param {typeof notWritten} rules */
  function report(file, text, rules) {
    for (const { pattern, why } of rules) {
      const words = pattern.exec(text)?.[0]
      if (words !== undefined) found.push(`${file}: ${words.trim()}: ${why}`)
    }
  }
}

/** An import. @typedef {{ readonly from: string, readonly to: string, readonly isType: boolean }} Arrow */

/** @param {readonly Arrow[]} arrows @returns {readonly Arrow[]} imports of types that lie on a circle */
function circlesOf(arrows) {
  let left = arrows
  for (let count = -1; count !== left.length; ) {
    count = left.length
    const [starts, ends] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))]
    left = left.filter(({ from, to }) => starts.has(to) && ends.has(from))
  }
  /** @param {string} start @param {string} end */
  const leads = (start, end) => {
    const seen = new Set([start])
    for (const file of seen) for (const { from, to } of left) if (from === file) seen.add(to)
    return seen.has(end)
  }
  return left.filter(({ from, to, isType }) => isType && leads(to, from))
}

/** Comments that have a line of their own, and titles of tests. @param {string} text */
const proseIn = (text) =>
  (text.match(/^\s*(?:\/\*|\*|\/\/).*|\b(?:test|describe)\b[\w.]*\((?:'[^'\n]*'|`[^`\n]*`)/gm) ?? []).join('\n')

/** Titles of tests and groups, one a line: a text before a function or options, perhaps after the numbers of attack cases. @param {string} text */
const titlesIn = (text) =>
  Array.from(
    text.matchAll(/\(\s*(?:(?:'\w+'|\[[^\]]*\]),\s*)?(['"`])([^'"`\n]*)\1,\s*(?:async\b|\(|\{|\w+ =>)/g),
    ([, , title]) => title,
  ).join('\n')

const workplaces = ['protocol', 'host-sdk', 'frame-app', 'service', 'e2e', 'examples', 'docs', 'deploy', 'scripts']
/** Not this check, its rules and its test, which name what they refuse. */
const texts = /(?<!boundaries)(?<!boundaries\.test)\.(tsx?|mjs|css|sol|md)$/

/** @param {string} path */
const topFolder = (path) => path.split('/').slice(0, 2).join('/')
/** @param {string} file @param {string} place */
const isInside = (file, place) => file === place || file.startsWith(`${place}/`)
/** @param {string} file @param {readonly string[]} places */
const longest = (file, places) => places.filter((place) => isInside(file, place)).sort((a, b) => b.length - a.length)[0]

/** @param {string} root @param {readonly string[]} places @param {RegExp} kind @returns {Generator<string>} */
function* filesIn(root, places, kind) {
  for (const place of new Set(places)) yield* walk(join(root, place))
  /** @param {string} folder @returns {Generator<string>} */
  function* walk(folder) {
    /** @type {string[]} */
    let names = []
    try {
      names = readdirSync(folder)
    } catch {
      return
    }
    for (const name of names) {
      const path = join(folder, name)
      if (name === 'node_modules' || name === 'dist') continue
      if (statSync(path).isDirectory()) yield* walk(path)
      else if (kind.test(name)) yield relative(root, path).split(sep).join('/')
    }
  }
}

/**
 * `node scripts/check-boundaries.mjs --sample SEED`: 30 files drawn by that seed, each with the sentence that heads it and what it may import.
 *
 * @param {string} root @param {number} seed
 */
function sample(root, seed) {
  const files = [...filesIn(root, Object.keys(mayImport).map(topFolder), /(?<!\.test)\.tsx?$/)].sort()
  let state = seed >>> 0
  // Mulberry32: the same files for a seed on every machine.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let left = Math.min(30, files.length); left > 0; left--) {
    const [file = ''] = files.splice(Math.floor(next() * files.length), 1)
    const text = readFileSync(join(root, file), 'utf8')
    const head = /^\/\*\*([\s\S]*?)\*\//
      .exec(text)?.[1]
      ?.replaceAll(/\s*\n\s*\*/g, '')
      .trim()
    const room = longest(file, Object.keys(mayImport)) ?? ''
    console.log(
      `${file}\n  ${head ?? '(its name says it)'}\n  may import ${[room, ...(mayImport[room] ?? [])].join(', ')}`,
    )
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
  if (process.argv[2] === '--sample') {
    sample(root, Number(process.argv[3] ?? 1))
    process.exit()
  }
  const found = checkBoundaries(root)
  for (const line of found) console.error(line)
  if (found.length) process.exit(1)
  console.log('boundaries: 0 violations')
}

/** The committed names, as `read.mjs` wrote them, and the table of docs/moving-from-appkit.md: every name with its verdict. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as catalogue from '@airlock/host-sdk/appkit/networks'
import * as z from 'zod'
import type { Verdict } from './verdicts.ts'
import * as given from './verdicts.ts'

export const namesFile = join(import.meta.dirname, 'names.json')

const NameList = z.array(z.string())
const Schema = z.strictObject({
  packages: z.record(z.string(), z.string()),
  entries: z.record(
    z.string(),
    z.strictObject({
      values: z.array(z.strictObject({ name: z.string(), kind: z.string(), shape: z.optional(z.string()) })),
      types: NameList,
    }),
  ),
  instance: z.strictObject({
    members: z.array(z.strictObject({ name: z.string(), shape: z.optional(z.string()) })),
    statics: NameList,
  }),
  options: NameList,
  features: NameList,
  themeVariables: NameList,
  metadata: NameList,
  customWallet: NameList,
  siwx: NameList,
  openOptions: NameList,
  views: NameList,
  adapters: z.record(z.string(), NameList),
  elements: z.record(z.string(), NameList),
})
export type Names = z.infer<typeof Schema>

export const readNames = (): Names => Schema.parse(JSON.parse(readFileSync(namesFile, 'utf8')))

export interface Row extends Verdict {
  readonly name: string
  /** Shape of the call in AppKit. */
  readonly shape?: string | undefined
  /** Our entries that export the name. */
  readonly places: readonly string[]
}
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** The entry with the networks; it has its own section. */
const networksEntry = '@reown/appkit/networks'
const untouched: Verdict = { status: 'works' }
const unique = (list: readonly string[]) => [...new Set(list)].sort()

function section(title: string, list: readonly string[], verdicts: Readonly<Record<string, Verdict>>): Section {
  return { title, rows: list.map((name) => ({ name, places: [], ...(verdicts[name] ?? untouched) })) }
}

const ourEntry = (entry: string): string | undefined => {
  const known = given.entries[entry]
  if (!known) throw new Error(`${entry} has no verdict in verdicts.ts`)
  return 'ours' in known ? known.ours : undefined
}

function valueRows(names: Names): Row[] {
  const offered = Object.entries(names.entries).filter(([entry]) => entry !== networksEntry && ourEntry(entry))
  const all = offered.flatMap(([entry, { values }]) =>
    values.map((value) => ({ ...value, place: ourEntry(entry) ?? '' })),
  )
  return unique(all.map(({ name }) => name)).map((name) => {
    const same = all.filter((one) => one.name === name)
    const verdict = given.values[name] ?? untouched
    const places = verdict.status === 'not offered' ? [] : unique(same.map(({ place }) => place))
    return { name, shape: same[0]?.shape, places, ...verdict }
  })
}

const ownTypes: Readonly<Record<string, readonly string[]>> = given.types

function typeRows(names: Names): Row[] {
  const entries = Object.entries(names.entries).filter(([entry]) => entry !== networksEntry)
  return unique(entries.flatMap(([, { types }]) => types)).map((name) => {
    const places = Object.keys(ownTypes).filter((place) => ownTypes[place]?.includes(name))
    const [, note = ''] = given.typeReasons.find(([pattern]) => pattern.test(name)) ?? []
    return places.length ? { name, places, status: 'works' } : { name, places, status: 'not offered', note }
  })
}

function networkRows({ entries }: Names): Row[] {
  const { values = [], types = [] } = entries[networksEntry] ?? {}
  const row = (name: string): Row => {
    const known = given.networks[name]
    if (known) return { name, places: [], ...known }
    return name in catalogue
      ? { name, places: ['./appkit/networks'], status: 'works' }
      : { name, places: [], status: 'not offered', note: 'not in the catalogue: pass the chain object of viem' }
  }
  const own: readonly string[] = given.types['./appkit/networks']
  return [
    ...values.map(({ name }) => row(name)),
    ...types.map(
      (name): Row =>
        own.includes(name)
          ? { name, places: ['./appkit/networks'], status: 'works' }
          : { name, places: [], status: 'not offered', note: 'a type of viem: import it from there' },
    ),
  ]
}

export function sectionsOf(names: Names): Section[] {
  const adapterNames = unique(Object.values(names.adapters).flat())
  const adapters = Object.fromEntries(
    adapterNames.map((name) => [name, given.adapterMembers[name] ?? given.adapterMember]),
  )
  return [
    { title: 'Functions, classes, hooks and components', rows: valueRows(names) },
    section('Options of `createAppKit`', names.options, given.options),
    section('`features`', names.features, given.features),
    section('`themeVariables`', names.themeVariables, given.themeVariables),
    section('`metadata`', names.metadata, {}),
    section('`customWallets`', names.customWallet, given.options),
    section('`siwx`', names.siwx, given.siwx),
    section('Options of `open`', names.openOptions, given.openOptions),
    section('Views of `open`', names.views, given.views),
    {
      title: 'Members of `AppKit`',
      rows: [...names.instance.members, ...names.instance.statics.map((name) => ({ name }))].map((member) => ({
        ...member,
        places: [],
        ...(given.members[member.name] ?? untouched),
      })),
    },
    section('Elements', Object.keys(names.elements), given.elements),
    section(
      'Attributes of the elements',
      unique(Object.values(names.elements).flat()).filter(isOfButton),
      given.attributes,
    ),
    section('Members of adapter classes', adapterNames, adapters),
    { title: 'Networks', rows: networkRows(names) },
    { title: 'Types', rows: typeRows(names) },
  ]
}

/** Attributes of `appkit-modal` and `appkit-wallet-button`, which are not offered. */
const isOfButton = (name: string) => name !== 'class' && name !== 'wallet'

/** Sections with too many rows for a reader: one line per verdict, with all its names. */
const grouped = new Set(['Members of adapter classes', 'Networks', 'Types'])

const code = (name: string) => `\`${name}\``
const noteOf = ({ note = '', places }: Row) => [places.map(code).join(', '), note].filter(Boolean).join('; ')

function tableOf({ title, rows }: Section): string[] {
  if (!grouped.has(title))
    return [
      '| name | | |',
      '|---|---|---|',
      ...rows.map(
        (row) => `| ${code(row.name + (row.shape ? ` ${row.shape}` : ''))} | ${row.status} | ${noteOf(row)} |`,
      ),
    ]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const verdict = `${row.status} | ${noteOf(row)}`
    groups.set(verdict, [...(groups.get(verdict) ?? []), row])
  }
  return [
    '| names | | |',
    '|---|---|---|',
    ...[...groups].map(([verdict, same]) => `| ${same.map(({ name }) => code(name)).join(' ')} | ${verdict} |`),
  ]
}

function entryTable(names: Names): string[] {
  return [
    '| AppKit | here | |',
    '|---|---|---|',
    ...Object.entries(names.entries).map(([entry, { values, types }]) => {
      const known = given.entries[entry]
      if (known && 'ours' in known) return `| ${code(entry)} | \`@airlock/host-sdk${known.ours.slice(1)}\` | |`
      const list = [...values.map(({ name }) => name), ...(values.length < 5 ? types : [])]
      return `| ${code(entry)} | not offered | ${known?.reason ?? ''}: ${list.map(code).join(' ')} |`
    }),
  ]
}

export function markdownOf(names: Names): string {
  const versions = Object.entries(names.packages).map(([name, version]) => `\`${name}\` ${version}`)
  return [
    `Generated by \`npm run appkit:names\` from ${versions.join(', ')}.`,
    '',
    '### Entries',
    '',
    ...entryTable(names),
    ...sectionsOf(names).flatMap((one) => ['', `### ${one.title}`, '', ...tableOf(one)]),
  ].join('\n')
}

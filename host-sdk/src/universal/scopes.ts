/**
 * Reads the params of `wallet_createSession`, in the form of the current version of CAIP-25 (`scopes`, `properties`) and in the form of
 * existing wallets (`requiredScopes`, `optionalScopes`, `sessionProperties`, `scopedProperties`). The result is a normal form:
 * `readRequest` restores it from the output of `writeRequest`.
 */
import { refuse } from './errors.ts'

/** The content of one scope object. */
export interface Wanted {
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly notifications: readonly string[]
}

export interface Scope {
  /** A namespace, or a CAIP-2 id. */
  readonly key: string
  readonly required: Wanted | undefined
  readonly optional: Wanted | undefined
}

export interface SessionRequest {
  readonly sessionId: string | undefined
  /** The form of the request, which the answer uses too. */
  readonly form: 'current' | 'former'
  readonly scopes: readonly Scope[]
}

type Fields = Readonly<Record<string, unknown>>

const maxEntries = 200
const maxText = 256
const scopeKey = /^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/
const reference = /^[-_a-zA-Z0-9]{1,32}$/

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param value a copy, parsed from JSON */
export function readRequest(value: unknown): SessionRequest {
  if (!isFields(value)) return refuse(-32602, 'params is an object')
  const { scopes, requiredScopes, optionalScopes, properties, sessionProperties, scopedProperties } = value
  const isFormer = requiredScopes !== undefined || optionalScopes !== undefined
  if (isFormer === (scopes !== undefined))
    refuse(-32602, 'Give either `scopes`, or `requiredScopes` and `optionalScopes`')
  for (const given of [properties, sessionProperties])
    if (given !== undefined && (!isFields(given) || Object.keys(given).length === 0))
      refuse(5302, 'The properties of a session are an object that is not empty')
  readScopedProperties(scopedProperties)
  return {
    sessionId: readSessionId(value['sessionId']),
    form: isFormer ? 'former' : 'current',
    scopes: join(
      readScopes('requiredScopes', requiredScopes),
      readScopes(isFormer ? 'optionalScopes' : 'scopes', isFormer ? optionalScopes : scopes),
    ),
  }
}

/** The request in its normal form, without an id. */
export function writeRequest({ form, scopes }: SessionRequest): Fields {
  const part = (name: 'required' | 'optional') => {
    const entries = scopes.flatMap((scope) => {
      const wanted = scope[name]
      return wanted ? [[scope.key, writeScope(scope.key, wanted)] as const] : []
    })
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  const [requiredScopes, optionalScopes] = [part('required'), part('optional')]
  if (form === 'current') return { scopes: optionalScopes }
  return { ...(requiredScopes && { requiredScopes }), ...(optionalScopes && { optionalScopes }) }
}

const writeScope = (key: string, { chains, methods, notifications }: Wanted) => ({
  ...(!key.includes(':') && { references: chains.map((chain) => chain.slice(key.length + 1)) }),
  methods,
  notifications,
})

export function readSessionId(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.length > 0 && value.length <= maxText)) return value
  return refuse(-32602, '`sessionId` is a text')
}

/** Both parts may name the same scope; the answer contains it once. */
function join(required: ReadonlyMap<string, Wanted>, optional: ReadonlyMap<string, Wanted>): Scope[] {
  const scopes = [...new Set([...required.keys(), ...optional.keys()])].map((key) => ({
    key,
    required: required.get(key),
    optional: optional.get(key),
  }))
  const definedBy = new Map<string, string>()
  for (const { key, required: one, optional: other } of scopes)
    for (const chain of new Set([...(one?.chains ?? []), ...(other?.chains ?? [])])) {
      const before = definedBy.get(chain)
      if (before !== undefined) refuse(5204, `${chain} is defined by \`${before}\` and \`${key}\``)
      definedBy.set(chain, key)
    }
  return scopes
}

function readScopes(name: string, value: unknown): ReadonlyMap<string, Wanted> {
  if (value === undefined) return new Map()
  if (!isFields(value)) return refuse(-32602, `\`${name}\` is an object`)
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.length > maxEntries) refuse(-32602, `\`${name}\` has 1 to ${maxEntries} scopes`)
  return new Map(entries.map(([key, scope]) => [key, readScope(name, key, scope)]))
}

function readScope(name: string, key: string, value: unknown): Wanted {
  const at = `\`${name}\` ${scopeKey.test(key) ? key : '(a key)'}`
  if (!scopeKey.test(key)) refuse(-32602, `${at}: keys are namespaces and CAIP-2 ids`)
  if (!isFields(value)) return refuse(-32602, `${at}: a scope is an object`)
  const { references, chains, methods, notifications, accounts } = value
  if ('scopedProperties' in value) refuse(5301, `${at} has \`scopedProperties\``)
  if (references !== undefined && chains !== undefined) refuse(-32602, `${at}: give \`references\` or \`chains\``)
  const given = readList(references ?? chains ?? [], `${at}: \`references\``)
  const isOneNetwork = key.includes(':')
  if (isOneNetwork && (references ?? chains) !== undefined)
    refuse(-32602, `${at}: a scope of one network has no \`references\``)
  for (const one of given)
    if (!reference.test(one)) refuse(-32602, `${at}: a reference is the part of a CAIP-2 id after the colon`)
  if (accounts !== undefined) readList(accounts, `${at}: \`accounts\``)
  return {
    chains: isOneNetwork ? [key] : given.map((one) => `${key}:${one}`),
    methods: readList(methods, `${at}: \`methods\``),
    notifications: readList(notifications, `${at}: \`notifications\``),
  }
}

/** Reads a list and removes duplicates. */
function readList(value: unknown, at: string): readonly string[] {
  if (!Array.isArray(value) || value.length > maxEntries)
    return refuse(-32602, `${at} is a list of at most ${maxEntries} texts`)
  const texts = value.map((one: unknown) =>
    typeof one === 'string' && one.length > 0 && one.length <= maxText
      ? one
      : refuse(-32602, `${at} is a list of texts`),
  )
  return [...new Set(texts)]
}

/** Properties proposed by the caller; none is supported. */
function readScopedProperties(value: unknown): void {
  if (value === undefined) return
  const isValid =
    isFields(value) &&
    Object.keys(value).length > 0 &&
    Object.entries(value).every(([key, properties]) => scopeKey.test(key) && isFields(properties))
  if (!isValid) refuse(5300, '`scopedProperties` has an object for each of its scopes')
}

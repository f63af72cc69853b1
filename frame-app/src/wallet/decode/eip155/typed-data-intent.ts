/** What typed data would allow, and whether its domain is what it should be. Reads the canonical form. Pure. */
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { type Address, getAddress } from 'viem'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import type { TypedData } from '../../signing/request.ts'
import { address, type Fact, type Intent, line, network, toIntent, type Warning } from '../intent.ts'
import { belongsTo, siteIn } from '../site.ts'
import { isSame } from './known-calls.ts'
import { readPermit } from './permits.ts'

export interface TypedDataToRead {
  readonly typedData: TypedData
  readonly account: string
  readonly chainId: Caip2
  /** Of the page that asks, as the browser says. */
  readonly origin: string
  /** Unix time in milliseconds. */
  readonly now: number
}

/** Fields listed one by one; the rest stands in the raw data. */
const maxFields = 40

export function readTypedDataIntent({ typedData, account, chainId, origin, now }: TypedDataToRead): Intent {
  const { domain, primaryType, message } = typedData
  const { contract, warnings } = judgeDomain(domain, { account, chainId, origin })
  const context = [
    ...(typeof domain['name'] === 'string' ? [line('purpose', domain['name'], 80)] : []),
    ...(contract ? [address('contract', contract)] : []),
    network(chainId),
  ]
  const permit = contract && readPermit(typedData, { contract, account, now })
  if (permit)
    return toIntent(
      { ...permit.action, facts: [...permit.action.facts, ...context] },
      { parts: permit.parts ?? [], warnings: [...warnings, ...permit.warnings], movesValue: true },
    )
  const fields = listFields(message)
  if (fields.length > maxFields) warnings.push('cutShort')
  // What a contract makes of it nobody can tell from the fields; without contract and chain in it, it is meant for none.
  const isForChain = contract !== undefined || domain['chainId'] !== undefined
  return toIntent(
    { kind: 'signData', facts: [line('asks', primaryType, 80), ...context, ...fields.slice(0, maxFields)] },
    { warnings: isForChain ? [...warnings, 'unreadable'] : warnings, blind: isForChain, movesValue: isForChain },
  )
}

function judgeDomain(
  domain: TypedData['domain'],
  { account, chainId, origin }: Pick<TypedDataToRead, 'account' | 'chainId' | 'origin'>,
): { contract: Address | undefined; warnings: Warning[] } {
  const warnings: Warning[] = []
  const named = domain['verifyingContract']
  const contract = typeof named === 'string' ? getAddress(named) : undefined
  const chain = domain['chainId']
  if (chain !== undefined && chain !== referenceOf(chainId)) warnings.push('wrongChain')
  if (chain === undefined && contract) warnings.push('noChain')
  if (!contract) warnings.push('noContract')
  if (contract && isSame(contract, account)) warnings.push('contractIsAccount')
  const site = typeof domain['name'] === 'string' ? siteIn(domain['name']) : undefined
  if (site !== undefined && !belongsTo(new URL(origin).hostname, site)) warnings.push('namesOtherSite')
  return { contract, warnings }
}

/** Every value with its path, in the order in which it is signed; one more than are shown. */
function listFields(message: TypedData['message']): Fact[] {
  const found: Fact[] = []
  const visit = (value: Json, path: string) => {
    if (found.length > maxFields) return
    if (Array.isArray(value)) for (const [index, inner] of value.entries()) visit(inner, `${path}[${index}]`)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`)
    else found.push(toField(value, path))
  }
  visit(message, '')
  return found
}

const toField = (value: Exclude<Json, object>, path: string): Fact => ({
  label: 'field',
  name: toDisplayText(path, { max: 60 }),
  value:
    typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
      ? { type: 'address', address: value }
      : { type: 'text', text: toDisplayText(String(value), { max: 160, fallback: '–' }) },
})

/** Reads what typed data allows, and whether its domain fits the page, the account and the network. Expects the canonical form. Pure. */
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { type Address, getAddress } from 'viem'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import type { TypedData } from '../../signing/request.ts'
import { isOutOfReach } from '../../signing/session.ts'
import { address, type Intent, network, toIntent, type Warning } from '../intent.ts'
import { namesOtherSite } from '../site.ts'
import { type ReadText, readLine } from '../text.ts'
import { isSame } from './known-calls.ts'
import { readPermit } from './permits.ts'
import { exceedsSupply } from './supply.ts'

export interface TypedDataToRead {
  readonly typedData: TypedData
  readonly account: string
  readonly chainId: Caip2
  /** The origin of the requesting page, as the browser reports it. */
  readonly origin: string
  /** Unix time in milliseconds. */
  readonly now: number
}

/** Maximum number of fields that are listed; the raw data has all. */
const maxFields = 40

export function readTypedDataIntent({ typedData, account, chainId, origin, now }: TypedDataToRead): Intent {
  const { domain, primaryType, message } = typedData
  const { contract, warnings } = judgeDomain(domain, { account, chainId, origin })
  const purpose = typeof domain['name'] === 'string' ? readLine('purpose', domain['name'], 80) : undefined
  warnings.push(...(purpose?.warnings ?? []))
  const context = [
    ...(purpose ? [purpose.fact] : []),
    ...(contract ? [address('contract', contract)] : []),
    ...(domain['chainId'] === undefined ? [] : [network(chainId)]),
  ]
  const permit = contract && readPermit(typedData, { contract, account, now })
  if (permit) {
    if (exceedsSupply(chainId, [permit.action, ...(permit.parts ?? [])])) warnings.push('unlimited')
    return toIntent(
      { ...permit.action, facts: [...permit.action.facts, ...context] },
      { parts: permit.parts ?? [], warnings: [...warnings, ...permit.warnings] },
    )
  }
  const fields = listFields(message)
  const asks = readLine('asks', primaryType, 80)
  const listed = fields.slice(0, maxFields)
  for (const read of [asks, ...listed]) warnings.push(...read.warnings)
  if (fields.length > maxFields) warnings.push('cutShort')
  // A contract may do anything with the fields. Without contract and chain, the data is for a service, which reads the fields as shown.
  const isForService = warnings.includes('forService')
  return toIntent(
    { kind: 'signData', facts: [asks.fact, ...context, ...listed.map(({ fact }) => fact)] },
    { warnings: isForService ? warnings : [...warnings, 'unreadable'], blind: !isForService },
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
  if (!contract) warnings.push(chain === undefined ? 'forService' : 'noContract')
  // A user operation or a delegation: anyone who has the signature can execute it for the account.
  if (contract && isOutOfReach(contract, account))
    warnings.push(isSame(contract, account) ? 'contractIsAccount' : 'hiddenTransaction')
  if (typeof domain['name'] === 'string' && namesOtherSite(domain['name'], new URL(origin).hostname))
    warnings.push('namesOtherSite')
  return { contract, warnings }
}

/** All values with their paths, in the order in which they are signed; stops one after the maximum. An empty list is a value: no limits. */
function listFields(message: TypedData['message']): ReadText[] {
  const found: ReadText[] = []
  const visit = (value: Json, path: string) => {
    if (found.length > maxFields) return
    if (isEmpty(value)) found.push(toField(Array.isArray(value) ? '[]' : '{}', path))
    else if (Array.isArray(value)) for (const [index, inner] of value.entries()) visit(inner, `${path}[${index}]`)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`)
    else found.push(toField(value, path))
  }
  visit(message, '')
  return found
}

const isEmpty = (value: Json): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0

function toField(value: Exclude<Json, object>, path: string): ReadText {
  const name = toDisplayText(path, { max: 60 })
  const { fact, warnings } =
    typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
      ? { fact: address('field', value), warnings: [] }
      : readLine('field', String(value), 160)
  return { fact: { ...fact, name }, warnings: name === path ? warnings : [...warnings, 'cutShort'] }
}

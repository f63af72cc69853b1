/**
 * Changes of a registered name: its attributes, and its address on a network. Only the account that registered the name can
 * change it; the accounts that it points to on other networks cannot.
 */
import { AddressMessage, AttributesMessage, type NameRequest } from '@airlock/protocol/gateway/names.ts'
import { zeroAddress } from 'viem'
import type { ChangeOutcome, NameChange, RegisteredName } from '../../store/contract/names.ts'
import { type GatewayRefusal, refusals } from '../refusal.ts'
import { nameRefusals } from './refusals.ts'
import type { Registry } from './register.ts'
import { readName, requireAttributes } from './rules.ts'
import { readMessage, readNetwork, requireSignature, requireTime, useOf } from './signed.ts'

type Wanted = { readonly timestamp: number; readonly change: NameChange['change'] }
type Asked = { readonly name: string; readonly request: NameRequest }
type Changes = (registry: Registry, asked: Asked, signal: AbortSignal) => Promise<RegisteredName>

/**
 * The signed attributes replace the previous ones.
 * @throws {GatewayRefusal} 400, 401, 422, 503
 */
export const changeAttributes: Changes = async (registry, asked, signal) => {
  const { attributes, timestamp } = readMessage(AttributesMessage, asked.request.message)
  return change(registry, asked, { timestamp, change: { attributes } }, signal)
}

/** @throws {GatewayRefusal} 400, 401, 422, 503 */
export const changeAddress: Changes = async (registry, asked, signal) => {
  const { request } = asked
  const { coin_type: coinType, address: given, timestamp } = readMessage(AddressMessage, request.message)
  readNetwork(registry, coinType)
  const address = given.toLowerCase()
  if (address === zeroAddress) throw refusals.badAddress()
  // Otherwise an account known for one coin type only could never change its name again.
  if (coinType === request.coin_type && address !== request.address.toLowerCase()) throw nameRefusals.keepsSigner()
  return change(registry, asked, { timestamp, change: { address, coinType } }, signal)
}

async function change(
  registry: Registry,
  { name: given, request }: Asked,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<RegisteredName> {
  const { names, zone, oldZones, now } = registry
  const { coin_type: coinType, address, message, signature } = request
  const { name } = readName(given, zone, oldZones)
  const network = readNetwork(registry, coinType)
  if (!(await names.find(name))) throw nameRefusals.notRegistered(name)
  requireTime(registry, wanted.timestamp)
  if ('attributes' in wanted.change) requireAttributes(wanted.change.attributes)
  const owner = address.toLowerCase()
  const own = await names.findByAddress(owner)
  if (own?.name !== name || !isHeld(own, coinType, owner)) throw nameRefusals.notOwner()
  const signed = { address, message, signature }
  await requireSignature(registry, network, signed, signal)
  const outcome = await names.change({
    name,
    owner,
    coinType,
    change: wanted.change,
    use: useOf(registry, { owner, message, timestamp: wanted.timestamp }),
    now: now(),
  })
  if (outcome !== 'changed') throw refuse[outcome]()
  const made = await names.find(name)
  if (!made) throw new Error('A changed name is gone')
  return made
}

const refuse: Readonly<Record<Exclude<ChangeOutcome, 'changed'>, () => GatewayRefusal>> = {
  used: nameRefusals.used,
  lost: nameRefusals.notOwner,
}

const isHeld = ({ addresses }: RegisteredName, coinType: number, owner: string): boolean =>
  addresses.some((one) => one.coinType === coinType && one.address === owner)

/** The registry of names over HTTP. No call needs a project. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { NameRecord } from '@airlock/protocol/gateway/names.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import { getAddress, isAddress } from 'viem'
import * as z from 'zod/mini'
import type { RegisteredName } from '../../store/contract/names.ts'
import type { GatewayServer, GatewayServerOptions } from '../http/serve.ts'
import { refusals } from '../refusal.ts'
import type { CountName } from './allowance.ts'
import { changeAddress, changeAttributes } from './change.ts'
import { nameRefusals } from './refusals.ts'
import { type Registry, register } from './register.ts'
import { readName } from './rules.ts'
import { suggest } from './suggestions.ts'

/** Units charged to the network's budget. A registration or a change may cost a call to a node. */
const units = { look: 2, suggest: 5, register: 25, change: 25 } as const

export function serveNames(
  server: GatewayServer,
  registry: Registry & { readonly countName: CountName },
  { addressOf, now }: Pick<GatewayServerOptions, 'addressOf' | 'now'>,
): void {
  const { names, zone, oldZones, countName } = registry

  server.get(endpoints.name, { units: units.look, isOpen: true }, async ({ query, param }) => {
    const { name } = readName(param('name'), zone, oldZones)
    const found = await names.find(name)
    if (found) return toRecord(found)
    if (query.apiVersion === '2') return []
    throw nameRefusals.unknownName(name)
  })

  server.get(endpoints.namesOf, { units: units.look, isOpen: true }, async ({ query, param }) => {
    const address = z.safeParse(EvmAddress, param('address'))
    if (!address.success) throw refusals.badAddress()
    const found = await names.findByAddress(address.data.toLowerCase())
    if (!found && query.apiVersion !== '2') throw nameRefusals.unknownAddress()
    return found ? [toRecord(found)] : []
  })

  server.get(endpoints.suggestions, { units: units.suggest, isOpen: true }, ({ query, param }) => {
    if (query.zone !== undefined && query.zone !== zone) throw nameRefusals.badZone(`${param('name')}.${query.zone}`)
    return suggest(registry, param('name'))
  })

  server.post(endpoints.registerName, async (request, c, signal) => {
    await server.charge(c, units.register, { isOpen: true })
    return toRecord(await register(registry, request, { signal, count: () => countName(addressOf(c), now()) }))
  })

  server.post(endpoints.setAttributes, async (request, c, signal) => {
    await server.charge(c, units.change, { isOpen: true })
    const name = c.req.param('name') ?? ''
    return { ...(await changeAttributes(registry, { name, request }, signal)).attributes }
  })

  server.post(endpoints.setAddress, async (request, c, signal) => {
    await server.charge(c, units.change, { isOpen: true })
    const name = c.req.param('name') ?? ''
    return toRecord(await changeAddress(registry, { name, request }, signal)).addresses
  })
}

const at = (ms: number): string => new Date(ms).toISOString()

const toRecord = ({ name, attributes, addresses, registeredAt, updatedAt }: RegisteredName): NameRecord => ({
  name,
  registered_at: at(registeredAt),
  updated_at: at(updatedAt),
  attributes: { ...attributes },
  addresses: Object.fromEntries(
    addresses.map(({ coinType, address, createdAt }) => [
      String(coinType),
      { address: isAddress(address) ? getAddress(address) : address, created_at: at(createdAt) },
    ]),
  ),
})

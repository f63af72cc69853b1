/**
 * The capabilities that a wallet named for an address when it was paired, in the form of `wallet_getCapabilities`. Two forms are in use:
 * `capabilities` of the session, by address and network, and properties by network. Values are objects, or
 * JSON of one.
 */
import * as z from 'zod/mini'
import type { Properties } from './agreement.ts'

const Fields = z.record(z.string(), z.unknown())

/** Longer texts are not read. */
const maxText = 20_000

export function readSessionCapabilities({ session, scoped }: Properties, address: string): Record<string, unknown> {
  const byAddress = Object.entries(read(session?.['capabilities']))
  const [, own] = byAddress.find(([key]) => key.toLowerCase() === address.toLowerCase()) ?? []
  const byNetwork = Object.entries(read(scoped)).flatMap(([scope, said]): [string, unknown][] => {
    const id = /^eip155:([1-9]\d{0,15})$/.exec(scope)?.[1]
    if (id === undefined) return []
    return [[`0x${BigInt(id).toString(16)}`, inside(read(said))]]
  })
  return { ...Object.fromEntries<unknown>(byNetwork), ...read(own) }
}

/** Each capability may be written as JSON, too. */
const inside = (said: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [name, read(value)]))

function read(value: unknown): Record<string, unknown> {
  if (typeof value !== 'string') return z.safeParse(Fields, value).data ?? {}
  if (value.length > maxText) return {}
  try {
    return z.safeParse(Fields, JSON.parse(value)).data ?? {}
  } catch {
    return {}
  }
}

/** The form of names: a label and the zone of the registry, such as `alice` and `reown.id`. */
import { nameRefusals } from './refusals.ts'

export const labelLengths = { min: 3, max: 64 } as const

const allowed = /^[a-z0-9.-]+$/
export const isZone = (text: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})*$/.test(text)

export type NameParts = { readonly name: string; readonly label: string }

/**
 * Checks in the order of the hosted registry: characters, length, zone.
 * @param name with its zone
 * @param oldZones whose names count too
 * @throws {GatewayRefusal} 400
 */
export function readName(name: string, zone: string, oldZones: readonly string[] = []): NameParts {
  const zones = [zone, ...oldZones]
  if (!allowed.test(name)) throw nameRefusals.badFormat(name)
  const [label = '', ...rest] = name.split('.')
  if (!zones.some((one) => rest.length === one.split('.').length)) throw nameRefusals.badLength(name)
  readLabel(label, name)
  if (!zones.includes(rest.join('.'))) throw nameRefusals.badZone(name)
  return { name, label }
}

/**
 * @param name is named in the refusal
 * @throws {GatewayRefusal} 400
 */
export function readLabel(label: string, name = label): void {
  if (!allowed.test(label) || label.includes('.')) throw nameRefusals.badFormat(name)
  if (label.length < labelLengths.min || label.length > labelLengths.max) throw nameRefusals.badLength(name)
  // Two hyphens there mark an encoding, which ENS does not allow (ENSIP-15). A label of hyphens only is not allowed either.
  if (label.slice(2, 4) === '--' || !/[a-z0-9]/.test(label)) throw nameRefusals.badFormat(name)
}

/** The attributes that an account can set. */
const attributes: Readonly<Record<string, RegExp>> = { bio: /^[a-zA-Z0-9@:/._\-?&=+ ]{1,255}$/ }

/** @throws {GatewayRefusal} 400 */
export function requireAttributes(given: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(given))
    if (!Object.hasOwn(attributes, key) || !attributes[key]?.test(value)) throw nameRefusals.badAttribute()
}

/** The registry's part of the config file. */
import { type Caip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { type Hex, toHex } from 'viem'
import type { ConfigFile } from '../../config/file.ts'
import { readSecretFile } from '../../crypto/secret.ts'
import { defaultZone, type NameSettings, oldDefaultZones, type ResolverSettings } from './settings.ts'

type Given = NonNullable<NonNullable<ConfigFile['gateway']>['names']>

/** @throws {Error} naming the key and what to write */
export function readNames(given: Given, at: (path: string) => string): NameSettings {
  const { zone = defaultZone, reserved = [], resolver, signerKeyFile } = given
  const { oldZones = zone === defaultZone ? oldDefaultZones : [] } = given
  if (resolver && signerKeyFile === undefined)
    throw new Error('gateway.names.signerKeyFile is missing: the key that signs for the resolver')
  const key = signerKeyFile === undefined ? undefined : readKey(at(signerKeyFile))
  return {
    zone,
    oldZones,
    reserved,
    ...(key && (resolver ? { resolver: readResolver(resolver, key) } : { futureKey: key })),
  }
}

const readKey = (path: string): Hex => toHex(readSecretFile('gateway.names.signerKeyFile', path))

function readResolver(
  { network, address }: { readonly network: Caip2; readonly address: `0x${string}` },
  key: Hex,
): ResolverSettings {
  if (namespaceOf(network) !== 'eip155') throw new Error('gateway.names.resolver.network has to be an EVM network')
  return { address, chainId: Number(referenceOf(network)), key }
}

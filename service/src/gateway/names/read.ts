/** The registry's part of the config file. */
import { type Caip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { toHex } from 'viem'
import type { ConfigFile } from '../../config/file.ts'
import { readSecretFile } from '../../crypto/secret.ts'
import { defaultZone, type NameSettings, type ResolverSettings } from './settings.ts'

type Given = NonNullable<NonNullable<ConfigFile['gateway']>['names']>

/** @throws {Error} naming the key and what to write */
export function readNames(given: Given, at: (path: string) => string): NameSettings {
  const { zone = defaultZone, reserved = [], resolver, signerKeyFile } = given
  if ((resolver === undefined) !== (signerKeyFile === undefined))
    throw new Error('gateway.names needs resolver and signerKeyFile, or neither')
  return {
    zone,
    reserved,
    ...(resolver && signerKeyFile !== undefined && { resolver: readResolver(resolver, at(signerKeyFile)) }),
  }
}

function readResolver(
  { network, address }: { readonly network: Caip2; readonly address: `0x${string}` },
  signerKeyFile: string,
): ResolverSettings {
  if (namespaceOf(network) !== 'eip155') throw new Error('gateway.names.resolver.network has to be an EVM network')
  const key = toHex(readSecretFile('gateway.names.signerKeyFile', signerKeyFile))
  return { address, chainId: Number(referenceOf(network)), key }
}

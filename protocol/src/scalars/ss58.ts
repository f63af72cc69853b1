/** The prefixes of Polkadot's networks in SS58 addresses. */
import { type Caip2, referenceOf } from './caip.ts'

/** From the SS58 registry. All are below 64, so that each is one byte of the address. */
const prefixes: Readonly<Record<string, number>> = {
  /** Polkadot, and its Asset Hub. */
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  /** Kusama */
  b0a8d493285c2df73290dfb7e61f870f: 2,
  /** Westend */
  e143f23803ac50e8f6f8e62695d1ce9e: 42,
}

/** `undefined` for a network that is not known. */
export const ss58PrefixOf = (chainId: Caip2): number | undefined =>
  Object.hasOwn(prefixes, referenceOf(chainId)) ? prefixes[referenceOf(chainId)] : undefined

/** Refusals of the registry, in the order of its checks, with the texts that clients show. */
import { GatewayRefusal, shown } from '../refusal.ts'

const ofName = (text: string) => new GatewayRefusal(400, 'name', text)
const ofSignature = (text: string) => new GatewayRefusal(401, 'signature', `Signature validation error: ${text}`)

export const nameRefusals = {
  badMessage: (what: string) => new GatewayRefusal(422, '', `Deserialization error: ${what}`),
  badFormat: (name: string) => ofName(`Invalid name format: ${shown(name)}`),
  badLength: (name: string) => ofName(`Invalid name length: ${shown(name)}`),
  badZone: (name: string) => ofName(`Name is not in the allowed zones: ${shown(name)}`),
  notAllowed: (name: string) => ofName(`Name is not allowed: ${shown(name)}`),
  badCoinType: (coinType: number) => new GatewayRefusal(400, 'coin_type', `Unsupported coin type: ${coinType}`),
  taken: (name: string) => ofName(`Name is already registered: ${shown(name)}`),
  similar: (name: string) => ofName(`Name looks like one that is registered: ${shown(name)}`),
  badTime: (timestamp: number) =>
    new GatewayRefusal(400, 'timestamp', `Signature UNIXTIME timestamp is too old: ${timestamp}`),
  badAttribute: () => new GatewayRefusal(400, 'attributes', 'Unsupported name attribute in payload'),
  badSignature: () => ofSignature('Invalid signature'),
  /** Cannot be verified: no node serves the network of the contract that may have signed. */
  unverified: () => ofSignature('Signature verification error'),
  used: () => ofSignature('Signature was used before'),
  hasName: () => new GatewayRefusal(400, 'address', 'The address already has a name'),
  notRegistered: (name: string) => ofName(`Name is not registered: ${shown(name)}`),
  notOwner: () => new GatewayRefusal(401, 'address', 'Name owner validation error'),
  keepsSigner: () => new GatewayRefusal(400, 'address', 'The address that signs keeps the coin type that it signs for'),
  unknownName: (name: string) => new GatewayRefusal(404, 'name', `Name is not found in the database: ${shown(name)}`),
  badQuestion: () => new GatewayRefusal(400, 'data', 'This is no question to a resolver about one name'),
  unknownResolver: () => new GatewayRefusal(404, 'sender', 'This contract is not served'),
  unknownAddress: () => new GatewayRefusal(404, 'address', 'No name for address is found'),
} as const

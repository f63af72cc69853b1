/**
 * Params of methods that dapps send besides those of the specification: permissions (EIP-2255), a network (EIP-3085) and a token (EIP-747).
 * The forms are those that wallets agree on.
 */
import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { AnyJson, Count, EvmAddress, EvmChainIdHex, Link, Name, text } from '../scalars/values.ts'

const capability = z.record(z.string(), AnyJson)

/** Accounts are the only capability here. MetaMask's page API also requests networks, which here are those of the app. */
export const RequestedPermissions = z.tuple([
  z.strictObject({ eth_accounts: capability, 'endowment:permitted-chains': z.optional(capability) }),
])

const links = z.optional(z.nullable(z.array(Link).check(z.maxLength(32))))
const icons = z.optional(z.nullable(z.array(text(limits.icon)).check(z.maxLength(8))))

/** Only the id is used: name, nodes and explorer come from the app's own list. */
const chain = z.strictObject({
  chainId: EvmChainIdHex,
  chainName: z.optional(Name),
  nativeCurrency: z.optional(
    z.nullable(z.strictObject({ name: z.optional(Name), symbol: z.optional(text(16)), decimals: z.optional(Count) })),
  ),
  rpcUrls: links,
  blockExplorerUrls: links,
  iconUrls: icons,
})

/** Some dapps name the account after the network. */
export const AddedChain = z.union([z.tuple([chain]), z.tuple([chain, EvmAddress])])

const asset = z.strictObject({
  type: text(16),
  options: z.strictObject({
    address: EvmAddress,
    symbol: z.optional(text(64)),
    decimals: z.optional(z.union([Count, text(3)])),
    image: z.optional(text(limits.icon)),
    tokenId: z.optional(text(80)),
  }),
})

/** EIP-747 passes an object; many dapps put it into an array. */
export const WatchedAsset = z.union([asset, z.tuple([asset])])

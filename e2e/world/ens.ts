/**
 * ENS on a local chain: the published registry, public resolver and reverse registrar, a universal resolver with the calls that clients
 * make, and our resolver for the gateway's zone. One account deploys everything in a fixed order, so that the addresses are the same on
 * every chain.
 */
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  namehash,
  parseAbi,
  stringToHex,
  zeroHash,
} from 'viem'
import { compiledCode, publishedCode, transact } from './contracts.ts'
import { callRpc } from './rpc.ts'

/** One of the development accounts, which every EVM node of the world has unlocked. No test uses it. */
export const ensFounder = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const created = (nonce: bigint) => getContractAddress({ from: ensFounder, nonce })

export const ensContracts = {
  registry: created(0n),
  publicResolver: created(1n),
  reverseRegistrar: created(2n),
  universalResolver: created(3n),
  nameResolver: created(4n),
} as const

const abi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setResolver(bytes32 node, address resolver)',
  'function setAddr(bytes32 node, address to)',
  'function setText(bytes32 node, string key, string value)',
  'function setName(string name)',
])

export type EnsName = {
  /** A label below `.eth`. */
  readonly label: string
  readonly address: Hex
  readonly avatar?: string
  /** Replaces the public resolver; it then answers with the address. */
  readonly resolver?: Hex
  /** Whether the address claims the name as its primary name; true by default. */
  readonly isPrimary?: boolean
}

export type WorldEns = {
  readonly give: (name: EnsName) => Promise<void>
  /** Sets the primary name that an address claims, whoever owns that name. */
  readonly claim: (address: Hex, name: string) => Promise<void>
}

const nameResolverCode = (): Hex => compiledCode('service/contracts/NameResolver.sol', 'NameResolver')

/** Deployment code of our resolver. The founder becomes its owner. */
export const nameResolver = (code: Hex, urls: readonly string[], signers: readonly Hex[]): Hex =>
  concatHex([
    code,
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'string[]' }, { type: 'address[]' }],
      [ensFounder, urls, signers],
    ),
  ])

export async function openEns(options: {
  readonly nodeUrl: string
  readonly zone: string
  /** The signer of the gateway's answers, and the gateway's URLs (EIP-3668). */
  readonly signer: Hex
  readonly gatewayUrl: string
  /** Code of our resolver; the committed one by default. */
  readonly resolverCode?: Hex
}): Promise<WorldEns> {
  const { nodeUrl, zone, signer, gatewayUrl, resolverCode = nameResolverCode() } = options
  const { registry, publicResolver, reverseRegistrar } = ensContracts
  const send = (transaction: { readonly from?: Hex; readonly to?: Hex; readonly data: Hex }) =>
    transact(nodeUrl, { from: ensFounder, ...transaction })
  const deploy = (code: Hex, ...addresses: readonly Hex[]) =>
    send({ data: concatHex([code, ...addresses.map((one) => encodeAbiParameters([{ type: 'address' }], [one]))]) })
  const own = (parent: string, label: string, owner: Hex) =>
    send({
      to: registry,
      data: encodeFunctionData({
        abi,
        functionName: 'setSubnodeOwner',
        args: [parent === '' ? zeroHash : namehash(parent), keccak256(stringToHex(label)), owner],
      }),
    })
  const resolveWith = (name: string, resolver: Hex) =>
    send({
      to: registry,
      data: encodeFunctionData({ abi, functionName: 'setResolver', args: [namehash(name), resolver] }),
    })

  await deploy(publishedCode('@ensdomains/ens/build/contracts/ENSRegistry.json'))
  await deploy(publishedCode('@ensdomains/resolver/build/contracts/PublicResolver.json'), registry)
  await deploy(publishedCode('@ensdomains/resolver/build/contracts/ReverseRegistrar.json'), registry, publicResolver)
  await deploy(compiledCode('e2e/world/contracts/UniversalResolver.sol', 'UniversalResolver'), registry)
  await send({ data: nameResolver(resolverCode, [gatewayUrl], [signer]) })
  await own('', 'eth', ensFounder)
  await own('', 'reverse', ensFounder)
  await own('reverse', 'addr', reverseRegistrar)
  for (const [index, label] of [...zone.split('.').entries()].reverse())
    await own(
      zone
        .split('.')
        .slice(index + 1)
        .join('.'),
      label,
      ensFounder,
    )
  await resolveWith(zone, ensContracts.nameResolver)

  const claim = async (address: Hex, name: string) => {
    await callRpc(nodeUrl, 'anvil_impersonateAccount', [address])
    await callRpc(nodeUrl, 'anvil_setBalance', [address, '0x8ac7230489e80000'])
    await send({
      from: address,
      to: reverseRegistrar,
      data: encodeFunctionData({ abi, functionName: 'setName', args: [name] }),
    })
  }
  return {
    claim,
    async give({ label, address, avatar, resolver = publicResolver, isPrimary = true }) {
      const name = `${label}.eth`
      const node = namehash(name)
      await own('eth', label, ensFounder)
      await resolveWith(name, resolver)
      if (resolver === publicResolver)
        await send({
          to: publicResolver,
          data: encodeFunctionData({ abi, functionName: 'setAddr', args: [node, address] }),
        })
      if (avatar !== undefined)
        await send({
          to: publicResolver,
          data: encodeFunctionData({ abi, functionName: 'setText', args: [node, 'avatar', avatar] }),
        })
      if (isPrimary) await claim(address, name)
    },
  }
}

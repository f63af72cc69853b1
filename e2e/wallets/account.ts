/** The wallet's key and its signatures, on the Node side. Parameters come from pages and are parsed here. */
import {
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  isHex,
  type LocalAccount,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { parse, WalletError } from './wallet.ts'

const Bytes = z.custom<Hex>((value) => isHex(value, { strict: true }))
const Address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
const Quantity = Bytes.transform((hex) => BigInt(hex))

/** Pages may pass a password too, which nodes with keys of their own ask for. */
const SignMessage = z.tuple([Bytes, Address], z.unknown())
const SignTypedData = z.tuple([
  Address,
  z.union([z.string().transform((text): unknown => JSON.parse(text)), z.unknown()]),
])
const TypedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})
const SendTransaction = z.tuple([
  z.object({
    from: Address.optional(),
    to: Address.optional(),
    value: Quantity.optional(),
    data: Bytes.optional(),
    gas: Quantity.optional(),
  }),
])

/** Of `e2e/world/contracts/BatchAccount.sol`. */
const batchAbi = parseAbi(['function execute((address to, uint256 value, bytes data)[] calls) payable'])

export type Signer = ReturnType<typeof createSigner>

/** @param account default: a new one */
export function createSigner(account: LocalAccount = privateKeyToAccount(generatePrivateKey())) {
  const own = (address: string | undefined) => {
    if (address !== undefined && address.toLowerCase() !== account.address.toLowerCase())
      throw new WalletError(4100, 'The requested account has not been authorized.')
  }
  return {
    address: account.address,
    signMessage: (params: unknown) => {
      const [raw, address] = parse(SignMessage, params)
      own(address)
      return account.signMessage({ message: { raw } })
    },
    /** Signs a text of the wallet itself. */
    signText: (message: string) => account.signMessage({ message }),
    signTypedData: (params: unknown) => {
      const [address, typed] = parse(SignTypedData, params)
      own(address)
      return account.signTypedData(parse(TypedData, typed))
    },
    sendTransaction: (params: unknown, chain: { chainId: number; nodeUrl: string }) => {
      const [{ from, to, value, data, gas }] = parse(SendTransaction, params)
      own(from)
      const client = createWalletClient({ account, chain: toViemChain(chain), transport: http(chain.nodeUrl) })
      return client.sendTransaction({
        to: to ?? null,
        ...(value === undefined ? {} : { value }),
        ...(data === undefined ? {} : { data }),
        ...(gas === undefined ? {} : { gas }),
      })
    },
    /** One transaction to the account itself, which gets the code of the contract with it. */
    sendBatch: async (
      calls: readonly { to: Hex; data: Hex; value: bigint }[],
      { from, contract, chain }: { from: Hex | undefined; contract: Hex; chain: { chainId: number; nodeUrl: string } },
    ) => {
      own(from)
      const client = createWalletClient({ account, chain: toViemChain(chain), transport: http(chain.nodeUrl) })
      const authorization = await client.signAuthorization({ contractAddress: contract, executor: 'self' })
      return client.sendTransaction({
        to: account.address,
        data: encodeFunctionData({ abi: batchAbi, functionName: 'execute', args: [calls] }),
        authorizationList: [authorization],
      })
    },
  }
}

const toViemChain = ({ chainId, nodeUrl }: { chainId: number; nodeUrl: string }) =>
  defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [nodeUrl] } },
  })

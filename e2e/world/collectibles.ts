/**
 * NFTs and tokens for the local chains: ordinary ones, odd ones and hostile ones. The contracts are deployed by one account
 * in a fixed order, so that they have the same addresses on every chain. `npm run contracts` makes their codes.
 */
import { concatHex, encodeAbiParameters, encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import * as z from 'zod'
import { prints, tile } from './content.ts'
import { callRpc } from './rpc.ts'
import codes from './token-contracts/codes.json' with { type: 'json' }

/** An account without a known key, from which the nodes can send. */
const curator = '0x00000000000000000000000000000000c0111ec7'
const created = (nonce: bigint) => getContractAddress({ from: curator, nonce })

export const collectibles = { prints: created(0n), editions: created(1n), hostile: created(2n) } as const

/** `name` and `symbol` in the contract. */
export const coins = {
  dollar: { address: created(3n), name: 'Dollar X', symbol: 'USDX', decimals: 6 },
  ether18: { address: created(4n), name: 'Eighteen Places', symbol: 'EIGHT', decimals: 18 },
  /** Each transfer burns one percent. */
  fee: { address: created(5n), name: 'Fee Coin', symbol: 'FEE', decimals: 18 },
  hostile: { address: created(6n), name: '\u202eXDSU \u200bVisit claim.example', symbol: 'US\u200bDX', decimals: 6 },
  /** `transfer` returns nothing, as with USDT. */
  old: { address: created(7n), name: 'Old Dollar', symbol: 'OLD', decimals: 6 },
} as const

const mintAbi = parseAbi(['function mint(address to, uint256 id, string uri)'])
const mintEditionsAbi = parseAbi(['function mint(address to, uint256 id, uint256 amount)'])
const mintCoinsAbi = parseAbi(['function mint(address to, uint256 amount)'])

const Bytes = z.templateLiteral(['0x', z.string()])
const codeOf = (
  name: keyof typeof codes,
  types: readonly { type: string }[] = [],
  values: readonly unknown[] = [],
): Hex => concatHex([Bytes.parse(codes[name]), encodeAbiParameters(types, values)])
const texts = [{ type: 'string' }, { type: 'string' }]
const coin = ({ name, symbol, decimals }: (typeof coins)[keyof typeof coins], fee = 0): Hex =>
  codeOf('Coin', [...texts, { type: 'uint8' }, { type: 'uint256' }], [name, symbol, decimals, fee])

const send = (nodeUrl: string, transaction: { to?: Hex; data: Hex }) =>
  callRpc(nodeUrl, 'eth_sendTransaction', [{ from: curator, gas: '0x1000000', ...transaction }])

export async function openCollectibles(nodeUrl: string): Promise<void> {
  await callRpc(nodeUrl, 'anvil_setBalance', [curator, '0x3635c9adc5dea00000'])
  await callRpc(nodeUrl, 'anvil_impersonateAccount', [curator])
  const deployments = [
    codeOf('Collection', texts, ['Harbour Prints', 'PRINT']),
    codeOf('Editions', texts, ['Harbour Editions', `ipfs://${prints}/{id}.json`]),
    codeOf('Collection', texts, ['Claim $500 at www.claim.example', 'CLAIM']),
    coin(coins.dollar),
    coin(coins.ether18),
    coin(coins.fee, 100),
    coin(coins.hostile),
    codeOf('OldCoin'),
  ]
  for (const data of deployments) await send(nodeUrl, { data })
}

const onChain = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`
const svgUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** Metadata by NFT id; `content` is the URL of `content.ts`. */
export const printUris: readonly string[] = [
  onChain({ name: 'Print on chain', description: 'All of it is in the contract.', image: svgUrl(tile('C', 330)) }),
  `ipfs://${prints}/print.json`,
  `data:application/json;utf8,{"name":"100% \u{1f642} print","image":"ipfs://${prints}/P.svg"}`,
]
export const hostileUris = (content: string): readonly string[] => [
  onChain({ name: 'Claim your reward at claim.example', image: svgUrl(tile('!', 0)) }),
  onChain({ name: '\u202egnp.yeknoM\u200b', image: 'javascript:alert(1)' }),
  onChain({ name: 'Two heads', image: 'http://169.254.169.254/latest/meta-data/' }),
  onChain({ name: 'Reads files', image: `${content}/hostile/external.svg` }),
  `${content}/hostile/not-json`,
  `${content}/hostile/large`,
  `${content}/hostile/deep`,
  `${content}/hostile/private`,
  `${content}/hostile/missing`,
  'javascript:alert(1)',
  '',
]

/** Editions that each account gets, by id. */
export const editionsOf = { A: { id: 65n, amount: 3n }, B: { id: 66n, amount: 1n } } as const

export type GiveCollectibles = (nodeUrl: string, to: Hex) => Promise<void>

/** Each NFT exists once, so every gift has its own ids: 100 · gift + index. */
export function createGifts(content: string): GiveCollectibles {
  const gifts = new Map<string, number>()
  return async (nodeUrl, to) => {
    const gift = (gifts.get(nodeUrl) ?? 0) + 1
    gifts.set(nodeUrl, gift)
    const mint = (contract: Hex, uris: readonly string[]) =>
      uris.map((uri, index) => ({
        to: contract,
        data: encodeFunctionData({
          abi: mintAbi,
          functionName: 'mint',
          args: [to, BigInt(100 * gift + index), uri],
        }),
      }))
    const editions = Object.values(editionsOf).map(({ id, amount }) => ({
      to: collectibles.editions,
      data: encodeFunctionData({ abi: mintEditionsAbi, functionName: 'mint', args: [to, id, amount] }),
    }))
    const money = Object.values(coins).map(({ address, decimals }) => ({
      to: address,
      data: encodeFunctionData({
        abi: mintCoinsAbi,
        functionName: 'mint',
        args: [to, 1_000n * 10n ** BigInt(decimals)],
      }),
    }))
    const all = [
      ...mint(collectibles.prints, printUris),
      ...mint(collectibles.hostile, hostileUris(content)),
      ...editions,
      ...money,
    ]
    for (const transaction of all) await send(nodeUrl, transaction)
  }
}

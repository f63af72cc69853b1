/**
 * `npm run tokens`: writes `service/src/gateway/networks/core-tokens.json`, the bundled token list of the gateway, from the data of viem
 * and sushi. `-- --check` writes nothing and exits with 1 if the file is stale. The data is committed, so that the service does not depend
 * on sushi, and a new version of either is reviewed before use.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as evm from 'sushi/evm'
import * as svm from 'sushi/svm'
import { getAddress } from 'viem'
import * as viem from 'viem/tokens'
import * as z from 'zod'

export const coreFile = resolve(import.meta.dirname, '../service/src/gateway/networks/core-tokens.json')

/** Networks with a lot of value: every thousand tokens in a list cost one more call per balance request on that network. */
const networks = [1, 10, 56, 100, 130, 137, 146, 324, 5000, 8453, 42161, 42220, 43114, 59144, 80094, 81457, 534352]
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Tokens published by their issuers. On these networks, sushi's tokens with the same symbols are bridged versions of other tokens. */
const ofViem = [viem.usdc, viem.usdce, viem.eurc, viem.usde, viem.usdt0, viem.cbbtc]
const { [56]: _peg, ...weth } = evm.WETH9 // this token has a different symbol there
const ofSushi = [
  evm.USDC,
  weth,
  evm.USDT,
  evm.DAI,
  evm.WNATIVE,
  evm.WBTC,
  evm.WstETH,
  evm.rETH,
  evm.LINK,
  evm.UNI,
  evm.AAVE,
  evm.MKR,
  evm.LDO,
  evm.CRV,
  evm.GNO,
  evm.SNX,
  evm.COMP,
  evm.GRT,
  evm.ARB,
  evm.OP,
  evm.YFI,
  evm.SUSHI,
]
const ofSolana = [svm.SVM_USDC, svm.SVM_USDT, svm.WSOL]

const Row = z.object({ address: z.string(), name: z.string(), symbol: z.string(), decimals: z.int() })
type Row = z.infer<typeof Row> & { readonly chainId: number | string }
const EvmRow = z.object({ ...Row.shape, chainId: z.int() })
const Definition = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  addresses: z.record(z.string(), z.string()),
})

const Manifest = z.object({ version: z.string(), license: z.literal('MIT') })
function versionOf(name: string): string {
  const manifest = resolve(import.meta.dirname, '../node_modules', name, 'package.json')
  return `${name} ${Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))).version}`
}

export function writeCore(): string {
  const issued = ofViem.flatMap((token): Row[] => {
    const { addresses, ...rest } = Definition.parse({ ...token })
    return networks.flatMap((chainId) => {
      const address = addresses[chainId]
      return address === undefined ? [] : [{ chainId, address, ...rest }]
    })
  })
  const taken = new Set(issued.map(symbolOn))
  const others = ofSushi.flatMap((token) =>
    Object.values(token)
      .map((one) => EvmRow.parse(one))
      .filter((row) => networks.includes(row.chainId) && !taken.has(symbolOn(row))),
  )
  const mints = ofSolana.flatMap((token) => Object.values(token).map((one) => ({ ...Row.parse(one), chainId: solana })))
  const rows = new Map<string, Row>()
  for (const row of [...issued, ...others, ...mints]) {
    const key = `${row.chainId} ${row.address.toLowerCase()}`
    if (!rows.has(key)) rows.set(key, row)
  }
  const sorted = [...rows.values()].sort((one, other) => order(one) - order(other))
  const lines = sorted.map(({ chainId, address, name, symbol, decimals }) =>
    JSON.stringify({
      chainId,
      address: typeof chainId === 'number' ? getAddress(address) : address,
      name,
      symbol,
      decimals,
    }),
  )
  const source = `${versionOf('viem')} (MIT, Copyright (c) 2023-present weth, LLC) and ${versionOf('sushi')} (MIT). Written by npm run tokens: do not edit.`
  return `{\n"name": "Core",\n"source": ${JSON.stringify(source)},\n"tokens": [\n${lines.join(',\n')}\n]\n}\n`
}

const symbolOn = ({ chainId, symbol }: Row): string => `${chainId} ${symbol}`

/** By network; sorting keeps the order of the tokens above. */
const order = ({ chainId }: Row): number => (typeof chainId === 'number' ? networks.indexOf(chainId) : networks.length)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = writeCore()
  if (!process.argv.includes('--check')) writeFileSync(coreFile, text)
  else if (readFileSync(coreFile, 'utf8') !== text) {
    console.error('stale: service/src/gateway/networks/core-tokens.json')
    process.exitCode = 1
  }
}

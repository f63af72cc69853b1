/** On-chain facts about Solana NFTs, by mint: name and address of the metadata. */
import * as z from 'zod/mini'
import { token2022 } from '../../balances/token-accounts.ts'
import { cleanText, nameLength } from '../../networks/text.ts'
import type { NodePool } from '../../nodes/pool.ts'
import type { AskChain, OnChain } from '../metadata.ts'
import { deriveAddress, keyBytes } from './address.ts'
import { type MintMetadata, readMetaplex, readMintExtension } from './layout.ts'

export const metaplexProgram = 'metaqbxxUerdq28cj1RbAWkUQm3ybzjb6a8bt518x1s'

/** Bytes read of an account. Metaplex's have 679; a Token-2022 mint may have millions. */
const readBytes = 4_096
const askMs = 10_000
/** Accounts per call, as limited by nodes. */
const portion = 100

const Account = z.object({
  owner: z.string(),
  data: z.tuple([z.string().check(z.maxLength(2 * readBytes)), z.literal('base64')]),
})
const Accounts = z.object({ value: z.array(z.unknown()) })
type Account = { readonly owner: string; readonly bytes: Uint8Array }

/** Address of a mint's Metaplex metadata. */
export const metaplexAddress = (mint: string): string =>
  deriveAddress([Buffer.from('metadata'), keyBytes(metaplexProgram), keyBytes(mint)], metaplexProgram)

export const createMintReader =
  (pool: NodePool): AskChain =>
  async (nfts) => {
    const signal = AbortSignal.timeout(askMs)
    const mints = nfts.map(({ contract }) => contract)
    const said = await metadataOf(pool, mints, signal)
    const collections = [...new Set(said.flatMap((one) => one?.collection ?? []))]
    // The collection's name is optional: if it cannot be read, the NFT's own facts are still returned.
    const names = await metadataOf(pool, collections, signal).catch(() => [])
    const nameOf = new Map(collections.map((mint, index) => [mint, toName(names[index]?.name)]))
    return said.map(
      (one): OnChain => ({
        name: toName(one?.name),
        uri: one?.uri ?? '',
        collection: nameOf.get(one?.collection ?? '') ?? '',
      }),
    )
  }

const toName = (text: string | undefined): string => cleanText(text ?? '', nameLength)

async function metadataOf(
  pool: NodePool,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<readonly (MintMetadata | undefined)[]> {
  const places = mints.map(metaplexAddress)
  const accounts = await accountsOf(pool, [...mints, ...places], signal)
  return mints.map((mint, index) => {
    const [own, metaplex] = [accounts[index], accounts[mints.length + index]]
    const extension = own?.owner === token2022 ? readMintExtension(own.bytes, mint) : undefined
    return extension ?? (metaplex?.owner === metaplexProgram ? readMetaplex(metaplex.bytes, mint) : undefined)
  })
}

/** In order; `undefined` for those that do not exist. @throws {Error} when no node answers */
async function accountsOf(
  pool: NodePool,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<readonly (Account | undefined)[]> {
  if (keys.length === 0) return []
  const config = { encoding: 'base64', dataSlice: { offset: 0, length: readBytes } }
  const starts = Array.from({ length: Math.ceil(keys.length / portion) }, (_, index) => index * portion)
  const outcomes = await pool.send(
    starts.map((start) => ({ method: 'getMultipleAccounts', params: [keys.slice(start, start + portion), config] })),
    signal,
  )
  const values = outcomes.flatMap((outcome) => {
    if (!('result' in outcome)) throw new Error('The metadata cannot be read')
    return z.parse(Accounts, outcome.result).value
  })
  if (values.length !== keys.length) throw new Error('The node answered about other accounts')
  return values.map((value) => {
    const account = z.safeParse(Account, value)
    if (!account.success) return undefined
    const [data] = account.data.data
    return { owner: account.data.owner, bytes: Buffer.from(data, 'base64') }
  })
}

/**
 * Current NFT holders: of an ERC-721 the last recipient, of an ERC-1155 the sum of all transfers. Stored beside the transfers, so that an
 * account's NFTs are one query; both are updated in the same transaction.
 */
import { sql } from 'kysely'
import type { NftKey, NftTransfer } from '../../contract/chain-index.ts'
import { inPortions } from '../portions.ts'
import type { Db } from '../schema.ts'

const nobody = `0x${'0'.repeat(40)}`

/** @param transfers new ones, in chain order */
export async function applyNfts(tx: Db, network: string, transfers: readonly NftTransfer[]): Promise<void> {
  const owners = new Map<string, NftTransfer>()
  for (const transfer of transfers) if (transfer.standard === 'erc721') owners.set(keyOf(transfer), transfer)
  await setOwners(
    tx,
    network,
    [...owners.values()].map((last) => [last, last.recipient]),
  )
  await addSums(tx, network, transfers, 1n)
}

/** Reverts the transfers above the height. The transfer rows still exist and are not deleted here. */
export async function revertNfts(tx: Db, network: string, height: number): Promise<void> {
  const undone = await tx
    .selectFrom('nftTransfer')
    .select(['logIndex', 'item', 'standard', 'contract', 'tokenId', 'sender', 'recipient', 'amount'])
    .where('network', '=', network)
    .where('height', '>', height)
    .execute()
  const tokens = new Map(undone.filter(({ standard }) => standard === 'erc721').map((one) => [keyOf(one), one]))
  const owners: Owner[] = []
  for (const token of tokens.values()) {
    const before = await tx
      .selectFrom('nftTransfer')
      .select('recipient')
      .where('network', '=', network)
      .where('contract', '=', token.contract)
      .where('tokenId', '=', token.tokenId)
      .where('standard', '=', token.standard)
      .where('height', '<=', height)
      .orderBy('height', 'desc')
      .orderBy('logIndex', 'desc')
      .orderBy('item', 'desc')
      .limit(1)
      .executeTakeFirst()
    owners.push([token, before?.recipient])
  }
  await setOwners(tx, network, owners)
  await addSums(tx, network, undone, -1n)
}

const keyOf = ({ contract, tokenId, standard }: NftKey): string => `${contract} ${tokenId} ${standard}`

type Owner = readonly [token: NftKey, owner: string | undefined]

async function setOwners(tx: Db, network: string, owners: readonly Owner[]): Promise<void> {
  for (const portion of inPortions(owners)) {
    const keys = portion.map(([{ contract, tokenId }]) => sql`(${contract}, ${tokenId})`)
    await tx
      .deleteFrom('nftHolding')
      .where('network', '=', network)
      .where('standard', '=', 'erc721')
      .where(({ refTuple }) => sql<boolean>`${refTuple('contract', 'tokenId')} IN (VALUES ${sql.join(keys)})`)
      .execute()
  }
  const rows = owners.flatMap(([{ contract, tokenId }, account]) =>
    account === undefined || account === nobody
      ? []
      : [{ network, contract, tokenId, standard: 'erc721' as const, account, amount: '1', isHeld: 1 as const }],
  )
  for (const portion of inPortions(rows)) await tx.insertInto('nftHolding').values(portion).execute()
}

type Sum = { readonly token: NftKey; readonly account: string; sum: bigint }

async function addSums(tx: Db, network: string, transfers: readonly NftTransfer[], sign: 1n | -1n): Promise<void> {
  const sums = new Map<string, Sum>()
  const add = (token: NftTransfer, account: string, amount: bigint) => {
    if (account === nobody) return
    const key = `${keyOf(token)} ${account}`
    const known = sums.get(key)
    if (known) known.sum += amount
    else sums.set(key, { token, account, sum: amount })
  }
  for (const transfer of transfers) {
    if (transfer.standard !== 'erc1155') continue
    add(transfer, transfer.sender, -sign * BigInt(transfer.amount))
    add(transfer, transfer.recipient, sign * BigInt(transfer.amount))
  }
  const changed = [...sums.values()].filter(({ sum }) => sum !== 0n)
  for (const portion of inPortions(changed)) await addPortion(tx, network, portion)
}

async function addPortion(tx: Db, network: string, sums: readonly Sum[]): Promise<void> {
  const keys = sums.map(({ token: { contract, tokenId }, account }) => sql`(${contract}, ${tokenId}, ${account})`)
  const known = await tx
    .selectFrom('nftHolding')
    .select(['contract', 'tokenId', 'standard', 'account', 'amount'])
    .where('network', '=', network)
    .where('standard', '=', 'erc1155')
    .where(({ refTuple }) => sql<boolean>`${refTuple('contract', 'tokenId', 'account')} IN (VALUES ${sql.join(keys)})`)
    .execute()
  const before = new Map(known.map((row) => [`${keyOf(row)} ${row.account}`, BigInt(row.amount)]))
  const rows = sums.map(({ token: { contract, tokenId, standard }, account, sum }) => {
    const amount = (before.get(`${keyOf({ contract, tokenId, standard })} ${account}`) ?? 0n) + sum
    const isHeld: 0 | 1 = amount > 0n ? 1 : 0
    return { network, contract, tokenId, standard, account, amount: String(amount), isHeld }
  })
  await tx
    .insertInto('nftHolding')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'contract', 'tokenId', 'standard', 'account'])
        .doUpdateSet((row) => ({ amount: row.ref('excluded.amount'), isHeld: row.ref('excluded.isHeld') })),
    )
    .execute()
}

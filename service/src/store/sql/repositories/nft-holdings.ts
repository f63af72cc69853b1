/**
 * Who holds which NFT: of an ERC-721 the last recipient, of an ERC-1155 the sum of what came and went. Kept beside the
 * transfers, so that an account's NFTs are one query; both change in the same transaction.
 */
import type { NftKey, NftTransfer } from '../../contract/chain-index.ts'
import type { Db } from '../schema.ts'

const nobody = `0x${'0'.repeat(40)}`

/** @param transfers new ones, in the order of the chain */
export async function applyNfts(tx: Db, network: string, transfers: readonly NftTransfer[]): Promise<void> {
  const owners = new Map<string, NftTransfer>()
  for (const transfer of transfers) if (transfer.standard === 'erc721') owners.set(keyOf(transfer), transfer)
  for (const last of owners.values()) await setOwner(tx, network, last, last.recipient)
  await addSums(tx, network, transfers, 1n)
}

/** Takes back what happened above the height. The transfers themselves are still there, and stay. */
export async function revertNfts(tx: Db, network: string, height: number): Promise<void> {
  const undone = await tx
    .selectFrom('nftTransfer')
    .select(['logIndex', 'item', 'standard', 'contract', 'tokenId', 'sender', 'recipient', 'amount'])
    .where('network', '=', network)
    .where('height', '>', height)
    .execute()
  const tokens = new Map(undone.filter(({ standard }) => standard === 'erc721').map((one) => [keyOf(one), one]))
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
    await setOwner(tx, network, token, before?.recipient)
  }
  await addSums(tx, network, undone, -1n)
}

const keyOf = ({ contract, tokenId, standard }: NftKey): string => `${contract} ${tokenId} ${standard}`

async function setOwner(tx: Db, network: string, token: NftKey, owner: string | undefined): Promise<void> {
  const { contract, tokenId, standard } = token
  await tx
    .deleteFrom('nftHolding')
    .where('network', '=', network)
    .where('contract', '=', contract)
    .where('tokenId', '=', tokenId)
    .where('standard', '=', standard)
    .execute()
  if (owner === undefined || owner === nobody) return
  await tx
    .insertInto('nftHolding')
    .values({ network, contract, tokenId, standard: 'erc721', account: owner, amount: '1', isHeld: 1 })
    .execute()
}

async function addSums(tx: Db, network: string, transfers: readonly NftTransfer[], sign: 1n | -1n): Promise<void> {
  const sums = new Map<string, { readonly token: NftKey; readonly account: string; sum: bigint }>()
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
  for (const { token, account, sum } of sums.values()) if (sum !== 0n) await addSum(tx, network, token, account, sum)
}

async function addSum(tx: Db, network: string, token: NftKey, account: string, sum: bigint): Promise<void> {
  const { contract, tokenId, standard } = token
  const key = { network, contract, tokenId, standard, account }
  const row = await tx
    .selectFrom('nftHolding')
    .select('amount')
    .where('network', '=', network)
    .where('contract', '=', contract)
    .where('tokenId', '=', tokenId)
    .where('standard', '=', standard)
    .where('account', '=', account)
    .executeTakeFirst()
  const amount = BigInt(row?.amount ?? 0) + sum
  const held = { amount: String(amount), isHeld: amount > 0n ? 1 : 0 } as const
  await tx
    .insertInto('nftHolding')
    .values({ ...key, ...held })
    .onConflict((conflict) =>
      conflict.columns(['network', 'contract', 'tokenId', 'standard', 'account']).doUpdateSet(held),
    )
    .execute()
}

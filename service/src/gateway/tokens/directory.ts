/**
 * Names of tokens and collections on an EVM network: from the operator's lists, otherwise read once from the contract. A contract that
 * fails, or returns a huge answer, has no name and does not affect the others.
 */
import { LRUCache } from 'lru-cache'
import type { TokenName, TokenNames } from '../../store/contract/chain-index.ts'
import { type Description, describe } from '../eip155/describe.ts'
import type { Viewer } from '../eip155/view.ts'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import { createListed } from './listed.ts'

/** Its contract is in lower case. */
export type KnownToken = Description & {
  readonly iconUrl: string | undefined
  /** Whether it is in the operator's lists. */
  readonly isListed: boolean
}

export type TokenDirectory = {
  /** By contract in lower case. @throws {Error} when no node answers */
  readonly find: (contracts: Iterable<string>, signal: AbortSignal) => Promise<ReadonlyMap<string, KnownToken>>
}

/** Contracts read at once. */
const portion = 20
/** A contract that returns nothing may be newer than its node's head: it is read again later. */
const silentMs = 10 * 60_000
const silentContracts = 20_000

export function createTokenDirectory(
  network: Pick<GatewayNetwork, 'id' | 'tokens'>,
  names: TokenNames,
  view: Viewer,
): TokenDirectory {
  const silent = new LRUCache<string, true>({ max: silentContracts, ttl: silentMs })
  const { id } = network
  const listed = createListed(network)

  return {
    async find(contracts, signal) {
      const found = new Map<string, KnownToken>()
      const unlisted: string[] = []
      for (const contract of new Set(contracts)) {
        const token = listed.find(contract)
        if (token) found.set(contract, toKnown(token))
        else unlisted.push(contract)
      }
      for (const row of await names.find(id, unlisted)) found.set(row.contract, ofContract(row))
      const unknown = unlisted.filter((contract) => !found.has(contract) && !silent.has(contract))
      for (let start = 0; start < unknown.length; start += portion) {
        const rows = await ask(unknown.slice(start, start + portion), signal)
        await names.save(
          id,
          rows.filter((row) => !isSilent(row)),
        )
        for (const row of rows)
          if (isSilent(row)) silent.set(row.contract, true)
          else found.set(row.contract, ofContract(row))
      }
      for (const contract of unlisted) if (!found.has(contract)) found.set(contract, ofContract(nameless(contract)))
      return found
    },
  }

  async function ask(contracts: readonly string[], signal: AbortSignal): Promise<readonly TokenName[]> {
    const together = await describe(view, contracts, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (together) return together.map(toRow)
    // One of them may have caused the failure. If all fail alone too, the node is at fault, and nothing is stored.
    const alone = await Promise.allSettled(contracts.map((contract) => describe(view, [contract], signal)))
    signal.throwIfAborted()
    const isNode = alone.every(({ status }) => status === 'rejected') && !(await answers(signal))
    if (isNode) throw new Error('No node describes the tokens')
    return alone.flatMap((outcome, index) =>
      outcome.status === 'fulfilled' ? outcome.value.map(toRow) : [nameless(contracts[index] ?? '')],
    )
  }

  function answers(signal: AbortSignal): Promise<boolean> {
    return view([{ to: `0x${'0'.repeat(40)}`, data: '0x' }], signal).then(
      () => true,
      () => false,
    )
  }
}

const toKnown = ({ address, name, symbol, decimals, iconUrl }: Token): KnownToken => ({
  contract: address.toLowerCase(),
  name,
  symbol,
  decimals,
  iconUrl,
  isListed: true,
})
const ofContract = ({ contract, name, symbol, decimals }: TokenName): KnownToken => ({
  contract,
  name: name || symbol,
  symbol,
  decimals: decimals ?? undefined,
  iconUrl: undefined,
  isListed: false,
})
const toRow = ({ decimals, ...row }: Description): TokenName => ({ ...row, decimals: decimals ?? null })
const isSilent = ({ name, symbol, decimals }: TokenName) => name === '' && symbol === '' && decimals === null
const nameless = (contract: string): TokenName => ({ contract, name: '', symbol: '', decimals: null })

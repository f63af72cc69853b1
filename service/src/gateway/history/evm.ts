/** The history of an EVM network, from account rows of our own index or of an explorer. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { isAddress } from 'viem'
import type { AccountTransactionRow, Place } from '../../store/contract/chain-index.ts'
import type { ImageLink } from '../images/link.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import type { TokenDirectory } from '../tokens/directory.ts'
import { createListed } from '../tokens/listed.ts'
import { movesOf } from './moves.ts'
import { present } from './present.ts'
import { evmPosition, type HistorySource } from './source.ts'

export type RowSource = (query: {
  /** In lower case. */
  readonly account: string
  readonly before: Place | undefined
  readonly limit: number
  readonly signal: AbortSignal
}) => Promise<{ readonly rows: readonly AccountTransactionRow[]; readonly isLast: boolean }>

type EvmHistoryOptions = { readonly rows: RowSource; readonly directory: TokenDirectory; readonly link: ImageLink }

export function createEvmHistory(
  network: Pick<GatewayNetwork, 'id' | 'currency' | 'tokens'>,
  { rows: readRows, directory, link }: EvmHistoryOptions,
): HistorySource {
  const { id, currency } = network
  if (namespaceOf(id) !== 'eip155') throw new RangeError(`${id} is no EVM network`)
  const listed = createListed(network)

  return {
    network: id,
    isAddress: (text) => isAddress(text, { strict: false }),
    isPosition: evmPosition.isOne,
    async read({ address, after, limit, signal }) {
      const account = address.toLowerCase()
      const before = after === undefined ? undefined : evmPosition.read(after)
      const { rows, isLast } = await readRows({ account, before, limit, signal })
      const contracts = rows.flatMap((row) => movesOf(row, account).flatMap(({ token }) => token?.contract ?? []))
      const tokens = await directory.find(contracts, signal)
      const options = { network: id, currency, symbols: listed.symbols(), link, tokens }
      const entries = rows.map((row) => ({
        at: row.time * 1000,
        position: evmPosition.write(row),
        transaction: present(row, account, options),
      }))
      return { entries, isLast }
    },
  }
}

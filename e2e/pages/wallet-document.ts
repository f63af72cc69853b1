/** The URL of the wallet's own document, for the project that has a wallet. */
import { writeParameters } from '../../frame-app/src/shared/boot/wallet-parameters.ts'
import type { World } from '../world/world.ts'

/** Without the query. */
export const walletDocument = (world: World): string => `${world.origins.wallet}/p/${world.embedded.projectId}/`

/** With the query that a modal adds, for mainnet. */
export const walletAddress = (world: World, { isLogging = false } = {}): string =>
  walletDocument(world) + writeParameters({ projectId: world.embedded.projectId, chainId: 'eip155:1', isLogging })

/** Refused messages by reason, from the log of a wallet with logging on. */
export function countRefusals(log: readonly string[]): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const text of log) {
    const [, reason] = /^Airlock wallet: (\w+), /.exec(text) ?? []
    if (reason !== undefined) counted[reason] = (counted[reason] ?? 0) + 1
  }
  return counted
}

export const isWalletDocument =
  (world: World) =>
  ({ origin, pathname }: URL): boolean =>
    origin + pathname === walletDocument(world)

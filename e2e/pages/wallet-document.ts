/** The wallet's own document, for the project that has a wallet: its URL, its log, and its Key Worker. */
import type { Page } from '@playwright/test'
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

/** `without a word`: its document is not notified, as if the Worker hung. */
type Death = 'with an error' | 'without a word'

/** Kills the Key Worker of the only wallet on a page, when it is about to return the next signature, which it has created by then. */
export async function killBehindSignature(page: Page, death: Death): Promise<void> {
  const [worker, ...others] = page.workers()
  if (!worker || others.length > 0) throw new Error(`There are ${page.workers().length} Workers`)
  await worker.evaluate((how) => {
    const post = self.postMessage.bind(self)
    const fail = () => {
      throw new Error('killed')
    }
    const die = () => (how === 'with an error' ? setTimeout(fail) : self.close())
    Reflect.set(self, 'postMessage', (message: object) =>
      JSON.stringify(message).includes('"signed":') ? die() : post(message),
    )
  }, death)
}

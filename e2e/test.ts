/** The fixtures of the suite. Import `test` and `expect` from here. */
import { type BrowserContext, test as base, type Frame } from '@playwright/test'
import type { Parts } from './pages/sign-up.ts'
import { type HostPage, hostPage, type ModalPage, modalPage } from './setup/pages.ts'
import { startWorld } from './setup/start-world.ts'
import { type Violations, watchViolations } from './setup/violations.ts'
import { installWallet } from './wallets/install.ts'
import type { TestWallet, WalletOptions } from './wallets/wallet.ts'
import type { World, WorldOptions } from './world/world.ts'

type WorkerFixtures = {
  /** One world per worker; endpoints and records are reset before every test. */
  world: World
}

type TestFixtures = {
  /** The wallets in the browser before the first page opens: `test.use({ walletOptions: [{ name: 'Rabbit' }] })`. */
  walletOptions: readonly WalletOptions[]
  wallets: readonly TestWallet[]
  /** All policy violations of all documents; always collected. */
  violations: Violations
  /** The test host under the strict policy, already open. */
  host: HostPage
  modal: ModalPage
  /** What the helpers of `e2e/pages` take; the test host is open. */
  parts: Parts
  freshWorld: undefined
  failedDocuments: undefined
}

type WorkerWorld = [
  (args: { readonly playwright: unknown }, use: (world: World) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

/** One world for each worker; a file that needs another one puts it in place of the usual one. */
export const worldOf = (options?: WorldOptions, timeout = 60_000): WorkerWorld => [
  async ({ playwright: _playwright }, use) => {
    const world = await startWorld(options)
    await use(world)
    await world.stop()
  },
  { scope: 'worker', timeout },
]

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: worldOf(),
  freshWorld: [
    async ({ world }, use) => {
      world.reset()
      await use(undefined)
    },
    { auto: true },
  ],
  failedDocuments: [
    async ({ context }, use, testInfo) => {
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) console.error(await describeDocuments(context))
    },
    { auto: true },
  ],
  walletOptions: [[], { option: true }],
  violations: [async ({ context }, use) => use(await watchViolations(context)), { auto: true }],
  wallets: async ({ context, world, walletOptions }, use) => {
    const wallets: TestWallet[] = []
    for (const options of walletOptions) wallets.push(await installWallet(context, world, options))
    await use(wallets)
  },
  // Unused here, but requested so that the wallets are installed before the page opens.
  host: async ({ page, world, wallets: _wallets, violations: _violations }, use) => {
    const host = hostPage(page, world)
    await host.open()
    await use(host)
  },
  modal: async ({ page, world }, use) => use(modalPage(page, world)),
  parts: ({ context, host, page, world }, use) => use({ context, host, page, world }),
})

/** A document that does not answer within this time is omitted. */
const silenceMs = 2_000

/** The accessibility trees of all documents of a failed test: the runner's own snapshot stops at the closed shadow root. */
async function describeDocuments(context: BrowserContext): Promise<string> {
  const frames = context.pages().flatMap((page) => page.frames())
  return (await Promise.all(frames.map(describeDocument))).join('\n')
}

async function describeDocument(frame: Frame): Promise<string> {
  const seen = await frame
    .locator('body')
    .ariaSnapshot({ timeout: silenceMs })
    .catch((error: unknown) => String(error).split('\n', 1)[0] ?? '')
  return `${frame.url()}\n${seen.replaceAll(/^/gm, '  ')}`
}

/**
 * `test.use(withWallets({ name: 'Rabbit' }, { name: 'Fox' }))`. The runner would interpret a plain list of two as a
 * value with its settings and use only the first.
 */
export const withWallets = (
  ...wallets: readonly WalletOptions[]
): { walletOptions: [readonly WalletOptions[], { scope: 'test' }] } => ({ walletOptions: [wallets, { scope: 'test' }] })

export { expect } from '@playwright/test'
export { modalFrame } from './setup/pages.ts'

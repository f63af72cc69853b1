/** A browser context with its wallets and one open host page, in which a state is reached, for pictures and for checks. */
import type { Airlock } from '@airlock/host-sdk'
import { type Browser, type BrowserContext, expect, type Frame, type Page } from '@playwright/test'
import { type HostName, type HostPage, hostPage, modalFrame } from '../setup/pages.ts'
import { modalTakesInput, press } from '../setup/press.ts'
import { installWallet } from '../wallets/install.ts'
import type { TestWallet, WalletOptions } from '../wallets/wallet.ts'
import type { HostPolicyName } from '../world/policies.ts'
import type { World } from '../world/world.ts'
import { announceFixedWallet, type FixedWallet } from './fixed-wallet.ts'

/** What is set up before the page opens. */
export type Setting = {
  readonly host?: HostName
  readonly csp?: HostPolicyName
  readonly path?: string
  /** The emulated device. */
  readonly device?: StageOptions
  readonly wallets?: readonly WalletOptions[]
  readonly fixedWallets?: readonly FixedWallet[]
  /** Additional options of the SDK; a function if they depend on the world. */
  readonly options?: SdkOptions | ((world: World) => SdkOptions)
}

export type SdkOptions = Readonly<Record<string, unknown>>
export type StageOptions = Parameters<Browser['newContext']>[0]

export type Stage = {
  readonly world: World
  readonly context: BrowserContext
  readonly page: Page
  readonly host: HostPage
  readonly wallets: readonly TestWallet[]
  /** The wallet of a state that has exactly one. */
  readonly wallet: () => TestWallet
  readonly frame: () => Promise<Frame>
  /** Creates the SDK with the options of the setting. */
  readonly create: () => Promise<void>
  /** Clicks the page's Connect; resolves when a view is shown. */
  readonly open: () => Promise<Frame>
  /** Opens, picks the wallet of this name, and waits until the modal has closed by itself. */
  readonly connect: (name: string) => Promise<void>
  /** Advances the clocks of page and frame; due timers fire. */
  readonly passTime: (ms: number) => Promise<void>
}

/** How long the modal shows that it has connected; the same as in its flow. */
export const successHoldMs = 600
const intervals = [20, 50, 100]
/** Time limit for reaching a state. */
const patienceMs = 20_000

export async function openStage(
  browser: Browser,
  world: World,
  setting: Setting,
  { context: contextOptions, extra = {} }: { context?: StageOptions; extra?: SdkOptions } = {},
): Promise<Stage> {
  world.reset()
  const context = await browser.newContext({ ...setting.device, ...contextOptions })
  context.setDefaultTimeout(patienceMs)
  // Outside the test runner, the compiler wraps functions in this helper, including those that run in the page.
  await context.addInitScript({ content: 'globalThis.__name ??= (value) => value' })
  const wallets: TestWallet[] = []
  for (const wallet of setting.wallets ?? []) wallets.push(await installWallet(context, world, wallet))
  for (const wallet of setting.fixedWallets ?? []) await announceFixedWallet(context, wallet)
  const page = await context.newPage()
  await page.clock.install()
  const host = hostPage(page, world)
  const { host: name = 'host', csp, path = '/' } = setting
  await host.open({ host: name, path, ...(csp === undefined ? {} : { csp }) })
  const frame = () => modalFrame(page, world)

  const open = async () => {
    await host.connect()
    const modal = await frame()
    await modal.getByRole('heading', { level: 1 }).waitFor()
    await modalTakesInput(modal)
    return modal
  }
  return {
    world,
    context,
    page,
    host,
    wallets,
    wallet() {
      const [wallet] = wallets
      if (!wallet) throw new Error('This state has no test wallet')
      return wallet
    },
    frame,
    create() {
      const { options = {} } = setting
      return host.create({ ...(typeof options === 'function' ? options(world) : options), ...extra })
    },
    open,
    async connect(walletName) {
      const modal = await open()
      await press(modal.getByRole('button', { name: walletName }))
      // as: the instance set by `create`.
      const state = () => page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).getState())
      await expect.poll(async () => (await state()).accounts.eip155?.status, { intervals }).toBe('connected')
      await page.clock.fastForward(successHoldMs)
      await expect.poll(async () => (await state()).open, { intervals }).toBe(false)
    },
    passTime: (ms) => page.clock.fastForward(ms),
  }
}

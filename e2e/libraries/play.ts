/** Plays one library with one wallet: every action through the library, the outcome read from library, chain and state. */
import type { BrowserContext, Page } from '@playwright/test'
import { verifyMessage, verifyTypedData } from 'viem'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { modalTakesInput, press } from '../setup/press.ts'
import { expect, test } from '../test.ts'
import { ownWallet } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { type Action, actions, type Door, type Library, pathOf, reasonAgainst, type WalletKind } from './libraries.ts'
import type { Library as Functions, TypedData } from './pages/page.ts'
import { visitors } from './visitors.ts'

interface Scene {
  readonly page: Page
  readonly context: BrowserContext
  readonly world: World
}

type Hex = `0x${string}`

const receiver = '0x00000000000000000000000000000000000000a1'
const text = 'hello'

const choose = async (page: Page, wallet: string) => {
  await press(page.getByRole('button', { name: 'Connect Wallet' }))
  await press(page.getByRole('dialog').getByRole('button', { name: wallet }))
}

/** The modals of libraries, as a user uses them: to the wallet with this name. */
const doors: Readonly<Record<Door, (page: Page, wallet: string) => Promise<void>>> = {
  rainbowkit: choose,
  connectkit: choose,
}

export async function play(library: Library, wallet: WalletKind, { page, context, world }: Scene): Promise<void> {
  const [home, away] = world.chains
  const visitor = await visitors[wallet]({ page, context, world })
  const dapp = dappOn(page)
  const url = new URL(`/libraries/${pathOf(library)}`, world.origins[visitor.host])
  if (library.isStyled) url.searchParams.set('csp', 'none')

  const call = (name: keyof Functions, ...given: readonly unknown[]): Promise<unknown> =>
    page.evaluate(
      async ([key, args]) => {
        const functions = Reflect.get(window, 'library') as Record<string, (...all: unknown[]) => Promise<unknown>> // as: set by our page
        const answer = await functions[key]?.(...args)
        // Some libraries return an object of their own, which cannot leave the page.
        return key === 'account' || typeof answer === 'string' ? answer : undefined
      },
      [name, given] as const,
    )
  const account = async () => (await call('account')) as { address: string; chainId: number } | undefined // as: our page
  const expectAccount = (address: string, chainId: number) =>
    expect
      .poll(async () => {
        const now = await account()
        return now && { address: now.address.toLowerCase(), chainId: now.chainId }
      })
      .toEqual({ address: address.toLowerCase(), chainId })
  const expectNone = async () => {
    await expect.poll(account).toBeUndefined()
    await dapp.expectStatus('disconnected')
  }
  const address = async () => ((await dapp.address()) ?? '0x') as Hex // as: checked by the verifications

  await context.addInitScript((options) => void Object.assign(window, { libraryOptions: options }), visitor.options)
  const load = async () => {
    await page.goto(url.href)
    await page.waitForFunction(() => 'library' in window)
  }
  const connect = async () => {
    const choose = async (opening: Promise<unknown>) => {
      const modal = await modalOn(page, world)
      await modalTakesInput(modal.frame)
      await visitor.choose(modal)
      await opening
      await dapp.expectStatus('connected')
      await dapp.expectClosed()
    }
    const byLibrary = async () =>
      library.door ? doors[library.door](page, library.isAnnounced ? ownWallet.walletName : 'Airlock') : call('connect')
    if (library.isAnnounced) {
      await choose(dapp.open().catch(() => {}))
      await byLibrary()
    } else await choose(byLibrary())
    // Some libraries switch to the first network of the page once they are connected.
    await expect
      .poll(async () => {
        const { address: reported, chainId } = (await account()) ?? {}
        const isSame = reported?.toLowerCase() === (await address()).toLowerCase()
        return isSame && chainId === (await dapp.state()).network?.id
      })
      .toBe(true)
  }
  const approved = async (what: 'message' | 'typed data' | 'transaction', asked: Promise<unknown>) => {
    const [answer] = await Promise.all([asked, visitor.approve(what)])
    await dapp.expectClosed()
    return String(answer) as Hex // as: checked by the verifications
  }

  const played: Readonly<Record<Action, () => Promise<void>>> = {
    async connect() {
      await load()
      await connect()
    },
    async sign() {
      const signature = await approved('message', call('sign', text))
      expect(await verifyMessage({ address: await address(), message: text, signature })).toBe(true)
    },
    async 'typed data'() {
      const data = typedData(home.chainId)
      const signature = await approved('typed data', call('signTypedData', data))
      expect(await verifyTypedData({ ...data, address: await address(), signature })).toBe(true)
    },
    async send() {
      await world.fund(await address())
      const hash = await approved('transaction', call('send', receiver, 1n))
      await expect
        .poll(() => world.rpc(home, 'eth_getTransactionReceipt', [hash]))
        .toMatchObject({ from: (await address()).toLowerCase(), to: receiver, status: '0x1' })
    },
    async switch() {
      await call('switchChain', away.chainId)
      await expectAccount(await address(), away.chainId)
      expect((await dapp.state()).network?.id).toBe(away.chainId)
    },
    async reload() {
      const before = await address()
      await load()
      await expectAccount(before, away.chainId)
      expect((await dapp.state()).open).toBe(false)
    },
    async 'account change'() {
      const next = await visitor.changeAccount?.()
      await expectAccount(next ?? '', away.chainId)
    },
    async 'disconnect from the app'() {
      await call('disconnect')
      await expectNone()
      await load()
      await expectNone()
    },
    async 'disconnect from the wallet'() {
      await connect()
      await visitor.leave()
      await expectNone()
    },
  }

  try {
    for (const action of actions) if (!reasonAgainst(library, wallet, action)) await test.step(action, played[action])
  } finally {
    await visitor.stop()
  }
}

const typedData = (chainId: number): TypedData => ({
  domain: { name: 'Test', version: '1', chainId },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text },
})

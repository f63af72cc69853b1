/** What is done with each library and wallet. The outcome is read from the library, from the chain, and from the state of the instance. */
import { getPublicKeyFromAddress, signatureBytes, address as toAddress, verifySignature } from '@solana/kit'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { dappOn } from '../../pages/dapp.ts'
import { modalOn } from '../../pages/modal.ts'
import { lamportsOf } from '../../pages/solana.ts'
import { modalTakesInput } from '../../setup/press.ts'
import { expect } from '../../test.ts'
import type { Library as Functions } from './page/page.ts'
import type { Scene, Visitor, What } from './visitors.ts'

export type { Way } from './page/page.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** @param name of Airlock in the library's list */
export async function openStage({ page, context, world }: Scene, visitor: Visitor, path: string, name: string) {
  const dapp = dappOn(page)
  const options = { ...visitor.options, networks: [...world.config.networks, world.solana.network] }
  await context.addInitScript((given) => void Object.assign(window, { libraryOptions: given }), options)
  const call = <Name extends keyof Functions>(
    key: Name,
    ...given: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>> =>
    page.evaluate(
      ([called, args]) =>
        (Reflect.get(window, 'library') as Record<string, (...all: readonly unknown[]) => unknown>)[called]?.(...args),
      [key, given] as const,
    ) as Promise<Awaited<ReturnType<Functions[Name]>>> // as: the functions of our page
  const there = async () => (await dapp.state()).accounts.solana?.address
  const isAnnounced = name !== 'Airlock'
  return {
    world,
    visitor,
    dapp,
    call,
    there,
    async load() {
      await page.goto(new URL(path, world.origins[visitor.host]).href)
      await page.waitForFunction(() => 'library' in window)
    },
    /** Connects through the library; an announced wallet is in its list only once the user has signed in. */
    async connect() {
      const asked = isAnnounced ? undefined : call('connect', name)
      if (isAnnounced)
        await page.evaluate(() => void (Reflect.get(window, 'airlock') as { open: () => Promise<unknown> }).open()) // as: set by our page
      const modal = await modalOn(page, world)
      await modalTakesInput(modal.frame)
      await visitor.choose(modal)
      await expect.poll(there).toBeDefined()
      await dapp.expectClosed()
      await (asked ?? call('connect', name))
      expect(await call('address')).toBe(await there())
    },
    async approved<T>(what: What, asked: Promise<T>): Promise<T> {
      const [answer] = await Promise.all([asked, visitor.approve(what)])
      await dapp.expectClosed()
      return answer
    },
    async expectNone() {
      await expect.poll(() => call('address')).toBeUndefined()
      await expect.poll(there).toBeUndefined()
    },
  }
}

const text = 'hello, Solana'
const bytes = (list: readonly number[]) => Uint8Array.from(list)

async function signs({ call, there, approved }: Stage, forms: readonly ('legacy' | 'v0')[]): Promise<void> {
  const owner = (await there()) ?? ''
  const to = Keypair.generate().publicKey.toBase58()
  const signed = await approved('transaction', call('sign', forms, to, 1_000_000))
  expect(signed).toHaveLength(forms.length)
  const key = await getPublicKeyFromAddress(toAddress(owner))
  for (const [index, one] of signed.entries()) {
    const transaction = VersionedTransaction.deserialize(bytes(one))
    expect(transaction.version).toBe(forms[index] === 'v0' ? 0 : 'legacy')
    const signature = signatureBytes(transaction.signatures[0] ?? new Uint8Array())
    // What is signed follows one signature and their number.
    expect(await verifySignature(key, signature, bytes(one.slice(65)))).toBe(true)
  }
}

async function sends({ call, world, approved }: Stage, form: 'legacy' | 'v0'): Promise<void> {
  const to = Keypair.generate().publicKey
  const signature = await approved('transaction', call('send', form, to.toBase58(), 1_000_000))
  expect(await world.solana.rpc('getSignatureStatuses', [[signature]])).toMatchObject({ value: [{ err: null }] })
  expect(await lamportsOf(world, to)).toBe(1_000_000)
}

/** In this order, in one page. */
export const actions = {
  async connect({ load, connect, world, there }: Stage) {
    await load()
    await connect()
    await world.solana.fund((await there()) ?? '')
  },
  async 'sign message'({ call, there, approved }) {
    const signature = bytes(await approved('message', call('signMessage', text)))
    const key = await getPublicKeyFromAddress(toAddress((await there()) ?? ''))
    expect(await verifySignature(key, signatureBytes(signature), new TextEncoder().encode(text))).toBe(true)
  },
  'sign transaction, legacy': (stage: Stage) => signs(stage, ['legacy']),
  'sign transaction, v0': (stage: Stage) => signs(stage, ['v0']),
  'sign all transactions': (stage: Stage) => signs(stage, ['legacy', 'v0']),
  'send, legacy': (stage: Stage) => sends(stage, 'legacy'),
  'send, v0': (stage: Stage) => sends(stage, 'v0'),
  async 'sign in'({ call, approved }: Stage) {
    expect(await approved('sign-in', call('signIn', 'a1b2c3d4e5'))).toBe(true)
  },
  async decline({ call, visitor, dapp }: Stage) {
    expect(await call('errors')).toEqual([])
    const asked = call('signMessage', text).then(
      () => 'signed',
      () => 'refused',
    )
    await visitor.decline()
    expect(await asked).toBe('refused')
    expect(await call('errors')).toEqual(['WalletSignMessageError'])
    await dapp.expectClosed()
  },
  /** Needs a second cluster. */
  'switch cluster': undefined,
  async reload({ load, call, there, dapp }: Stage) {
    const before = await there()
    await load()
    await expect.poll(() => call('address')).toBe(before)
    expect((await dapp.state()).open).toBe(false)
    expect(await call('errors')).toEqual([])
  },
  async 'account change'({ visitor, call }: Stage) {
    const next = await visitor.changeAccount?.()
    await expect.poll(() => call('address')).toBe(next)
  },
  async 'disconnect from the app'({ call, expectNone, load }: Stage) {
    await call('disconnect')
    await expectNone()
    await load()
    await expectNone()
  },
  async 'disconnect from the wallet'({ connect, visitor, expectNone, call }: Stage) {
    await connect()
    await visitor.leave()
    await expectNone()
    expect(await call('errors')).toContain('WalletDisconnectedError')
  },
} satisfies Readonly<Record<string, ((stage: Stage) => Promise<void>) | undefined>>

export type Action = keyof typeof actions

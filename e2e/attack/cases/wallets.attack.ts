/** Hostile wallets of the page: nothing that they announce, answer or emit reaches the page's code or the modal unchecked. */
import type { Airlock } from '@airlock/host-sdk'
import { connected, opened } from '../../pages/connected.ts'
import { dappOn } from '../../pages/dapp.ts'
import { modalOn } from '../../pages/modal.ts'
import { press } from '../../setup/press.ts'
import { addFrame } from '../add-frame.ts'
import { announceHostile, announceMisanswering, misanswers } from '../hostile/wallets.ts'
import { expect, test } from '../test.ts'

test('hostile announcements: each read once, bounded, cleaned, and no picture asks the network', {
  tag: ['@C45', '@C58', '@T13', '@T14', '@T15', '@T18', '@C35'],
}, async ({ page, world, host, strangers, violations }) => {
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  await page.addInitScript(announceHostile, strangers.origin('leak'))
  await host.open({ csp: 'none' })
  const { modal, dapp } = await opened({ host, page, world })
  await expect(modal.wallet('Evil')).toBeVisible()
  await expect(modal.wallets).toHaveCount(32)
  await expect(modal.text('More wallets were found than fit here.')).toBeVisible()
  const names = await modal.wallets.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-label') ?? ''))
  expect(names).toEqual(expect.arrayContaining(['Evil', 'First', 'Script', 'Image', 'Tracker', 'Html', 'Big']))
  // Two providers with one uuid: both are shown, and both rows have the warning.
  for (const rival of ['First', 'Second']) await expect(modal.wallet(rival)).toContainText('same identity')
  for (const absent of ['MetaMask', 'No Function', 'Bad Uuid', 'Bad Rdns', 'Object', 'Trapped'])
    expect(names).not.toContain(absent)
  // No direction marks, no control characters, at most two accents, and a limited length.
  expect(names.filter((name) => /^ksaMate.{1,3}$/u.test(name))).toHaveLength(1)
  for (const name of names) {
    expect(name).toMatch(/^[\p{L}\p{M}\p{N} …]*$/u)
    expect(Array.from(name).length).toBeLessThanOrEqual(48)
  }
  // The remote picture is replaced by ours; the others are pictures, ran no script and made no request.
  await expect(modal.wallet('Tracker').locator('img[src^="http"]')).toHaveCount(0)
  await expect(modal.wallet('Script').locator('img')).toHaveCount(1)
  await modal.wallet('Evil').click()
  await dapp.expectStatus('connected')
  const asked = await page.evaluate(() => Reflect.get(window, 'askedWallets') as string[])
  expect(asked).toContain('Evil eth_requestAccounts')
  expect(asked.filter((entry) => entry.startsWith('Second') || entry.startsWith('Swapped'))).toEqual([])
  expect(strangers.asked()).toEqual([])
  expect(violations.of(world.origins.modal)).toEqual([])
  expect(uncaught).toEqual([])
})

test('hostile answers: none connects, none throws, none hangs the modal', { tag: ['@T16', '@C45'] }, async ({
  parts,
}) => {
  const { host, page } = parts
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  await page.addInitScript(announceMisanswering, [...misanswers, 'Silent'])
  await host.open()
  const { modal, dapp } = await opened(parts)
  for (const name of misanswers) {
    await modal.wallet(name).click()
    await expect(modal.button('Try again'), name).toBeVisible()
    await modal.back.click()
  }
  await modal.wallet('Silent').click()
  await expect(modal.button('Try again')).toBeHidden()
  await modal.back.click()
  await expect(modal.wallet('Silent')).toBeVisible()
  expect((await dapp.state()).accounts.eip155?.status ?? 'disconnected').toBe('disconnected')
  expect(uncaught).toEqual([])
})

test.describe('a connected wallet', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('emits malformed events and changes nothing', { tag: '@C47' }, async ({ parts, page, world, wallets }) => {
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    const { dapp } = await connected(parts, 'Rabbit')
    const before = await dapp.state()
    const address = '0x00000000000000000000000000000000000000aa'
    const junk: readonly (readonly [string, unknown])[] = [
      ['accountsChanged', null],
      ['accountsChanged', 'text'],
      ['accountsChanged', { length: 1e9, 0: address }],
      ['accountsChanged', [1]],
      ['accountsChanged', [address, null]],
      ['accountsChanged', [`${address}aa`]],
      ['accountsChanged', [`javascript:${address}`]],
      ['accountsChanged', [[address]]],
      ['chainChanged', null],
      ['chainChanged', {}],
      ['chainChanged', 'eip155:1'],
      ['chainChanged', '0x'],
      ['chainChanged', '-1'],
      ['chainChanged', `0x${'f'.repeat(17)}`],
      ['connect', { chainId: [] }],
      ['connect', null],
      ['constructor', address],
    ]
    // One by one, followed by a valid event: only the last event of a kind within 50 ms is passed on.
    for (const [event, payload] of junk) await wallets[0]?.emit(event, payload)
    await wallets[0]?.emit('chainChanged', `0x${world.chains[1].chainId.toString(16)}`)
    await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(world.chains[1].caip2)
    expect((await dapp.account())?.address).toBe(before.accounts.eip155?.address)
    expect((await dapp.account())?.status).toBe('connected')
    expect(uncaught).toEqual([])
  })

  test('signs the bytes that the page gave, whatever they look like', { tag: '@C35' }, async ({ parts, wallets }) => {
    const { dapp } = await connected(parts, 'Rabbit')
    const bytes = `0x${Buffer.from('\u202e\u0000 ＡＢＣ \u200b').toString('hex')}`
    await dapp.request('personal_sign', [bytes, wallets[0]?.address])
    expect(wallets[0]?.calls.find(({ method }) => method === 'personal_sign')?.params).toEqual([
      bytes,
      wallets[0]?.address,
    ])
  })

  test('is reached by no global that the SDK adds to the page', { tag: '@T12' }, async ({ parts, page, host }) => {
    await host.open({ csp: 'none' })
    const names = () => page.evaluate(() => Reflect.ownKeys(window).map(String))
    const before = await names()
    await connected(parts, 'Rabbit')
    // Frames are listed by number. `airlock` and the promise of its opening are set by our own test page.
    const added = (await names()).filter((name) => !before.includes(name) && !/^\d+$/.test(name))
    expect(new Set(added)).toEqual(new Set(['airlock', 'opening']))
  })

  test('cannot be asked to sign through any function that a script of the page finds', { tag: '@T5' }, async ({
    parts,
    wallets,
  }) => {
    const { page } = parts
    await page.clock.install()
    const { dapp } = await connected(parts, 'Rabbit')
    const called = await page.evaluate(async () => {
      const airlock = Reflect.get(window, 'airlock') as Airlock
      const names: string[] = []
      const roots: [string, object][] = [
        ['airlock', airlock],
        ['provider', airlock.provider('eip155')],
      ]
      const hostile = [undefined, null, 0, 'personal_sign', {}, [], () => 'sign', { signal: {}, view: 'Sign' }]
      for (const [root, object] of roots)
        for (const key of Reflect.ownKeys(object)) {
          // After `destroy` and `disconnect` nothing could sign; `request` is the intended way to the wallet.
          if (key === 'destroy' || key === 'disconnect' || key === 'request') continue
          const method: unknown = Reflect.get(object, key)
          if (typeof method !== 'function') continue
          names.push(`${root}.${String(key)}`)
          for (const argument of hostile)
            try {
              const result: unknown = Reflect.apply(method, object, [argument, argument])
              if (result instanceof Promise) result.catch(() => undefined)
            } catch {
              // Typed errors are expected.
            }
        }
      return names
    })
    expect(called.length).toBeGreaterThan(15)
    // Runs everything that the calls have deferred. Then the page's own request must be the only one.
    await page.clock.runFor(60_000)
    await dapp.request('personal_sign', ['0x6869', wallets[0]?.address])
    const signing = /sign|send|sendCalls/i
    const asked = wallets[0]?.calls.filter(({ method }) => signing.test(method)).map(({ params }) => params)
    expect(asked).toEqual([['0x6869', wallets[0]?.address]])
  })
})

test.describe('a page whose prototypes are poisoned', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('connects as a clean one does, and a forged identity is still rejected', { tag: ['@C17', '@T25'] }, async ({
    parts,
    wallets,
    strangers,
  }) => {
    const { host, page, world } = parts
    await page.addInitScript(() => {
      if (window.top !== window) return
      for (const name of ['epoch', 'type', 'payload', 'reason', 'handle', 'disputed', 'polluted'])
        Object.defineProperty(Object.prototype, name, {
          configurable: true,
          get: () => 'poison',
          set(value: unknown) {
            Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true })
          },
        })
      window.addEventListener('message', ({ source }) => {
        if (!Reflect.has(window, 'frame')) Reflect.set(window, 'frame', source)
      })
    })
    await host.open({ csp: 'none' })
    await host.create()
    const dapp = dappOn(page)
    await dapp.call((airlock) => airlock.prefetch())
    await expect.poll(async () => (await dapp.state()).ready).toBe(true)
    // All of the SDK's code that validates messages has loaded.
    const seen = await page.evaluate(() => {
      const posted: unknown[] = []
      Reflect.set(window, 'posted', posted)
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
        posted.push(args[0])
        return Reflect.apply(postMessage, this, args) as undefined
      }
      // From here on every message seems to come from the frame, for code that reads the event itself.
      const frameOrigin = new URL((Reflect.get(window, 'demoConfig') as { frameUrl: string }).frameUrl).origin
      const forge = (name: 'origin' | 'source', value: () => unknown) =>
        Object.defineProperty(MessageEvent.prototype, name, { configurable: true, get: value })
      forge('origin', () => frameOrigin)
      forge('source', () => Reflect.get(window, 'frame') as unknown)
      return posted.length
    })
    expect(seen).toBe(0)
    await host.connect()
    await press((await modalOn(page, world)).wallet('Rabbit'))
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(wallets[0]?.address)
    expect(await page.evaluate(() => (Reflect.get(window, 'posted') as unknown[]).length)).toBe(0)
    const sibling = await addFrame(page, strangers.origin('sibling'))
    await sibling.evaluate(() => {
      const hello = { type: 'HELLO', link: 'host', nonce: crypto.randomUUID(), versions: { min: 1, max: 1 } }
      window.parent.postMessage({ ...hello, buildId: 'forged', features: [], storage: 'local' }, '*')
    })
    expect((await dapp.request('eth_accounts')) satisfies object).toEqual({ result: [wallets[0]?.address] })
    expect((await dapp.state()).ready).toBe(true)
  })
})

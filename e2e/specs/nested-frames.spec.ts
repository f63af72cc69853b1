/**
 * Host, modal and wallet, each inside the other, on three origins: what the host can do to its grandchild, which
 * ancestors and headers the wallet needs, and that the modal works without a wallet.
 */
import { limits } from '@airlock/protocol/limits.ts'
import { delegatedFeatures } from '@airlock/service/frames/headers.ts'
import type { Frame, Page, Route } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalIn } from '../pages/modal.ts'
import { isWalletDocument, walletAddress, walletDocument } from '../pages/wallet-document.ts'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { eachTab } from '../setup/tab-to.ts'
import { expect, test } from '../test.ts'
import type { HostPolicyName } from '../world/policies.ts'
import type { World } from '../world/world.ts'

/** Set by the fixture on its window. */
type Nested = {
  ask(port: 'app' | 'provider', type: string, payload: object): Promise<string>
  afterLoads(): Promise<string[]>
  strangers(): number
  session(): Promise<{ epoch: number; features: string[]; storage: string } | string>
}

interface NestedOptions {
  as?: 'closed' | 'quiet' | ''
  csp?: HostPolicyName
  live?: boolean
  /** Query of the wallet's URL, in place of the modal's own. */
  query?: string
}

/** The real link and the real wallet, in a modal that embeds it openly or in a closed shadow root. */
async function openNested(
  page: Page,
  world: World,
  { as = '', csp = 'none', live = true, query: given }: NestedOptions = {},
) {
  const asked = given === undefined ? '' : `&wallet=${encodeURIComponent(`/p/${world.embedded.projectId}/${given}`)}`
  const frame = `nested-modal.html?${as}${asked}`
  const query = new URLSearchParams({ csp, frameOrigin: world.origins.modal, frame })
  await page.goto(`${world.origins.host}/hostile-host.html?${query}`)
  const modal = await frameOn(page, world.origins.modal)
  await modal.waitForFunction(() => Reflect.has(window, 'nested'))
  // as: has the type of `Nested`.
  const nested = () => modal.evaluateHandle(() => Reflect.get(window, 'nested') as Nested)
  const parts = {
    modal,
    wallet: () => frameOn(page, world.origins.wallet),
    session: async () => (await nested()).evaluate((it) => it.session()),
    ask: async (type: string, payload: object = {}, port: 'app' | 'provider' = 'app') =>
      (await nested()).evaluate((it, call) => it.ask(...call), [port, type, payload] as const),
    afterLoads: async () => (await nested()).evaluate((it) => it.afterLoads()),
    strangers: async () => (await nested()).evaluate((it) => it.strangers()),
  }
  if (live) expect(await parts.session()).toMatchObject({ epoch: 1 })
  return parts
}

/** Marks the document; a new document does not have the mark. */
const mark = (frame: Frame) => frame.evaluate(() => Reflect.set(window, 'mark', true))
const hasMark = (frame: Frame) => frame.evaluate(() => Reflect.get(window, 'mark') === true)

const notConnected = '{"isConnected":false}'

test.describe('the empty wallet', () => {
  test('answers without an account, and refuses calls that need one', async ({ page, world, violations }) => {
    const { ask } = await openNested(page, world, { as: 'closed' })
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
    expect(await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toBe('{"smartAccountEnabledNetworks":[]}')
    expect(await ask('SIGN_OUT')).toBe('{}')
    expect(await ask('GET_USER')).toBe('UNAUTHORIZED 4100')
    expect(await ask('INIT_SMART_ACCOUNT')).toBe('UNAUTHORIZED 4100')
    const { caip2 } = world.chains[0]
    const call = (method: string, params: unknown) => ask('RPC_REQUEST', { scope: caip2, method, params }, 'provider')
    expect(await call('eth_accounts', [])).toBe('UNAUTHORIZED 4100')
    expect(await call('eth_sign', ['0x00', '0x00'])).toBe('METHOD_NOT_ALLOWED 4200')
    expect(await call('personal_sign', [])).toBe('BAD_SHAPE -32602')
    expect(violations.all()).toEqual([])
  })

  test('reloads when asked, in a new epoch, and is there again', async ({ page, world }) => {
    const { ask, session } = await openNested(page, world, { as: 'closed' })
    expect(await ask('RELOAD')).toBe('{}')
    await expect.poll(session).toMatchObject({ epoch: 2 })
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
  })

  test('counts as alive once it has greeted, although it is busy when it has loaded', async ({
    context,
    page,
    world,
  }) => {
    const heldUrl = `${world.origins.wallet}/held.css`
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // The document keeps loading until the handshake is over. Then it is busy for longer than the limit for a document
    // that is doubted.
    await context.route(heldUrl, async (route) => {
      await released
      await route.fulfill({ contentType: 'text/css', body: '' })
    })
    await context.addInitScript(
      ([origin, url, ms]) => {
        if (self.origin !== origin) return
        addEventListener('DOMContentLoaded', () => {
          const held = document.createElement('link')
          held.rel = 'stylesheet'
          held.href = url
          document.head.append(held)
        })
        addEventListener('load', () =>
          setTimeout(() => {
            const until = performance.now() + ms
            while (performance.now() < until);
            Reflect.set(window, 'wasBusy', true)
          }),
        )
      },
      [world.origins.wallet, heldUrl, limits.pingAfterLoadMs * 1.5] as const,
    )
    const { ask, session, wallet } = await openNested(page, world, { as: 'closed' })
    const frame = await wallet()
    release()
    // Checked from outside: a hidden frame gets no animation frames, so it could not check itself.
    await expect.poll(() => frame.evaluate(() => Reflect.has(window, 'wasBusy'))).toBe(true)
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
    expect(await session()).toMatchObject({ epoch: 1 })
  })

  test('leaves nothing in the history of the page, whatever becomes of it', async ({ page, world }) => {
    const { ask, session } = await openNested(page, world)
    const before = await page.evaluate(() => history.length)
    await ask('RELOAD')
    await expect.poll(session).toMatchObject({ epoch: 2 })
    expect(await page.evaluate(() => history.length)).toBe(before)
  })
})

test('the host finds no way to the wallet in a closed shadow root [T9]', { tag: '@gate' }, async ({ page, world }) => {
  await openNested(page, world, { as: 'closed' })
  const found = await page.evaluate(() => {
    const modal = window.frames[0]
    if (!modal) return 'no modal'
    try {
      return [modal.length, typeof modal[0]]
    } catch (error) {
      return [modal.length, error instanceof DOMException ? error.name : String(error)]
    }
  })
  expect(found).toEqual([0, 'SecurityError'])
})

test.describe('a host that has the wallet’s window in its hands', () => {
  /** The host is not the parent of this window, but may navigate it. */
  const navigate = (page: Page, url: string) =>
    page.evaluate((target) => {
      const wallet = window.frames[0]?.[0]
      if (!wallet) throw new Error('The host does not see the wallet')
      wallet.location.replace(target)
    }, url)

  test('posts to it, and is not heard, before the handshake and after [T9]', async ({ context, page, world }) => {
    // From the start of every document of the host: posts an INIT to the window two levels below.
    await context.addInitScript(() => {
      if (window.top !== window) return
      const answers: unknown[] = []
      Reflect.set(window, 'answers', answers)
      const id = '00000000-0000-4000-8000-000000000000'
      const init = {
        type: 'INIT',
        link: 'wallet',
        nonce: id,
        hostNonce: id,
        version: 1,
        epoch: 1,
        policy: { schemes: [] },
      }
      setInterval(() => {
        const channels = [new MessageChannel(), new MessageChannel()]
        for (const { port1 } of channels) port1.onmessage = ({ data }) => answers.push(data)
        const ports = channels.map(({ port2 }) => port2)
        window.frames[0]?.[0]?.postMessage(init, '*', ports)
      }, 3)
    })
    const { ask, session } = await openNested(page, world)
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
    expect(await session()).toMatchObject({ epoch: 1 })
    expect(await page.evaluate(() => Reflect.get(window, 'answers') as unknown[])).toEqual([])
  })

  for (const [name, address] of [
    ['another origin', (world: World) => `${world.origins.other}/harness-host.html`],
    ['a data: document', () => 'data:text/html,<p>Phish'],
  ] as const)
    test(`navigates it to ${name}: the policy stops that, and the wallet comes back in a new epoch [C23]`, async ({
      page,
      world,
      violations,
    }) => {
      const { ask, session, afterLoads } = await openNested(page, world)
      const url = address(world)
      await navigate(page, url)
      await violations.next(({ directive }) => directive === 'frame-src')
      await expect.poll(session).toMatchObject({ epoch: 2 })
      expect(await ask('IS_CONNECTED')).toBe(notConnected)
      // Calls made while it was gone have ended with a reason.
      expect(await afterLoads()).toContain('PEER_GONE 4900')
      expect(page.frames().map((frame) => frame.url())).not.toContain(url)
    })

  test('blanks it: a modal with an embedder policy has none of that, and the wallet comes back [C23]', async ({
    page,
    world,
  }) => {
    const { session, afterLoads } = await openNested(page, world)
    await navigate(page, 'about:blank')
    await expect.poll(session).toMatchObject({ epoch: 2 })
    expect(await afterLoads()).toContain('PEER_GONE 4900')
  })

  test('blanks it and speaks from there, which an isolated host can: it is not heard, and the wallet comes back [C12]', async ({
    page,
    world,
  }) => {
    alterHeader(world, '/hostile-host.html', 'cross-origin-embedder-policy', () => 'require-corp')
    const { ask, session, strangers, afterLoads } = await openNested(page, world)
    await navigate(page, 'about:blank')
    // The wallet's window now contains a document of the host: it posts a forged HELLO, from the right window and the wrong origin.
    await page.waitForFunction(() => {
      const id = '00000000-0000-4000-8000-000000000000'
      const versions = { min: 1, max: 1 }
      const hello = { type: 'HELLO', link: 'wallet', nonce: id, versions, buildId: 'x', features: [], storage: 'local' }
      try {
        const blank = window.frames[0]?.[0]?.document
        const script = blank?.createElement('script')
        if (!blank || !script) return false
        script.textContent = `parent.postMessage(${JSON.stringify(hello)}, '*')`
        blank.body.append(script)
        return true
      } catch {
        return false
      }
    })
    await expect.poll(strangers).toBeGreaterThan(0)
    await expect.poll(session).toMatchObject({ epoch: 2 })
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
    expect(await afterLoads()).toContain('PEER_GONE 4900')
  })

  test('changes its fragment: nothing happens', async ({ page, world }) => {
    const { ask, session, wallet, afterLoads } = await openNested(page, world)
    const frame = await wallet()
    await mark(frame)
    await navigate(page, `${walletAddress(world)}#id=phish`)
    await expect.poll(async () => (await afterLoads()).length).toBeGreaterThan(1)
    expect(new Set(await afterLoads())).toEqual(new Set([notConnected]))
    expect(await session()).toMatchObject({ epoch: 1 })
    expect(await hasMark(frame)).toBe(true)
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
  })

  test('goes back in the history: the wallet has put nothing there and stays', async ({ page, world }) => {
    const { ask, session, wallet } = await openNested(page, world)
    const frame = await wallet()
    await mark(frame)
    await page.evaluate(async () => {
      history.pushState({}, '', '#one')
      history.pushState({}, '', '#two')
      const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      history.back()
      await gone
    })
    expect(new URL(page.url()).hash).toBe('#one')
    expect(await hasMark(frame)).toBe(true)
    expect(await session()).toMatchObject({ epoch: 1 })
    expect(await ask('IS_CONNECTED')).toBe(notConnected)
  })

  test('kills it again and again: after three fresh frames the modal gives up, until the wallet is needed', async ({
    page,
    world,
  }) => {
    await listenForHandshake(page)
    const { modal, session } = await openNested(page, world, { as: 'quiet' })
    for (const greetings of [1, 2, 3, 4]) {
      await expect.poll(async () => (await heardBy(modal)).length).toBe(greetings)
      const wallet = await frameOn(page, world.origins.wallet)
      await expect.poll(() => heardBy(wallet)).toHaveLength(1)
      const gone = page.waitForEvent('framedetached')
      await navigate(page, 'data:text/html,')
      await gone
    }
    expect(await page.evaluate(() => window.frames[0]?.length)).toBe(0)
    expect(await session()).toMatchObject({ epoch: 5 })
  })
})

// Ancestors and headers ---------------------------------------------------------------------------------------------------

/** From now on documents of this path are served with a changed header. */
const alterHeader = (world: World, path: string, name: string, change: (value: string) => string) =>
  world.alterHeaders(({ pathname }, headers) => {
    if (pathname === path) headers.set(name, change(headers.get(name) ?? ''))
  })

test('a wallet whose address says what no modal would write stays silent', async ({ page, world }) => {
  const { search } = new URL(walletAddress(world))
  const { session } = await openNested(page, world, { as: 'quiet', live: false, query: `${search}&more=1` })
  expect(await session()).toBe('FRAME_REFUSED')
  await openNested(page, world, { as: 'quiet', query: search })
})

test.describe('frame-ancestors', () => {
  for (const [name, without] of Object.entries({
    'without the modal': (world: World) => ` ${world.origins.modal}`,
    'without the host': (world: World) => ` ${world.origins.host}`,
  }))
    test(`${name}, the wallet does not load`, async ({ page, world }) => {
      const missing = without(world)
      alterHeader(world, new URL(walletDocument(world)).pathname, 'content-security-policy', (policy) => {
        expect(policy).toContain(missing)
        return policy.replace(missing, '')
      })
      const { session } = await openNested(page, world, { live: false })
      expect(await session()).toBe('FRAME_REFUSED')
    })

  test('the wallet loads if the header lists both: the change of a header by itself stops nothing', async ({
    page,
    world,
  }) => {
    alterHeader(world, new URL(walletDocument(world)).pathname, 'content-security-policy', (policy) => `${policy} `)
    await openNested(page, world)
  })

  test('a page that the project does not list gets neither modal nor wallet', async ({ page, world }) => {
    const failed = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url() === walletAddress(world),
    })
    await page.goto(`${world.origins.other}/?csp=none`)
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }, walletAddress(world))
    await failed
  })

  test('a listed page that embeds the wallet directly gets no greeting', async ({ context, page, world }) => {
    await context.addInitScript(() => {
      Reflect.set(window, 'heard', 0)
      window.addEventListener('message', () => Reflect.set(window, 'heard', Number(Reflect.get(window, 'heard')) + 1))
    })
    await page.goto(`${world.origins.host}/?csp=none`)
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.addEventListener('load', resolve)
          frame.src = src
          document.body.append(frame)
        }),
      walletAddress(world),
    )
    const wallet = await frameOn(page, world.origins.wallet)
    expect(await wallet.evaluate(() => document.readyState)).toBe('complete')
    expect(await page.evaluate(() => Reflect.get(window, 'heard') as number)).toBe(0)
  })
})

test.describe('violations', () => {
  /** None of our policies allows pictures from this origin. */
  const plant = (document: Frame) =>
    document.evaluate(() => {
      new Image().src = 'https://planted.example/picture.png'
    })
  /** The documents of the wallet's origin. The wallet's window is opened directly, without a wallet that renders into it. */
  const documents: Readonly<Record<string, (page: Page, world: World) => Promise<Frame>>> = {
    'the wallet': async (page, world) => (await openNested(page, world, { as: 'closed' })).wallet(),
    'the wallet’s window': async (page, world) => {
      await page.goto(`${walletDocument(world)}window`)
      return page.mainFrame()
    },
  }

  for (const [name, open] of Object.entries(documents))
    test(`one in ${name} is seen by the listener and by the report endpoint, and there is no other`, {
      tag: name === 'the wallet' ? '@gate' : [],
    }, async ({ page, world, violations }) => {
      const document = await open(page, world)
      expect([violations.all(), world.violations()]).toEqual([[], []])
      await plant(document)
      const isWallets = ({ documentUrl }: { documentUrl: string }) =>
        new URL(documentUrl).origin === world.origins.wallet
      for (const { directive, blockedUrl } of [
        await violations.next(isWallets),
        await world.nextViolation(isWallets),
      ]) {
        expect(directive).toBe('img-src')
        expect(new URL(blockedUrl).host).toBe('planted.example')
      }
      expect([violations.all(), world.violations()].map((seen) => seen.length)).toEqual([1, 1])
    })
})

test.describe('permissions', () => {
  const featuresOf = async (parts: Awaited<ReturnType<typeof openNested>>) => {
    const session = await parts.session()
    return typeof session === 'string' ? session : session.features
  }

  test('the host names the modal, the modal names the wallet, and the wallet has all three', async ({
    page,
    world,
  }) => {
    const parts = await openNested(page, world)
    expect(await featuresOf(parts)).toEqual([...delegatedFeatures])
  })

  for (const [name, header] of Object.entries({
    'names itself alone': () => '(self)',
    'names nobody': () => '()',
    'names the wallet without itself': (wallet: string) => `("${wallet}")`,
  }))
    test(`a modal whose header ${name} leaves the wallet without`, async ({ page, world }) => {
      const allowed = header(world.origins.wallet)
      alterHeader(world, '/fixtures/nested-modal.html', 'permissions-policy', (policy) =>
        delegatedFeatures.reduce((text, feature) => {
          expect(text).toContain(`${feature}=(self "${world.origins.wallet}")`)
          return text.replace(`${feature}=(self "${world.origins.wallet}")`, `${feature}=${allowed}`)
        }, policy),
      )
      expect(await featuresOf(await openNested(page, world))).toEqual([])
    })

  test('a host whose own header keeps them leaves both without', async ({ page, world }) => {
    const parts = await openNested(page, world, { csp: 'no-permissions' })
    expect(await featuresOf(parts)).toEqual([])
  })
})

// In the real modal ---------------------------------------------------------------------------------------------------------

/** Records the handshake messages of the wallet link that a document receives. */
const listenForHandshake = (page: Page) =>
  page.context().addInitScript(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heard', heard)
    window.addEventListener('message', ({ data, origin }) => {
      if (Reflect.get(Object(data), 'link') === 'wallet') heard.push([Reflect.get(Object(data), 'type'), origin])
    })
  })
const heardBy = (frame: Frame) => frame.evaluate(() => Reflect.get(window, 'heard') as unknown[])

const chooseEmail = async (modal: Frame, world: World) => {
  await modal.getByRole('textbox', { name: 'Email' }).fill(world.mail.newAddress('ada'))
  await press(modal.getByRole('button', { name: 'Continue with email' }))
}

test.describe('the modal', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('has its wallet once the user chooses email, out of the host’s reach, sandboxed, with its own storage', {
    tag: '@gate',
  }, async ({ host, page, world, violations }) => {
    await listenForHandshake(page)
    await host.open()
    const { dapp, modal } = await opened({ host, page, world }, world.embedded)
    await modal.expectView('Connect Wallet')
    const field = modal.frame.getByRole('textbox', { name: 'Email' })
    await field.fill(world.mail.newAddress('ada'))
    // Neither showing the field nor typing into it loads the wallet.
    expect(page.frames().map((frame) => new URL(frame.url()).origin)).not.toContain(world.origins.wallet)
    await field.press('Enter')
    const wallet = await frameOn(page, world.origins.wallet)
    await expect.poll(() => heardBy(wallet)).toEqual([['INIT', world.origins.modal]])
    expect(await heardBy(modal.frame)).toEqual([['HELLO', world.origins.wallet]])
    expect(wallet.parentFrame()).toBe(modal.frame)
    expect(await modal.frame.evaluate(() => [window.length, document.querySelectorAll('iframe').length])).toEqual([
      0, 0,
    ])

    const inside = await wallet.evaluate(() => {
      let navigation = 'allowed'
      try {
        window.top?.location.replace('https://phish.example/')
      } catch (error) {
        navigation = error instanceof DOMException ? error.name : 'unknown'
      }
      localStorage.setItem('kept', 'here')
      return { navigation, origin: self.origin, frame: window.frameElement, name: window.name }
    })
    expect(inside).toEqual({ navigation: 'SecurityError', origin: world.origins.wallet, frame: null, name: '' })
    expect(page.url()).toBe(`${world.origins.host}/`)

    // The keyboard focus never reaches it.
    await eachTab(page, 12, async () => expect(await wallet.evaluate(() => document.hasFocus())).toBe(false))
    await modal.back.click()
    await modal.wallet('Rabbit').click()
    await dapp.expectStatus('connected')
    expect(violations.all()).toEqual([])
  })

  test('shares the wallet’s storage among pages of one site, and with no other', async ({ context, world, page }) => {
    const open = async (origin: string) => {
      const tab = await context.newPage()
      const query = new URLSearchParams({ csp: 'none', frameOrigin: world.origins.modal, frame: 'nested-modal.html' })
      await tab.goto(`${origin}/hostile-host.html?${query}`)
      const modal = await frameOn(tab, world.origins.modal)
      await modal.waitForFunction(() => Reflect.has(window, 'nested'))
      await modal.evaluate(() => (Reflect.get(window, 'nested') as Nested).session())
      return frameOn(tab, world.origins.wallet)
    }
    const read = (frame: Frame | Page) => frame.evaluate(() => localStorage.getItem('share'))
    await (await open(world.origins.host)).evaluate(() => localStorage.setItem('share', 'one'))
    expect(await read(await open(world.origins.host))).toBe('one')
    expect(await read(await open(world.origins.nopolicy))).toBeNull()
    await page.goto(walletDocument(world))
    expect(await read(page)).toBeNull()
  })

  test('makes no wallet frame for a user who connects another wallet, and has no email field if the page wants none', async ({
    parts,
  }) => {
    const { page, world } = parts
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(world.origins.wallet)) asked.push(request.url())
    })
    const { modal } = await opened(parts, world.embedded)
    await expect(modal.frame.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await page.evaluate(() => {
      // as: set by our own test page.
      const airlock = Reflect.get(window, 'airlock') as { updateFeatures(features: object): void }
      airlock.updateFeatures({ email: false })
    })
    await expect(modal.frame.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
    await modal.wallet('Rabbit').click()
    await dappOn(page).expectStatus('connected')
    await modal.frame.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(asked).toEqual([])
    expect(page.frames()).toHaveLength(2)
  })

  for (const [name, answer] of Object.entries({
    'does not answer': () => undefined,
    'is down': (route: Route) => route.abort('connectionrefused'),
    'answers with something else': (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Sorry' }),
  }))
    test(`works as ever when the wallet’s origin ${name}`, async ({ parts, page, world, wallets: [rabbit] }) => {
      await page.route(`${world.origins.wallet}/**`, answer)
      const wanted = page.waitForRequest((request) => isWalletDocument(world)(new URL(request.url())))
      const { dapp, modal } = await opened(parts, world.embedded)
      await chooseEmail(modal.frame, world)
      await wanted
      await modal.button('Help').click()
      await modal.expectView('What is a wallet?')
      await modal.back.click()
      await modal.wallet('Rabbit').click()
      await dapp.expectStatus('connected')
      expect(await dapp.address()).toBe(rabbit?.address)
    })

  test('tells the developer why the wallet cannot start, and the user beside the field', async ({ parts }) => {
    const { page, world } = parts
    await page.route(`${world.origins.wallet}/**`, (route) => route.abort('connectionrefused'))
    const warned = page.waitForEvent('console', { predicate: (message) => message.text().includes('WALLET_FRAME') })
    const { modal } = await opened(parts, { ...world.embedded, debug: true })
    await chooseEmail(modal.frame, world)
    expect((await warned).text()).toContain(
      `the embedded wallet at ${world.origins.wallet} is not available (FRAME_REFUSED)`,
    )
    await modal.expectView('Connect Wallet')
    await expect(modal.text('Unable to load email login dependency')).toBeVisible()
    await expect(modal.frame.getByRole('alert').filter({ hasText: /wallet/i })).toHaveCount(0)
  })

  test('makes no wallet for a host that is itself framed, and works [T1]', async ({ page, world }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${world.origins.nopolicy}/harness-host.html?csp=none`)
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      frame.width = frame.height = '600'
      document.body.append(frame)
    }, `${world.origins.host}/?csp=none`)
    const inner = await frameOn(page, world.origins.host)
    await inner.waitForFunction(() => Reflect.has(window, 'airlockSdk'))
    await inner.evaluate((options) => {
      // as: set by our own test page.
      const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (given: object) => unknown }
      const config = Reflect.get(window, 'demoConfig') as object
      Reflect.set(window, 'airlock', createAirlock({ ...config, ...options, debug: true }))
    }, world.embedded)
    const warned = page.waitForEvent('console', { predicate: (message) => message.text().includes('HOST_IS_FRAMED') })
    const opening = dappOn(inner).open()
    const modal = modalIn(await frameOn(page, world.origins.modal))
    await chooseEmail(modal.frame, world)
    await warned
    await modal.close.click()
    expect(await opening).toBe('user')
    expect(asked.filter((url) => url.startsWith(world.origins.wallet))).toEqual([])
  })
})

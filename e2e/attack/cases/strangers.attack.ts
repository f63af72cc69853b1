/**
 * Windows that are not the peer: siblings, openers, pop-ups, lookalikes, forged events. They get no port and no answer,
 * and cost no time.
 */
import type { Airlock } from '@airlock/host-sdk'
import type { Frame, Page } from '@playwright/test'
import { opened } from '../../pages/connected.ts'
import { hostPage } from '../../setup/pages.ts'
import type { World } from '../../world/world.ts'
import { addFrame } from '../add-frame.ts'
import { frameAt } from '../ends.ts'
import { expect, test } from '../test.ts'

/** Records in the top document the origins of incoming messages, and those whose data was read. */
async function spyOnMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.top !== window) return
    const spy = { came: [] as string[], read: [] as string[] }
    Reflect.set(window, 'spy', spy)
    const getter = (name: 'data' | 'origin') => {
      const get = Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get
      return (event: MessageEvent): unknown => get && Reflect.apply(get, event, [])
    }
    const [data, origin] = [getter('data'), getter('origin')]
    Object.defineProperty(MessageEvent.prototype, 'data', {
      configurable: true,
      get(this: MessageEvent) {
        spy.read.push(String(origin(this)))
        return data(this)
      },
    })
    window.addEventListener('message', (event) => spy.came.push(event.origin))
  })
}
const spied = (page: Page) => page.evaluate(() => Reflect.get(window, 'spy') as { came: string[]; read: string[] })

const isReady = (page: Page) => page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).getState().ready)

/** The number of messages from unknown windows, as the embedder reads it. */
const strangersMet = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).diagnostics().strangers)

const sayHello = (frame: Frame | Page, to: 'parent' | 'opener', times = 1, ballast = 0) =>
  frame.evaluate(
    ([target, count, size]) => {
      const hello = {
        type: 'HELLO',
        link: 'host',
        nonce: crypto.randomUUID(),
        versions: { min: 1, max: 1 },
        buildId: 'x'.repeat(8),
        features: [],
        storage: 'local',
        ...(size ? { ballast: 'x'.repeat(size) } : {}),
      }
      const window_: unknown = Reflect.get(window, target)
      for (let index = 0; index < count; index++) (window_ as Window).postMessage(hello, '*') // as: the window that embeds or opened it
    },
    [to, times, ballast] as const,
  )

/** Opens the real modal in a page without a policy. */
async function withModal({
  page,
  world,
  host,
}: {
  page: Page
  world: World
  host: Parameters<typeof opened>[0]['host']
}) {
  await host.open({ csp: 'none' })
  const { modal } = await opened({ host, page, world })
  await modal.expectView('Connect Wallet')
  await expect.poll(() => isReady(page)).toBe(true)
  return modal
}

for (const [ids, title, places] of [
  [
    ['C12', 'T10'],
    'greetings of other origins are dropped unread',
    ['sibling', 'evil.modal', 'modal', 'modal.localhost.evil'],
  ],
  [['C14'], 'greetings of windows without an origin are dropped unread', ['null']],
] as const)
  test(`${title} [page]`, { tag: ids.map((id) => `@${id}`) }, async ({ parts, page, world, strangers }) => {
    await spyOnMessages(page)
    await withModal(parts)
    for (const [index, place] of places.entries()) {
      const isNull = place === 'null'
      const frame = await addFrame(
        page,
        strangers.origin(isNull ? 'nobody' : place),
        isNull ? 'allow-scripts' : undefined,
      )
      const origin = isNull ? 'null' : strangers.origin(place)
      await sayHello(frame, 'parent')
      await expect.poll(async () => (await spied(page)).came).toContain(origin)
      expect((await spied(page)).read).not.toContain(origin)
      expect(await strangersMet(page)).toBe(index + 1)
      expect(await isReady(page)).toBe(true)
    }
    const { strangers: counted } = await page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).diagnostics())
    expect(counted).toBe(places.length)
    // The recorder works: the modal's own messages were read.
    expect((await spied(page)).read).toContain(world.origins.modal)
  })

test('another document of the frame’s origin is not the frame [page]', { tag: ['@C13', '@T10'] }, async ({ parts }) => {
  const { page, world } = parts
  await withModal(parts)
  const twin = `${world.origins.modal}/fixtures/attack-frame.html?mute`
  await sayHello(await addFrame(page, twin), 'parent')
  const popup = page.waitForEvent('popup')
  await page.evaluate((url) => void window.open(url), twin)
  const opened_ = await popup
  await opened_.waitForLoadState()
  const { came } = await page.evaluate(() => {
    const seen = { came: 0 }
    Reflect.set(window, 'seen', seen)
    window.addEventListener('message', () => {
      seen.came++
    })
    return seen
  })
  await sayHello(opened_, 'opener')
  await expect.poll(() => page.evaluate(() => (Reflect.get(window, 'seen') as { came: number }).came)).toBe(came + 1)
  expect(await isReady(page)).toBe(true)
})

test('a sibling that floods the window costs no reading', { tag: ['@T11'] }, async ({ parts, page, strangers }) => {
  await spyOnMessages(page)
  await withModal(parts)
  const sibling = await addFrame(page, strangers.origin('sibling'))
  await sayHello(sibling, 'parent', 5000, 10_000)
  const origin = strangers.origin('sibling')
  await expect.poll(async () => (await spied(page)).came.filter((from) => from === origin).length).toBe(5000)
  expect((await spied(page)).read).not.toContain(origin)
  expect(await isReady(page)).toBe(true)
})

test('messages of a frame that floods the page’s window are deserialised only within the budget', {
  tag: ['@T11'],
}, async ({ page, world, host }) => {
  await spyOnMessages(page)
  await host.open({ csp: 'none' })
  await host.create({ frameUrl: `${world.origins.modal}/fixtures/attack-frame.html` })
  const loaded = frameAt(page, 'attack-frame.html')
  await host.connect()
  const frame = await loaded
  await expect.poll(() => frame.title()).toBe('Live')
  const count = async () => (await spied(page)).came.length
  const before = await count()
  await sayHello(frame, 'parent', 2000, 10)
  await expect.poll(count).toBe(before + 2000)
  expect((await spied(page)).read.length).toBeLessThanOrEqual(60)
})

test('forged events are ignored, neither on the window nor on a port [page]', { tag: ['@C16', '@T5'] }, async ({
  parts,
}) => {
  const { host, page, world } = parts
  await host.open({ csp: 'none' })
  // A script of the page. It records channels created from now on, and the frame's window, which is not in `window.frames`.
  await page.evaluate(() => {
    window.addEventListener('message', ({ source }) => Reflect.set(window, 'frame', source))
    const made: MessageChannel[] = []
    Reflect.set(window, 'made', made)
    window.MessageChannel = new Proxy(MessageChannel, {
      construct(target, args) {
        const channel = Reflect.construct(target, args) as MessageChannel // as: the class that it constructs
        made.push(channel)
        return channel
      },
    })
  })
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  const outcome = await page.evaluate((origin) => {
    const frame = Reflect.get(window, 'frame') as Window // as: the sender of HELLO
    const hello = {
      type: 'HELLO',
      link: 'host',
      nonce: crypto.randomUUID(),
      versions: { min: 1, max: 1 },
      buildId: 'forged',
      features: [],
      storage: 'local',
    }
    window.dispatchEvent(new MessageEvent('message', { data: hello, origin, source: frame }))
    const made = Reflect.get(window, 'made') as MessageChannel[]
    for (const { port1 } of made)
      port1.dispatchEvent(
        new MessageEvent('message', { data: { epoch: 1, type: 'BYE', payload: { reason: 'FLOOD' } } }),
      )
    return {
      framed: typeof frame === 'object',
      listed: window.length,
      ports: made.length,
      ready: (Reflect.get(window, 'airlock') as Airlock).getState().ready,
    }
  }, world.origins.modal)
  expect(outcome).toEqual({ framed: true, listed: 0, ports: 3, ready: true })
  expect(await isReady(page)).toBe(true)
})

/**
 * In a page: sends ports every 3 ms to the frames of a page that it opens, or else to those beside it. On the window, `heard` has what comes
 * back, and `opened` the page.
 */
function sendPorts(url: string | undefined): void {
  const heard: unknown[] = []
  const opened = url === undefined ? null : window.open(url)
  Object.assign(window, { heard, opened })
  const around = url === undefined ? window.parent : opened
  setInterval(() => {
    for (let index = 0; index < (around?.length ?? 0); index++) {
      const other = around?.[index]
      if (other === window) continue
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => heard.push(data)
      const init = { type: 'INIT', link: 'host', nonce: crypto.randomUUID(), hostNonce: crypto.randomUUID() }
      other?.postMessage({ ...init, version: 1, epoch: 1, policy: { schemes: [] } }, '*', [
        port2,
        new MessageChannel().port1,
        new MessageChannel().port1,
      ])
    }
  }, 3)
}

test('a sibling that sends ports every 3 ms gets none accepted', { tag: ['@C18', '@T9'] }, async ({
  parts,
  strangers,
}) => {
  const { host, page } = parts
  await host.open({ csp: 'none' })
  const sibling = await addFrame(page, strangers.origin('sibling'))
  await sibling.evaluate(sendPorts, undefined)
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  expect(await isReady(page)).toBe(true)
  expect(await sibling.evaluate(() => Reflect.get(window, 'heard') as unknown[])).toEqual([])
  // The frame is not in the page's list of frames; only the sibling is.
  expect(await sibling.evaluate(() => window.parent.length)).toBe(1)
})

test('a frame of the page’s own origin, which reads its document, finds no way into the element of the SDK', {
  tag: ['@C18', '@T9'],
}, async ({ page, world, host }) => {
  await host.open({ csp: 'none' })
  const { modal } = await opened({ host, page, world })
  await modal.expectView('Connect Wallet')
  const sibling = await addFrame(page, `${world.origins.host}/attack-host.html?csp=none`)
  const found = await sibling.evaluate(() => {
    const all = [...window.parent.document.querySelectorAll('*')]
    const frames = all.filter((element) => element instanceof window.parent.window.HTMLIFrameElement)
    return {
      roots: all.filter((element) => element.shadowRoot !== null).length,
      frames: frames.map((frame) => new URL((frame as HTMLIFrameElement).src).pathname), // as: filtered above
    }
  })
  expect(found).toEqual({ roots: 0, frames: ['/attack-host.html'] })
})

test('the opener of the page has no way to the frame', { tag: ['@C19', '@T9'] }, async ({ page, world, strangers }) => {
  await page.goto(strangers.origin('opener'))
  const popup = page.waitForEvent('popup')
  await page.evaluate(sendPorts, `${world.origins.host}/?csp=none`)
  const victim = await popup
  await victim.waitForFunction(() => Reflect.has(window, 'airlockSdk'))
  const { modal } = await opened({ host: hostPage(victim, world), page: victim, world })
  await modal.expectView('Connect Wallet')
  expect(await isReady(victim)).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'heard') as unknown[])).toEqual([])
  // The opener sees an empty list of frames.
  expect(await page.evaluate(() => (Reflect.get(window, 'opened') as Window).length)).toBe(0)
})

const lookalikes = ['evil.modal', 'modal', 'modal.localhost.evil', 'xn--modl-hoa']

test('a frame that has gone to a lookalike of its origin is ignored there [page]', {
  tag: ['@C15', '@C23', '@T1'],
}, async ({ page, world, host, strangers }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heard', heard)
    window.addEventListener('message', ({ data }) => heard.push(data))
  })
  await host.open({ csp: 'none' })
  await host.create({ frameUrl: `${world.origins.modal}/fixtures/attack-frame.html` })
  let greeted = 0
  for (const name of lookalikes) {
    const loaded = frameAt(page, 'attack-frame.html')
    const opening = page.evaluate(() =>
      (Reflect.get(window, 'airlock') as Airlock).switchNetwork('eip155:31337').then(
        () => 'switched',
        (error: unknown) => String(Reflect.get(Object(error), 'code')),
      ),
    )
    const frame = await loaded
    await expect.poll(() => frame.title()).toBe('Live')
    await frame.evaluate(async () => void (await window.hostile.peer.asked('SWITCH_NETWORK')))
    await frame.goto(strangers.origin(name))
    for (const epoch of [1, 2])
      await frame.evaluate((number) => {
        const hello = {
          type: 'HELLO',
          link: 'host',
          nonce: crypto.randomUUID(),
          versions: { min: 1, max: 1 },
          buildId: `gone${number}`,
          features: [],
          storage: 'local',
        }
        window.parent.postMessage(hello, '*')
      }, epoch)
    expect(await frame.evaluate(() => Reflect.get(window, 'heard') as unknown[])).toEqual([])
    expect(await opening).toBe('PEER_GONE')
    await expect.poll(() => page.frames().length).toBe(1)
    greeted += 2
    const { strangers: counted } = await page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).diagnostics())
    expect(counted).toBe(greeted)
  }
})

const embedders = ['evil.host', 'host', 'host.localhost.evil', 'app']

test('pages whose origin only looks like a listed one receive nothing, with or without response headers', {
  tag: ['@C15', '@T1', '@T21'],
}, async ({ page, world, strangers }) => {
  for (const isBare of [false, true]) {
    if (isBare)
      await page.route(world.config.frameUrl, async (route) => {
        // Node cannot resolve these host names.
        const url = new URL(route.request().url())
        const { host } = url
        url.hostname = '127.0.0.1'
        const response = await route.fetch({ url: url.href, headers: { host } })
        const { 'content-security-policy': _policy, 'x-frame-options': _options, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
    for (const name of embedders) {
      await page.goto(strangers.origin(name))
      await page.evaluate(async (src) => {
        const heard: unknown[] = []
        Object.assign(window, { heard })
        window.addEventListener('message', ({ data }) => void heard.push(data))
        const frame = document.createElement('iframe')
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        frame.src = src
        document.body.append(frame)
        await loaded
      }, world.config.frameUrl)
      const child = page.frames()[1]
      // Without the headers the document loads but sends nothing; with them it does not load.
      expect(child?.url().startsWith(world.origins.modal)).toBe(isBare)
      // Messages of a document keep their order, so this one comes after everything that the document sends by itself.
      const last = 'the last word'
      if (isBare) {
        await child?.evaluate((word) => window.parent.postMessage(word, '*'), last)
        await page.waitForFunction((word) => (Reflect.get(window, 'heard') as unknown[]).includes(word), last)
      }
      const heard = await page.evaluate(() => Reflect.get(window, 'heard') as unknown[])
      expect(heard, `${name}, ${isBare ? 'without' : 'with'} headers`).toEqual(isBare ? [last] : [])
    }
  }
})

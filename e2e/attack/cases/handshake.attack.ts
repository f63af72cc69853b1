/** The handshake with a peer in the right window that sends wrong messages. */
import type { Airlock } from '@airlock/host-sdk'
import type { Frame, Page } from '@playwright/test'
import { walletAddress } from '../../pages/wallet-document.ts'
import type { World } from '../../world/world.ts'
import { addFrame } from '../add-frame.ts'
import { frameAt, hostileModal } from '../ends.ts'
import { attack, expect, test } from '../test.ts'

const children = ['modal', 'wallet'] as const

const addressOf = (world: World, child: (typeof children)[number]) =>
  child === 'modal' ? world.config.frameUrl : walletAddress(world)

/** The document that embeds the victim: a page for the modal; for the wallet, a document in the modal's place. */
async function embedderOf(page: Page, world: World, child: (typeof children)[number]): Promise<Frame> {
  if (child === 'wallet') return hostileModal(page, world)
  await page.goto(`${world.origins.host}/attack-host.html?csp=none`)
  return page.mainFrame()
}

/** Offers that must be refused, followed by a correct one, by whose answer the others have been processed. */
async function offers(
  page: Page,
  world: World,
  child: (typeof children)[number],
  bad: readonly { change?: object; ports?: number }[],
) {
  const embedder = await embedderOf(page, world, child)
  return embedder.evaluate(
    async ([src, wrong]) => {
      const { handshake } = window.hostile
      const earlier = await handshake.embed(src)
      const greeted = await handshake.embed(src)
      const replayed = { nonce: earlier.hello.nonce }
      const peers = [...wrong, { change: replayed }].map(({ change, ports }: { change?: object; ports?: number }) =>
        handshake.offer(greeted, handshake.init(greeted, change), ports),
      )
      const right = handshake.offer(greeted, handshake.init(greeted))
      await right.asked('READY')
      // After the session is open: the same messages again, and new ones.
      const late = [handshake.init(greeted), handshake.init(greeted, { epoch: 2 })].map((init) =>
        handshake.offer(greeted, init),
      )
      // Messages to a window and to a port have no common order, so a number of round trips stands for "processed".
      let isAlive = true
      for (let round = 0; round < 20; round++) isAlive &&= await right.isAlive()
      return { isAlive, heard: [...peers, ...late].map(({ heard }) => heard.length) }
    },
    [addressOf(world, child), bad] as const,
  )
}

/**
 * In a page: sends an INIT with live ports to the victim beside it, or to its own window as if the page around it had.
 * `heard` on the window has what comes back.
 */
function sendInit([init, ports, to]: readonly [object, number, (typeof children)[number] | 'itself']): number {
  const heard: unknown[] = []
  Reflect.set(window, 'heard', heard)
  const sent = Array.from({ length: ports }, () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => heard.push(data)
    return port2
  })
  if (to === 'itself') {
    const origin = location.ancestorOrigins[0] ?? ''
    window.dispatchEvent(new MessageEvent('message', { data: init, origin, source: window.parent, ports: sent }))
    return sent.length
  }
  const first = window.parent.frames[0]
  const target = to === 'wallet' ? first?.frames[0] : first
  if (!target) throw new Error('The victim is out of reach')
  target.postMessage(init, '*', sent)
  return sent.length
}

for (const child of children) {
  test(`only correct handshake messages open a session [${child}]`, {
    tag: ['@C20', '@C21', '@C22', '@C40', '@T26'],
  }, async ({ page, world }) => {
    const bad = [
      { ports: 0 },
      { ports: 1 },
      { ports: 4 },
      { change: { nonce: crypto.randomUUID() } },
      { change: { nonce: undefined } },
      { change: { nonce: '' } },
      { change: { hostNonce: 'x' } },
      { change: { link: child === 'modal' ? 'wallet' : 'host' } },
      { change: { version: 0 } },
      { change: { version: 2 } },
      { change: { version: -1 } },
      { change: { version: '1' } },
      { change: { version: 1e9 } },
      { change: { epoch: 0 } },
      { change: { epoch: 1.5 } },
      { change: { extra: true } },
      { change: { policy: { schemes: ['JavaScript'] } } },
    ]
    const { isAlive, heard } = await offers(page, world, child, bad)
    expect(heard).toEqual(Array.from({ length: bad.length + 3 }, () => 0))
    expect(isAlive).toBe(true)
  })

  test(`correct messages from a sibling frame, or from no frame, open nothing [${child}]`, {
    tag: ['@C12', '@C13', '@C14', '@C16', '@C18', '@T9'],
  }, async ({ page, world, strangers }) => {
    const embedder = await embedderOf(page, world, child)
    const address = addressOf(world, child)
    const victim = frameAt(page, address)
    const words = await embedder.evaluate(async (src) => {
      const { handshake } = window.hostile
      const greeted = await handshake.embed(src)
      Reflect.set(window, 'held', greeted)
      return handshake.init(greeted)
    }, address)
    const count = child === 'modal' ? 3 : 2
    const places: readonly (readonly [string, string | undefined])[] = [
      [`${world.origins.host}/attack-host.html?csp=none`, undefined],
      [strangers.origin('evil.host'), undefined],
      [strangers.origin('host'), undefined],
      [strangers.origin('nobody'), 'allow-scripts'],
    ]
    const beside: Frame[] = []
    for (const [src, sandbox] of places) {
      const frame = await addFrame(page, src, sandbox)
      beside.push(frame)
      await frame.evaluate(sendInit, [words, count, child] as const)
    }
    expect(await (await victim).evaluate(sendInit, [words, count, 'itself'] as const)).toBe(count)
    const isAlive = await embedder.evaluate(async (init) => {
      const { handshake } = window.hostile
      const greeted = Reflect.get(window, 'held') as Parameters<typeof handshake.offer>[0]
      const peer = handshake.offer(greeted, init)
      await peer.asked('READY')
      return peer.isAlive()
    }, words)
    expect(isAlive).toBe(true)
    for (const frame of [...beside, await victim])
      expect(await frame.evaluate(() => Reflect.get(window, 'heard') as unknown[])).toEqual([])
  })
}

attack(
  'C39',
  'a port that has been closed hears nothing more',
  async ({ hostile, end, expectClosed }) => {
    await hostile.evaluate(() => window.hostile.forge('closing', 'a type of no contract'))
    await end()
    await expectClosed('UNKNOWN_TYPE')
    const later = await hostile.evaluate(async () => {
      const { peer } = window.hostile
      const before = peer.heard.filter(({ port }) => port === 'app').length
      for (let index = 0; index < 500; index++) peer.post('app', peer.message('PING'))
      const scope = 'eip155:1'
      const fence = await peer.ask('provider', 'RPC_REQUEST', { scope, method: 'eth_sign', params: [] })
      return { fence: fence.type, more: peer.heard.filter(({ port }) => port === 'app').length - before }
    })
    expect(later).toEqual({ fence: 'RPC_REQUEST_ERROR', more: 0 })
  },
  ['modal'],
)

// The page as the victim -----------------------------------------------------------------------------------------------

/** The SDK with a frame that does nothing until told; `open` is pending. */
async function withMuteFrame(page: Page, world: World) {
  await page.clock.install()
  await page.goto(`${world.origins.host}/`)
  const loaded = frameAt(page, '?mute')
  const opening = page.evaluate((frameUrl) => {
    // as: set by our own test page.
    const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: object) => Airlock }
    const airlock = createAirlock({ ...(Reflect.get(window, 'demoConfig') as object), frameUrl })
    Reflect.set(window, 'airlock', airlock)
    return airlock.open().then(
      ({ reason }): string => reason,
      (error: unknown) => String(Reflect.get(Object(error), 'code')),
    )
  }, `${world.origins.modal}/fixtures/attack-frame.html?mute`)
  const frame = await loaded
  await frame.waitForLoadState()
  return { frame, opening }
}

for (const [ids, title, first] of [
  [['C22'], 'READY with another nonce starts nothing', 'wrong nonce'],
  [['C22'], 'READY of another epoch starts nothing', 'wrong epoch'],
  [['C39'], 'a request before READY starts nothing', 'request first'],
] as const)
  test(`${title} [page]`, { tag: ids.map((id) => `@${id}`) }, async ({ page, world }) => {
    const { frame, opening } = await withMuteFrame(page, world)
    await frame.evaluate(async (how) => {
      const { handshake } = window.hostile
      await new Promise<void>((resolve) => {
        handshake.onInit((init, ports) => {
          const peer = handshake.peerOf('host', init, ports, { CONFIGURE: {}, OPEN: { view: 'Connect' } })
          window.hostile.peer = peer
          if (how === 'wrong nonce') handshake.ready(peer, { ...init, hostNonce: crypto.randomUUID() })
          else if (how === 'wrong epoch') handshake.ready(peer, init, { epoch: init.epoch + 1 })
          else peer.post('app', peer.message('PING'))
          handshake.ready(peer, init)
          resolve()
        })
        handshake.greet(handshake.hello('host'))
      })
    }, first)
    // Gives both ends time: if a session had begun, the page would configure it at once.
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await frame.evaluate(() => window.hostile.peer.heard)).toEqual([])
      await page.evaluate(() => document.readyState)
    }
    await page.clock.runFor(10_000)
    expect(await opening).toBe('FRAME_REFUSED')
  })

test('HELLOs with impossible versions are not answered, and one with another range is reported [page]', {
  tag: '@C40',
}, async ({ page, world }) => {
  const { frame, opening } = await withMuteFrame(page, world)
  const inits = await frame.evaluate(async () => {
    const { handshake } = window.hostile
    let count = 0
    handshake.onInit(() => {
      count++
    })
    for (const versions of [
      { min: '1', max: '1' },
      { min: -1, max: 1 },
      { min: 0, max: 1 },
      { min: 1, max: 1e12 },
      { min: 1 },
      null,
      [1, 1],
    ])
      handshake.greet(handshake.hello('host', { versions }))
    handshake.greet(handshake.hello('wallet'))
    handshake.greet(handshake.hello('host', { nonce: 'x' }))
    handshake.greet(handshake.hello('host', { extra: 1 }))
    // An honest one: when it is answered, the others have been processed.
    const answered = new Promise<void>((resolve) => handshake.onInit(() => resolve()))
    handshake.greet(handshake.hello('host'))
    await answered
    return count
  })
  expect(inits).toBe(1)
  await frame.evaluate(() => {
    const { handshake } = window.hostile
    handshake.greet(handshake.hello('host', { versions: { min: 2, max: 9 } }))
  })
  expect(await opening).toBe('VERSION_UNSUPPORTED')
})

test('a reversed range contains no version [page]', { tag: ['@C40', '@T26'] }, async ({ page, world }) => {
  const { frame, opening } = await withMuteFrame(page, world)
  await frame.evaluate(() => {
    const { handshake } = window.hostile
    handshake.greet(handshake.hello('host', { versions: { min: 5, max: 1 } }))
  })
  expect(await opening).toBe('VERSION_UNSUPPORTED')
})

attack(
  'C06',
  'a message recorded in one session is refused in the next',
  async ({ hostile, refusals, page }) => {
    const recorded = await hostile.evaluate(() => {
      const { peer } = window.hostile
      const message = peer.message('PING')
      return { message, epoch: peer.epoch }
    })
    await hostile.evaluate(() => location.reload())
    await expect.poll(async () => Number((await refusals())?.STALE_EPOCH ?? 0)).toBe(0)
    await expect
      .poll(() => hostile.evaluate(() => (document.title === 'Live' ? window.hostile.peer.epoch : 0)).catch(() => 0))
      .toBe(recorded.epoch + 1)
    const answers = await hostile.evaluate(async (message) => {
      const { peer } = window.hostile
      peer.post('app', message)
      await peer.isAlive()
      return peer.heard.filter((entry) => entry.message.id === message.id).length
    }, recorded.message)
    expect(answers).toBe(0)
    expect(await refusals()).toMatchObject({ STALE_EPOCH: 1 })
    expect(page.frames()).toHaveLength(2)
  },
  ['page'],
)

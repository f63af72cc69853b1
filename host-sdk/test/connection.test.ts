/** The connection's guarantees, with a handshake driven by the test. */
import { createAudit } from '@airlock/protocol/channel/audit.ts'
import { app, injected, provider } from '@airlock/protocol/contracts/host-link/received-by-host.ts'
import type { HostPort } from '@airlock/protocol/contracts/host-link/types.ts'
import type { ParentLinkOptions } from '@airlock/protocol/parent-link.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryPort } from '../../protocol/test/support/memory-port.ts'

let link: ParentLinkOptions<HostPort>
vi.mock('@airlock/protocol/parent-link.ts', () => ({
  openParentLink(options: ParentLinkOptions<HostPort>) {
    link = options
    return { lost: () => link.onDrop(1), destroy() {} }
  },
}))
const { createConnection } = await import('../src/link/connection.ts')
const { superviseFrame } = await import('@airlock/protocol/frames/supervisor.ts')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { adoptedStyleSheets: [] }))
  vi.stubGlobal('HTMLElement', { prototype: { inert: false } })
  vi.stubGlobal('CSS', { supports: () => true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(load: () => void = () => {}) {
  const onFail = vi.fn()
  const connection = createConnection({
    origin: 'https://modal.example',
    policy: { schemes: [] },
    behaviour: {
      app: { receives: app, tells: [], handlers: {}, listeners: {} },
      injected: { receives: injected, tells: [], handlers: {}, listeners: {} },
      provider: { receives: provider, tells: [], handlers: {}, listeners: {} },
    } as never, // this frame sends nothing
    frame: { window: () => null, load, unload() {} },
    configure: () => Promise.resolve(),
    onLive() {},
    onDown() {},
    onFail,
    audit: createAudit(),
    isAwaited: () => false,
  })
  const ready = (epoch: number) =>
    link.onSession(
      { epoch, version: 1, transports: { app: memoryPort(), injected: memoryPort(), provider: memoryPort() } },
      {} as never, // not read
    )
  return { connection, onFail, ready }
}

test('a frame that greets again and is never ready ends the waiting calls', async () => {
  const { connection, onFail, ready } = start()
  const first = connection.session()
  ready(1)
  await first
  link.onDrop(1) // a second HELLO
  const second = connection.session()
  const outcome = expect(second).rejects.toMatchObject({ code: 'FRAME_TIMEOUT' })
  await vi.advanceTimersByTimeAsync(10_000)
  await outcome
  expect(onFail).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a frame that is ready again has no deadline any more', async () => {
  const { connection, onFail, ready } = start()
  void connection.session()
  ready(1)
  await vi.advanceTimersByTimeAsync(0)
  link.onDrop(1)
  ready(2)
  const again = await connection.session()
  expect(again).toBe(connection.live)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onFail).not.toHaveBeenCalled()
  connection.destroy()
  expect(vi.getTimerCount()).toBe(0)
})

test('a connection that is given up leaves no timer', async () => {
  const { connection, ready } = start()
  void connection.session()
  ready(1)
  await vi.advanceTimersByTimeAsync(0)
  connection.lost(false)
  expect(vi.getTimerCount()).toBe(0)
})

test('a frame that the policy of the page has blocked before the code came is reported once, and as blocked', async () => {
  class Violation extends Event {
    readonly disposition = 'enforce'
    readonly effectiveDirective = 'frame-src'
    readonly blockedURI = 'https://modal.example'
  }
  vi.stubGlobal('SecurityPolicyViolationEvent', Violation)
  // As the frame element buffers them: the browser loads its error page in the place of the frame.
  const { connection, onFail } = start(() => {
    connection.onViolation(new Violation('securitypolicyviolation'))
    connection.onLoad()
  })
  const error: unknown = await connection.session().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'BLOCKED_BY_HOST_POLICY' })
  expect(String(error)).toContain('add its origin to frame-src')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onFail).toHaveBeenCalledTimes(1)
})

test.each([
  ['FRAME_TIMEOUT', 'check its address', 10_000, () => {}],
  ['FRAME_REFUSED', 'not listed in the project record', 2500, ({ connection }) => connection.onLoad()],
  ['VERSION_UNSUPPORTED', 'no protocol version in common', 0, () => link.onVersionRefused({ min: 9, max: 9 })],
] as const satisfies readonly (readonly [string, string, number, (started: ReturnType<typeof start>) => void])[])(
  '%s tells who embeds the frame: %s',
  async (code, message, ms, cause) => {
    const started = start()
    const outcome = started.connection.session().catch((reason: unknown) => reason)
    cause(started)
    await vi.advanceTimersByTimeAsync(ms)
    const error: unknown = await outcome
    expect(error).toMatchObject({ code })
    expect(String(error)).toContain(message)
  },
)

test.each([
  ['constructable sheets', 'document', new EventTarget()],
  ['inert', 'HTMLElement', { prototype: {} }],
  ['container queries', 'CSS', { supports: () => false }],
])('a browser without %s is told that it is too old, and gets no second reason', async (_, name, value) => {
  vi.stubGlobal(name, value)
  const { connection, onFail } = start()
  await expect(connection.session()).rejects.toMatchObject({ code: 'BROWSER_TOO_OLD' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onFail).toHaveBeenCalledTimes(1)
})

test('a frame that keeps dying is loaded again as often as its link says, and as often again after a new intent', async () => {
  const load = vi.fn()
  const nothing = { handlers: {}, listeners: {}, tells: [] }
  const supervisor = superviseFrame({
    link: 'wallet',
    ports: ['app'],
    origin: 'https://wallet.example',
    policy: { schemes: [] },
    personTypes: new Set(),
    largeTypes: new Set(),
    behaviour: { app: { ...nothing, receives: app } },
    frame: { window: () => null, load, unload() {} },
    configure: () => Promise.resolve(),
    onLive() {},
    onDown() {},
    onFail() {},
    messages: {},
    watch: () => () => {},
    isAwaited: (isLost) => isLost,
    retries: [0, 0, 0],
  })
  const dies = async () => {
    supervisor.lost()
    await vi.advanceTimersByTimeAsync(0)
  }
  const outcome = supervisor.session().catch((reason: unknown) => reason)
  for (const loads of [2, 3, 4]) {
    await dies()
    expect(load).toHaveBeenCalledTimes(loads)
  }
  await dies()
  expect(await outcome).toMatchObject({ code: 'PEER_GONE' })
  expect(load).toHaveBeenCalledTimes(4)
  supervisor.intent()
  const again = supervisor.session()
  await dies()
  expect(load).toHaveBeenCalledTimes(6)
  link.onSession({ epoch: 1, version: 1, transports: { app: memoryPort() } as never }, {} as never) // as: this link has one port
  expect(await again).toBe(supervisor.live)
  supervisor.destroy()
  expect(vi.getTimerCount()).toBe(0)
})

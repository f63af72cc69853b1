/** Answers to our own calls, and too many calls by a hostile peer: each call settles once, with a typed reason. */
import type { Airlock } from '@airlock/host-sdk'
import { limits } from '@airlock/protocol/limits.ts'
import { freezeClock } from '../../setup/freeze-clock.ts'
import { type End, enterOn, type Session } from '../ends.ts'
import { attack, expect, test } from '../test.ts'

/** Deadline of every call that needs no user interaction. */
const { deadlineMs } = limits

/** For each end, a call that it makes and an honest answer to it. */
const calls = {
  page: ['SWITCH_NETWORK', { chainId: 'eip155:31337' }],
  'modal of the wallet': ['GET_CHAIN_ID', { chainId: 'eip155:1' }],
  wallet: ['UI_RESIZE', { height: 100 }],
} as const satisfies Partial<Record<End, readonly [string, object]>>
type Caller = keyof typeof calls
const callers = Object.keys(calls) as readonly Caller[] // as: its own keys

/** Starts the call of this end. Its result is kept in the victim's window. */
async function call({ victim, hostile }: Session, end: End): Promise<void> {
  const [type] = calls[end as Caller] // as: called only for these ends
  await victim.evaluate((which) => {
    const made: Promise<unknown> =
      which === 'page'
        ? (Reflect.get(window, 'airlock') as Airlock).switchNetwork('eip155:31337')
        : which === 'modal of the wallet'
          ? window.nested.call('app', 'GET_CHAIN_ID', {})
          : window.walletEnd.app.request('UI_RESIZE', { height: 100 })
    const told: unknown[] = []
    Reflect.set(window, 'told', told)
    made.then(
      () => told.push('answered'),
      (error: unknown) => {
        const thrown = Object(error) as Record<string, unknown> // as: checked field by field
        const { code, rpcCode, message, data } = thrown
        told.push({ code, rpcCode, message, data, own: Object.keys(thrown).sort() })
      },
    )
  }, end)
  await hostile.evaluate(async (name) => void (await window.hostile.peer.asked(name)), type)
}

/** Answers the call of this end. */
const answer = ({ hostile }: Session, end: End, suffix: string, payload: unknown, as?: string) =>
  hostile.evaluate(
    async ([type, ending, content, under]) => {
      const { peer } = window.hostile
      const request = await peer.asked(type)
      peer.answer(request, ending, content, under === undefined ? {} : { type: under })
      return peer.isAlive()
    },
    [calls[end as Caller][0], suffix, payload, as] as const,
  )

const told = ({ victim }: Session) => victim.evaluate(() => Reflect.get(window, 'told') as unknown[])

const ok = (end: End) => calls[end as Caller][1]
const failure = { code: -32000, message: 'no' }

attack(
  'C08',
  'the first of two answers counts, the second is only counted',
  async (session, end) => {
    await call(session, end)
    await answer(session, end, '_SUCCESS', ok(end))
    for (let again = 0; again < 12; again++) expect(await answer(session, end, '_ERROR', failure)).toBe(true)
    expect(await told(session)).toEqual(['answered'])
    expect((await session.refusals()) ?? { UNKNOWN_ID: 12 }).toEqual({ UNKNOWN_ID: 12 })
  },
  callers,
)

attack(
  'C10',
  'an answer of another type ends the call',
  async (session, end) => {
    await call(session, end)
    expect(await answer(session, end, '', {}, 'PING_SUCCESS')).toBe(true)
    expect(await told(session)).toMatchObject([{ code: 'TYPE_MISMATCH' }])
    await answer(session, end, '_SUCCESS', ok(end))
    expect(await told(session)).toHaveLength(1)
  },
  callers,
)

const errors: readonly (readonly [string, unknown, object])[] = [
  ['extra fields', { ...failure, stack: 'at evil' }, { code: 'BAD_SHAPE' }],
  ['a number in text', { ...failure, code: '-32000' }, { code: 'BAD_SHAPE' }],
  ['half a number', { ...failure, code: 0.5 }, { code: 'BAD_SHAPE' }],
  ['no message', { code: 1 }, { code: 'BAD_SHAPE' }],
  ['a message beyond the cap', { ...failure, message: 'x'.repeat(513) }, { code: 'BAD_SHAPE' }],
  ['a reason of ours it may not name', { ...failure, reason: 'constructor' }, { code: 'BAD_SHAPE' }],
]
const said = {
  code: 4001,
  message: 'get [object Object] x() { return 1 }',
  reason: 'USER_REJECTED',
  data: { deep: [1] },
}

attack(
  'C11',
  'an error is rebuilt from a number and a capped text, or refused',
  async (session, end) => {
    for (const [name, payload, expected] of errors) {
      await session.hostile.evaluate(() => void window.hostile.peer.heard.splice(0))
      await call(session, end)
      await answer(session, end, '_ERROR', payload)
      expect(await told(session), name).toMatchObject([expected])
    }
    await session.hostile.evaluate(() => void window.hostile.peer.heard.splice(0))
    await call(session, end)
    await answer(session, end, '_ERROR', said)
    expect(await told(session)).toEqual([
      {
        code: 'USER_REJECTED',
        rpcCode: 4001,
        message: said.message,
        data: said.data,
        own: ['code', 'data', 'name', 'recoverable', 'rpcCode'],
      },
    ])
  },
  callers,
)

attack(
  'C07',
  'an answer whose payload is not the contract’s ends the call',
  async (session, end) => {
    await call(session, end)
    expect(await answer(session, end, '_SUCCESS', { ...ok(end), extra: 1 })).toBe(true)
    expect(await told(session)).toMatchObject([{ code: 'BAD_SHAPE' }])
  },
  callers,
)

for (const end of callers) {
  test(`an answer 1 ms after the deadline is too late [${end}]`, { tag: '@C09' }, async ({ page, world }) => {
    await page.clock.install()
    const session = await enterOn(page, world, end)
    // From here on the clock moves only when the test moves it.
    await freezeClock(page)
    await call(session, end)
    // In steps: otherwise the page would give up a frame that does not answer in between.
    for (let left = deadlineMs - 1; left > 0; left -= 4000) {
      await page.clock.runFor(Math.min(4000, left))
      expect(await session.hostile.evaluate(() => window.hostile.peer.isAlive())).toBe(true)
    }
    expect(await told(session)).toEqual([])
    await page.clock.runFor(2)
    expect(await told(session)).toMatchObject([{ code: 'TIMEOUT' }])
    await answer(session, end, '_SUCCESS', ok(end))
    expect(await told(session)).toHaveLength(1)
    expect((await session.refusals()) ?? { UNKNOWN_ID: 1 }).toEqual({ UNKNOWN_ID: 1 })
    const cancelled = session.hostile.evaluate(() => window.hostile.peer.count('CANCEL'))
    expect(await cancelled).toBe(1)
    expect(session.uncaught).toEqual([])
  })

  test(`a clock that jumps while a call waits leaves time for the answer [${end}]`, { tag: '@C52' }, async ({
    page,
    world,
  }) => {
    await page.clock.install()
    const session = await enterOn(page, world, end)
    await call(session, end)
    await page.clock.fastForward(120_000)
    expect(await told(session)).toEqual([])
    await answer(session, end, '_SUCCESS', ok(end))
    expect(await told(session)).toEqual(['answered'])
  })

  test(`a clock that jumps does not let a call wait forever [${end}]`, { tag: '@C52' }, async ({ page, world }) => {
    await page.clock.install()
    const session = await enterOn(page, world, end)
    await call(session, end)
    await page.clock.fastForward(120_000)
    await page.clock.runFor(1001)
    expect(await told(session)).toMatchObject([{ code: 'TIMEOUT' }])
  })
}

attack(
  'C42',
  'the 65th request at a time is turned away, the others are not',
  async ({ hostile, victim }, end) => {
    const scope = 'eip155:1'
    const outcome = await hostile.evaluate(async (chain) => {
      const { peer } = window.hostile
      const requests = Array.from({ length: 65 }, () =>
        peer.message('RPC_REQUEST', { scope: chain, method: 'eth_chainId' }),
      )
      for (const request of requests) peer.post('provider', request)
      const first = await peer.until(() => peer.heard.find(({ message }) => message.type === 'RPC_REQUEST_ERROR'))
      return { isLast: first.message.id === requests[64]?.id, payload: first.message.payload }
    }, scope)
    expect(outcome).toMatchObject({ isLast: true, payload: { reason: 'BUSY' } })
    if (end === 'wallet') await victim.evaluate(() => window.walletEnd.settle())
    const answered = await hostile.evaluate(async () => {
      const { peer } = window.hostile
      await peer.until(() => (peer.count('RPC_REQUEST_SUCCESS') === 64 ? true : undefined))
      return peer.count('RPC_REQUEST_ERROR')
    })
    expect(answered).toBe(1)
    if (end === 'wallet') expect(await victim.evaluate(() => window.walletEnd.handled)).toEqual({ RPC_REQUEST: 64 })
  },
  // The real wallet loads the code for these requests with the first one; until then they wait.
  ['wallet', 'wallet frame'],
)

attack(
  ['C05', 'C41'],
  'a request that waits for a person runs once, and a cancel ends it once',
  async ({ hostile, victim }) => {
    const said = await hostile.evaluate(async () => {
      const { peer } = window.hostile
      const request = peer.message('RPC_REQUEST', { scope: 'eip155:1', method: 'eth_chainId' })
      peer.post('provider', request)
      peer.post('provider', request)
      await peer.asked('PROGRESS')
      peer.post('provider', { ...request, type: 'CANCEL', payload: {} })
      peer.post('provider', { ...request, type: 'CANCEL', payload: {} })
      peer.post('provider', request)
      // Fence: its schema refuses this request, so it is answered at once, after everything before it.
      await peer.ask('provider', 'RPC_REQUEST', { scope: 'eip155:1' })
      return peer.heard.filter(({ message }) => message.id === request.id).map(({ message }) => message.type)
    })
    expect(said).toEqual(['PROGRESS'])
    await victim.evaluate(() => window.walletEnd.settle())
    expect(await hostile.evaluate(() => window.hostile.peer.isAlive())).toBe(true)
    expect(await hostile.evaluate(() => window.hostile.peer.count('RPC_REQUEST_SUCCESS'))).toBe(0)
    expect(await victim.evaluate(() => window.walletEnd.handled)).toMatchObject({ RPC_REQUEST: 1 })
    expect(await victim.evaluate(() => window.walletEnd.provider.pending)).toMatchObject({ handlers: 0, queued: 0 })
  },
  ['wallet'],
)

attack(
  ['C05', 'C41'],
  'a request of the wallet as it is that waits for a person is cancelled once, and never answered',
  async ({ hostile }) => {
    const said = await hostile.evaluate(async () => {
      const { peer } = window.hostile
      const request = peer.message('GET_USER')
      for (const message of [request, request, { ...request, type: 'CANCEL', payload: {} }, request])
        peer.post('app', message)
      // Fence: answered with an error because no user is signed in, after everything before it.
      await peer.ask('app', 'GET_USER')
      return peer.heard.filter(({ message }) => message.id === request.id).map(({ message }) => message.type)
    })
    expect(said).toEqual(['PROGRESS'])
  },
  ['wallet frame'],
)

/** Values that a dependency in our own bundle might pass to `request`. */
attack(
  ['C33', 'T23'],
  'a payload that may not leave is not sent, and the call is free again',
  async ({ hostile, victim }) => {
    const outcomes = await victim.evaluate(async () => {
      const { app } = window.modalEnd
      const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt'])
      const throwing = new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('trap')
          },
        },
      )
      const emails: Record<string, unknown> = {
        function: () => 'a@b.example',
        symbol: Symbol('a@b.example'),
        key,
        proxy: throwing,
        date: new Date(),
        map: new Map(),
        bytes: new Uint8Array(4),
        nested: { key },
        getter: Object.defineProperty({}, 'key', {
          enumerable: true,
          get() {
            throw new Error('getter')
          },
        }),
        'not an address': 'no address',
      }
      const said: Record<string, unknown> = {}
      for (const [name, email] of Object.entries(emails))
        said[name] = await app.request('CONNECT_EMAIL', { email: email as string }).then(
          () => 'sent',
          (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
        )
      const extra = { email: 'a@b.example', token: 'secret' }
      said['an extra field'] = await app.request('CONNECT_EMAIL', extra).then(
        () => 'sent',
        (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
      )
      // The contract allows any JSON here, so only the pre-walk protects.
      const { provider } = window.modalEnd
      const cycle: unknown[] = []
      cycle.push(cycle)
      const loose: Record<string, unknown> = { date: new Date(), map: new Map(), bytes: new Uint8Array(4), key, cycle }
      const saidLoosely: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(loose)) {
        const call = { scope: 'eip155:1', method: 'eth_call', params: [value] }
        saidLoosely[name] = await Promise.resolve(
          Reflect.apply(provider.request, provider, ['RPC_REQUEST', call]),
        ).then(
          () => 'sent',
          (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
        )
      }
      const { events } = window.modalEnd.trail()
      return { said, saidLoosely, pending: app.pending, events: events.filter(({ direction }) => direction === 'out') }
    })
    for (const [name, code] of Object.entries(outcomes.said)) expect.soft(code, name).toBe('SEND_FAILED')
    for (const [name, code] of Object.entries(outcomes.saidLoosely)) expect.soft(code, name).toBe('SEND_FAILED')
    expect(outcomes.pending).toMatchObject({ calls: 0, queued: 0 })
    // Each attempt is in the audit trail, without its content.
    const tried = outcomes.events.filter(({ verdict, type }) => verdict === 'SEND_FAILED' && type !== 'RPC_REQUEST')
    expect(tried.map(({ type }) => type)).toEqual(Object.keys(outcomes.said).map(() => 'CONNECT_EMAIL'))
    expect(JSON.stringify(tried)).not.toMatch(/secret|example/)
    expect(await hostile.evaluate(() => window.hostile.peer.isAlive())).toBe(true)
    expect(await hostile.evaluate(() => window.hostile.peer.count('CONNECT_EMAIL'))).toBe(0)
    expect(await hostile.evaluate(() => window.hostile.peer.count('RPC_REQUEST'))).toBe(0)
  },
  ['link'],
)

attack(
  ['C33'],
  'a getter is read by the sender, once, and what changes afterwards does not leave',
  async ({ hostile, victim }) => {
    const reads = await victim.evaluate(() => {
      let count = 0
      const payload = {
        get email() {
          count++
          return count === 1 ? 'first@b.example' : 'second@b.example'
        },
      }
      void window.modalEnd.app.request('CONNECT_EMAIL', payload).catch(() => undefined)
      return count
    })
    expect(reads).toBe(1)
    expect(await hostile.evaluate(async () => (await window.hostile.peer.asked('CONNECT_EMAIL')).payload)).toEqual({
      email: 'first@b.example',
    })
  },
  ['link'],
)

attack(
  ['T23'],
  'a wallet cannot let a key or a token out of its frame',
  async ({ hostile, victim }) => {
    const codes = await victim.evaluate(async () => {
      const { provider, app } = window.walletEnd
      const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt'])
      const attempt = async (send: () => unknown) => {
        try {
          await send()
          return 'sent'
        } catch (error) {
          return Reflect.get(Object(error), 'code') as unknown
        }
      }
      // As a variable: the compiler checks excess fields only in literals.
      const event = { scope: 'eip155:1', event: 'accountsChanged' } as const
      const withToken = { ...event, token: 'secret' }
      const withKey = { ...event, key }
      const resizeWithToken = { height: 1, token: 'secret' }
      return [
        await attempt(() => provider.notify('PROVIDER_EVENT', withToken)),
        await attempt(() => provider.notify('PROVIDER_EVENT', withKey)),
        await attempt(() => app.request('UI_RESIZE', resizeWithToken)),
        await attempt(() => Reflect.apply(app.request, app, ['UI_RESIZE', { height: key }])),
      ]
    })
    expect(codes).toEqual(['SEND_FAILED', 'SEND_FAILED', 'SEND_FAILED', 'SEND_FAILED'])
    expect(await hostile.evaluate(() => window.hostile.peer.isAlive())).toBe(true)
    expect(await hostile.evaluate(() => window.hostile.peer.heard.map(({ message }) => message.type))).toEqual([
      'READY',
      'PING_SUCCESS',
    ])
  },
  ['wallet'],
)

attack(
  'C34',
  'a negative zero arrives as zero',
  async ({ hostile, victim }) => {
    const seen = await victim.evaluate(() => {
      const at: unknown[] = []
      Reflect.set(window, 'at', at)
      ;(Reflect.get(window, 'airlock') as Airlock).on('event', (event) => at.push(Object.is(event.at, 0)))
      return at.length
    })
    expect(seen).toBe(0)
    await hostile.evaluate(async () => {
      const { peer } = window.hostile
      const { id: _id, ...event } = peer.message('EVENT', { name: 'NOTHING', at: -0, props: {} })
      peer.post('app', event)
      await peer.isAlive()
    })
    expect(await victim.evaluate(() => Reflect.get(window, 'at') as unknown[])).toEqual([true])
  },
  ['page'],
)

/** A peer that has completed the handshake and sends invalid messages: shapes, sizes, ids, kinds of values. */
import { type End, enterOn, shippedEnds } from '../ends.ts'
import { secret } from '../hostile/peer.ts'
import { attack, expect, test } from '../test.ts'

/** Messages that are refused without an answer: the title of each case, and the reason under which they are counted. */
const silent = {
  C01: ['what is no message at all is ignored', 'BAD_SHAPE'],
  C02: ['keys that name prototypes are refused', 'BAD_SHAPE'],
  C03: ['an unknown field in the envelope is refused', 'BAD_SHAPE'],
  C04: ['an id that is none is refused and not repeated', 'BAD_SHAPE'],
  C06: ['a message of another epoch is refused', undefined],
  C07: ['answers that belong to no request are counted, and too many end the port', 'UNKNOWN_ID'],
  C29: ['what is nested too deeply is refused', 'TOO_DEEP'],
  C30: ['cycles are refused', 'BAD_SHAPE'],
  C31: ['what is no JSON is refused, and ports that come along are closed', 'BAD_SHAPE'],
  C34: ['what only looks like JSON is refused', 'BAD_SHAPE'],
} as const

for (const [id, [title, reason]] of Object.entries(silent))
  attack(id, title, async ({ hostile, victim, refusals, end, expectClosed }) => {
    const { alive, said } = await hostile.evaluate((set) => window.hostile.strike(set), `silent ${id}`)
    expect(alive).toEqual(Array.from({ length: 8 }, () => true))
    expect(said).toEqual([])
    await end()
    await expectClosed('PROTOCOL_VIOLATION')
    const counted = await refusals()
    if (counted && reason) expect(counted).toMatchObject({ [reason]: 8, PROTOCOL_VIOLATION: 1 })
    expect(await victim.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined()
  })

attack('C03', 'an unknown field in a payload is refused with its place, never its value', async (session) => {
  const { hostile, end, expectClosed } = session
  const { alive, said } = await hostile.evaluate(() => window.hostile.strike('answered C03'))
  expect(alive).not.toContain(false)
  expect(said).toHaveLength(8)
  for (const answer of said)
    expect(answer).toMatchObject({
      type: 'PING_ERROR',
      payload: { reason: 'BAD_SHAPE', message: expect.stringMatching(/^PING: /) },
    })
  expect(JSON.stringify(said)).not.toContain(secret)
  await end()
  await expectClosed('PROTOCOL_VIOLATION')
})

for (const [id, name, reason] of [
  ['C28', '64 MB of text', 'TOO_LARGE'],
  ['C28', 'an array of 400 000 objects', 'TOO_LARGE'],
  ['C28', 'more keys than fit', 'TOO_LARGE'],
  ['T7', 'a type of no contract', 'UNKNOWN_TYPE'],
  ['T7', 'a type named like a prototype’s', 'UNKNOWN_TYPE'],
] as const)
  attack(id, `${name} ends the port at once`, async ({ hostile, end, expectClosed }) => {
    await hostile.evaluate(([set, wanted]) => window.hostile.forge(set, wanted), ['closing', name] as const)
    await end()
    await expectClosed(reason)
  })

attack('C05', 'an id that was used is refused, in flight and afterwards', async ({ hostile, refusals }) => {
  const answers = await hostile.evaluate(async () => {
    const { peer } = window.hostile
    const ping = peer.message('PING')
    peer.post('app', ping)
    peer.post('app', ping)
    await peer.isAlive()
    peer.post('app', ping)
    await peer.isAlive()
    return peer.heard.filter(({ message }) => message.id === ping.id).map(({ message }) => message.type)
  })
  expect(answers).toEqual(['PING_SUCCESS'])
  expect((await refusals()) ?? { DUPLICATE_ID: 2 }).toMatchObject({ DUPLICATE_ID: 2 })
})

// The bench measures how long this blocks the document.
for (const end of shippedEnds)
  test(`50 000 small messages close the port, and nearly all of them are never deserialised [${end}]`, {
    tag: '@C27',
  }, async ({ page, world }) => {
    await page.addInitScript(() => {
      const get = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get
      let count = 0
      Object.defineProperty(MessageEvent.prototype, 'data', {
        configurable: true,
        get(this: MessageEvent) {
          Reflect.set(window, 'unpacked', ++count)
          return get && (Reflect.apply(get, this, []) as unknown)
        },
      })
    })
    const { hostile, victim, uncaught, end: finish, expectClosed } = await enterOn(page, world, end)
    await hostile.evaluate(() => window.hostile.flood(50_000))
    await finish()
    await expectClosed('FLOOD')
    const unpacked = await victim.evaluate(() => Number(Reflect.get(window, 'unpacked')))
    expect(unpacked).toBeGreaterThan(100)
    // Answering each of them would also close the port, but only after more than a thousand.
    expect(unpacked).toBeLessThan(1000)
    expect(uncaught).toEqual([])
  })

attack('C32', 'the third message that cannot be read ends the port', async ({ hostile, end, expectClosed }) => {
  await hostile.evaluate(async () => {
    const { peer } = window.hostile
    // A file handle cannot be sent to another origin: it arrives as a `messageerror`.
    const folder = await navigator.storage.getDirectory()
    for (let index = 0; index < 2; index++) peer.post('app', { ...peer.message('PING'), payload: { folder } })
    if (!(await peer.isAlive())) throw new Error('closed too early')
    window.hostile.afterwards(() => peer.post('app', { ...peer.message('PING'), payload: { folder } }))
  })
  await end()
  await expectClosed('UNREADABLE')
})

const foreign: Readonly<Partial<Record<End, readonly string[]>>> = {
  page: ['OPEN', 'WALLETS', 'CONFIGURE'],
  modal: ['LINK_OPEN', 'STATE', 'SAVE_HINTS'],
  'modal of the wallet': ['CONNECT_EMAIL', 'SIGN_OUT'],
  'wallet frame': ['UI_RESIZE', 'UI_CLOSE'],
}

attack(
  'C38',
  'a message that only the other end may send is refused',
  async ({ hostile, refusals, end, expectClosed }, which) => {
    const types = (foreign[which] ?? []).filter((type) => type !== 'WALLETS')
    const alive = await hostile.evaluate(async (names) => {
      const { peer } = window.hostile
      const after: boolean[] = []
      for (let index = 0; index < 8; index++) {
        peer.post('app', peer.message(names[index % names.length] ?? ''))
        after.push(await peer.isAlive())
      }
      window.hostile.afterwards(() => peer.post('app', peer.message(names[0] ?? '')))
      return after
    }, types)
    expect(alive).toEqual(Array.from({ length: 8 }, () => true))
    await end()
    await expectClosed('PROTOCOL_VIOLATION')
    const counted = await refusals()
    if (counted) expect(counted).toMatchObject({ WRONG_DIRECTION: 8, PROTOCOL_VIOLATION: 1 })
  },
)

attack(
  'C41',
  'cancelling an unknown request, one twice, or one just answered changes nothing',
  async ({ hostile, refusals }) => {
    const seen = await hostile.evaluate(async () => {
      const { peer } = window.hostile
      for (let index = 0; index < 20; index++) peer.post('app', peer.message('CANCEL'))
      const ping = peer.message('PING')
      peer.post('app', ping)
      peer.post('app', { ...ping, type: 'CANCEL' })
      peer.post('app', { ...ping, type: 'CANCEL' })
      const isAlive = await peer.isAlive()
      return { isAlive, answers: peer.heard.filter(({ message }) => message.id === ping.id).length }
    })
    expect(seen.isAlive).toBe(true)
    expect(seen.answers).toBeLessThanOrEqual(1)
    expect((await refusals()) ?? {}).toEqual({})
  },
)

/** A hostile page around the honest modal: what it can configure, show, ask for and learn. */
import type { Frame } from '@playwright/test'
import { getAddress } from 'viem'
import { connected } from '../../pages/connected.ts'
import { modalIn } from '../../pages/modal.ts'
import type { World } from '../../world/world.ts'
import type { Session } from '../ends.ts'
import { type Configuration, configuration } from '../hostile/configuration.ts'
import { secret } from '../hostile/peer.ts'
import { expect, test } from '../test.ts'

const address = getAddress('0x00000000000000000000000000000000000000aa')

/** Sends one request to the modal and returns its answer. */
const say = (hostile: Frame, port: string, type: string, payload: unknown) =>
  hostile.evaluate(
    async ([on, name, content]) => {
      const { type: answer, payload: said } = await window.hostile.peer.ask(on, name, content)
      return { answer, said: JSON.stringify(said), reason: String(Reflect.get(Object(said), 'reason')) }
    },
    [port, type, payload] as const,
  )

type Change = (configuration: Configuration) => Configuration

/** Configures and opens the modal, with these wallets announced. */
async function open(
  { hostile, victim }: Session,
  world: World,
  wallets: readonly object[] = [],
  change: Change = (same) => same,
) {
  expect(await say(hostile, 'app', 'CONFIGURE', change(configuration(world)))).toMatchObject({
    answer: 'CONFIGURE_SUCCESS',
  })
  await hostile.evaluate((list) => {
    const { peer } = window.hostile
    const { id: _id, ...message } = peer.message('WALLETS', { wallets: list, hasMore: false })
    peer.post('injected', message)
  }, wallets)
  expect(await say(hostile, 'app', 'OPEN', {})).toMatchObject({ answer: 'OPEN_SUCCESS' })
  return modalIn(victim)
}

const wallet = (name: string, extra: object = {}) => ({
  handle: crypto.randomUUID(),
  type: 'announced',
  namespace: 'eip155',
  name,
  rdns: `example.${crypto.randomUUID()}`,
  disputed: false,
  ...extra,
})

test('a theme contains only design tokens: nothing that CSS could run or load', { tag: '@C51' }, async ({
  arena,
  world,
}) => {
  const sets = [
    [
      'url(https://leak.example/)',
      'expression(alert(1))',
      '</style><script>',
      '@import "x"',
      'red;background:url(x)',
      'var(--x)',
      `#${'f'.repeat(1024 * 16)}`,
    ],
    ['rgb(0,0,0);}', '#12', 'RGB(0,0,0)', 'rgb(url(x))', '#ffffff\n', ' #ffffff', 'attr(x)'],
  ]
  for (const values of sets) {
    const session = await arena.enter('modal')
    const { victim, hostile } = session
    await open(session, world)
    const look = () =>
      victim.evaluate(() => {
        const { style, dataset } = document.documentElement
        return [
          style.cssText,
          Object.entries(dataset),
          document.adoptedStyleSheets.length,
          document.querySelectorAll('style').length,
        ]
      })
    const before = await look()
    for (const accent of values) {
      const theme = { mode: 'light', system: 'light', motion: 'off', variables: { accent } }
      const { answer, reason, said } = await say(hostile, 'app', 'SYNC_THEME', theme)
      expect.soft([answer, reason], accent.slice(0, 40)).toEqual(['SYNC_THEME_ERROR', 'BAD_SHAPE'])
      expect(said).not.toContain(accent)
    }
    expect(await look()).toEqual(before)
  }
  const session = await arena.enter('modal')
  await open(session, world)
  for (const variables of [
    { fontFamily: 'x, url(y)' },
    { fontFamily: 'x; } * { background: red' },
    { fontFamily: `a${' a'.repeat(200)}` },
    { radiusScale: '1' },
    { radiusScale: 1e9 },
    { fontScale: 7 },
    { css: 'body{}' },
  ]) {
    const theme = { mode: 'light', system: 'light', motion: 'off', variables }
    expect.soft((await say(session.hostile, 'app', 'SYNC_THEME', theme)).reason).toBe('BAD_SHAPE')
  }
})

test('claims of the page about itself are shown as claims, under its real origin', { tag: '@T3' }, async ({
  arena,
  world,
}) => {
  const session = await arena.enter('modal')
  const modal = await open(session, world, [], (honest) => ({
    ...honest,
    dapp: { name: 'Bank of Example', url: 'https://bank.example/login', icons: ['https://bank.example/icon.png'] },
  }))
  const { host } = new URL(world.origins.host)
  await expect(modal.text(`requested by ${host}`)).toBeVisible()
  await expect(modal.text('says it is bank.example')).toBeVisible()
  // No picture of the claimed site is requested.
  await expect(modal.frame.locator('img[src*="bank"]')).toHaveCount(0)
})

test('invented names and pictures of the page are cleaned again', { tag: ['@C35', '@T15', '@T18'] }, async ({
  arena,
  world,
  strangers,
}) => {
  const session = await arena.enter('modal')
  const modal = await open(session, world, [
    wallet('\u202eksaMateM\u0000'),
    wallet('plain', {
      icon: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("${strangers.origin('leak')}")</script></svg>`)}`,
    }),
  ])
  const names = () => modal.wallets.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-label')))
  await expect.poll(names).toEqual(['ksaMateM', 'plain'])
  // Nine invalid wallets. Each must count as a strike, since the ninth closes the port.
  const icons = [`${strangers.origin('leak')}/icon.png`, 'data:text/html,<b>', 'javascript:alert(1)']
  const made = [
    ...icons.map((icon) => wallet('refused', { icon })),
    ...[129, 512 * 1024].map((length) => wallet('n'.repeat(length))),
    wallet('refused', { rdns: 'two words' }),
    wallet('refused', { handle: '' }),
    wallet('refused', { type: 'trusted' }),
    wallet('refused', { disputed: 'no' }),
  ]
  const ended = await session.hostile.evaluate(async (list) => {
    const { peer } = window.hostile
    for (const one of list) {
      const { id: _id, ...message } = peer.message('WALLETS', { wallets: [one], hasMore: false })
      peer.post('injected', message)
    }
    return peer.until(() => peer.bye('injected'))
  }, made)
  expect(ended).toEqual({ reason: 'PROTOCOL_VIOLATION' })
  expect(strangers.asked()).toEqual([])
})

test('methods outside the list, and listed ones with other params, are refused before any view', {
  tag: ['@C36', '@C37'],
}, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  await open(session, world)
  const scope = 'eip155:31337'
  for (const method of [
    'eth_sign',
    'ETH_CHAINID',
    'eth_chainId ',
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'solana_signMessage',
    'eth_decrypt',
    'eth_subscribe',
  ])
    expect
      .soft((await say(session.hostile, 'provider', 'RPC_REQUEST', { scope, method })).reason, method)
      .toBe('METHOD_NOT_ALLOWED')
  const calls = (change: object) => [
    { version: '2.0.0', chainId: '0x7a69', from: address, calls: [{ to: address }], ...change },
  ]
  for (const [method, params] of [
    ['wallet_sendCalls', calls({ calls: [{ to: address.slice(2) }] })],
    ['wallet_sendCalls', calls({ calls: [{ to: `${address}a` }] })],
    ['wallet_sendCalls', calls({ chainId: '0x0' })],
    ['wallet_sendCalls', calls({ chainId: '0x20000000000000' })],
    ['wallet_sendCalls', calls({ from: 'me' })],
    ['wallet_sendCalls', calls({ extra: 1 })],
    ['personal_sign', ['hello', 'me']],
    ['personal_sign', ['hello', address, { password: 'x' }]],
    ['personal_sign', ['hello', address, '', 'more']],
    ['eth_signTypedData_v3', ['{}', address]],
    ['wallet_requestPermissions', [{}]],
    ['wallet_requestPermissions', [{ eth_accounts: {}, eth_sign: {} }]],
    ['wallet_addEthereumChain', [{ chainId: '0x0' }]],
    ['wallet_addEthereumChain', [{ chainId: '0x20000000000000' }]],
    ['wallet_addEthereumChain', [{ chainId: '0x7a69', extra: 1 }]],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: `${address}a` } }],
    ['eth_sendTransaction', [{ to: 'bank' }]],
    ['eth_chainId', ['extra']],
  ] as const)
    expect
      .soft(
        (await say(session.hostile, 'provider', 'RPC_REQUEST', { scope, method, params })).reason,
        JSON.stringify(params),
      )
      .toBe('BAD_SHAPE')
  await modalIn(session.victim).expectView('Connect Wallet')
})

test('a session is configured once, and says nothing before', { tag: ['@C39', '@C20'] }, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  expect((await say(session.hostile, 'app', 'OPEN', {})).reason).toBe('NOT_AVAILABLE')
  await open(session, world)
  const again = { ...configuration(world), dapp: { name: 'Another', icons: [] } }
  expect((await say(session.hostile, 'app', 'CONFIGURE', again)).reason).toBe('NOT_AVAILABLE')
})

test('malformed wallet events change nothing in the modal', { tag: '@C47' }, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  const { hostile, victim } = session
  const rabbit = wallet('Rabbit')
  const modal = await open(session, world, [rabbit])
  await modal.wallet('Rabbit').click()
  await answerWallet(hostile, { eth_requestAccounts: [address], eth_chainId: '0x7a69' })
  const last = () =>
    hostile.evaluate(() => {
      const states = window.hostile.peer.heard.filter(({ message }) => message.type === 'STATE')
      const accounts = Reflect.get(Object(states.at(-1)?.message.payload), 'accounts') as Record<string, unknown>[]
      return JSON.stringify(accounts.map(({ status, active, accounts: all }) => [status, active, all]))
    })
  await expect.poll(last).toContain(`eip155:31337:${address}`)
  const before = await last()
  for (const [event, payload] of [
    ['accountsChanged', null],
    ['accountsChanged', { length: 1 }],
    ['accountsChanged', address],
    ['chainChanged', []],
    ['chainChanged', 'eip155:1'],
    ['chainChanged', '0xzz'],
    ['connect', { chainId: '0x1' }],
  ] as const)
    await hostile.evaluate(
      (news) => {
        const { peer } = window.hostile
        const { id: _id, ...message } = peer.message('WALLET_EVENT', news)
        peer.post('injected', message)
      },
      { handle: rabbit.handle, event, payload },
    )
  expect(await hostile.evaluate(() => window.hostile.peer.isAlive())).toBe(true)
  expect(await last()).toBe(before)
  expect(await victim.evaluate(() => document.title)).toBeTruthy()
})

/** From now on, answers the modal's requests to a wallet. */
const answerWallet = (hostile: Frame, answers: Readonly<Record<string, unknown>>) =>
  hostile.evaluate((known) => {
    const { peer } = window.hostile
    const done = new Set<unknown>()
    void peer.until(() => {
      for (const { message } of peer.heard) {
        if (message.type !== 'WALLET_REQUEST' || done.has(message)) continue
        const method = String(Reflect.get(Object(message.payload), 'method'))
        if (!Object.hasOwn(known, method)) continue
        done.add(message)
        peer.answer(message, '_SUCCESS', { result: known[method] })
      }
      return undefined
    })
  }, answers)

for (const [name, result] of Object.entries({
  'a number': 1,
  'an object': { 0: address, length: 1 },
  'a text': address,
  'addresses of another form': [address.slice(2), `${address}aa`],
  'one address among junk': [address, 7],
  markup: ['<img src=x onerror=alert(1)>'],
}))
  test(`a wallet’s answer that is ${name} connects nothing, whatever the page let through`, { tag: '@T16' }, async ({
    arena,
    world,
  }) => {
    const session = await arena.enter('modal')
    const modal = await open(session, world, [wallet('Rabbit')])
    await modal.wallet('Rabbit').click()
    await answerWallet(session.hostile, { eth_requestAccounts: result, eth_chainId: '0x7a69' })
    await expect(modal.button('Try again')).toBeVisible()
    expect(session.uncaught).toEqual([])
  })

for (const [ids, title, suffix, payload, extra] of [
  ['C10', 'an answer of another type', '_SUCCESS', {}, { type: 'PING_SUCCESS' }],
  ['C11', 'an error with a stack', '_ERROR', { code: 4001, message: 'no', stack: secret }, {}],
  ['C07', 'an answer with an extra field', '_SUCCESS', { result: [address], extra: secret }, {}],
] as const)
  test(`${title} ends the call of the modal [modal]`, { tag: `@${ids}` }, async ({ arena, world }) => {
    const session = await arena.enter('modal')
    const modal = await open(session, world, [wallet('Rabbit')])
    await modal.wallet('Rabbit').click()
    const isAlive = await session.hostile.evaluate(
      async ([ending, content, more]) => {
        const { peer } = window.hostile
        const request = await peer.asked('WALLET_REQUEST')
        peer.answer(request, ending, content, more)
        peer.answer(request, '_SUCCESS', { result: ['0x00000000000000000000000000000000000000bb'] })
        return peer.isAlive()
      },
      [suffix, payload, extra] as const,
    )
    expect(isAlive).toBe(true)
    await expect(modal.button('Try again')).toBeVisible()
    await expect(modal.frame.locator('body')).not.toContainText(secret)
  })

test('the first of two contradicting answers counts [modal]', { tag: '@C08' }, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  const modal = await open(session, world, [wallet('Rabbit')])
  await modal.wallet('Rabbit').click()
  await session.hostile.evaluate(async () => {
    const { peer } = window.hostile
    const request = await peer.asked('WALLET_REQUEST')
    peer.answer(request, '_ERROR', { code: 4001, message: 'declined' })
    peer.answer(request, '_SUCCESS', { result: ['0x00000000000000000000000000000000000000bb'] })
    await peer.isAlive()
  })
  await expect(modal.button('Try again')).toBeVisible()
})

test('a connection asked for twice under one id is asked once, cancelled once [modal]', {
  tag: ['@C05', '@C41'],
}, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  await open(session, world)
  const types = await session.hostile.evaluate(async () => {
    const { peer } = window.hostile
    const request = peer.message('CONNECT', {})
    peer.post('app', request)
    peer.post('app', request)
    await peer.asked('PROGRESS')
    for (const type of ['CANCEL', 'CANCEL']) peer.post('app', { ...request, type, payload: {} })
    await peer.isAlive()
    return peer.heard.filter(({ message }) => message.id === request.id).map(({ message }) => message.type)
  })
  expect(types).toEqual(['PROGRESS'])
})

test('the 65th connection asked for at a time is turned away [modal]', { tag: '@C42' }, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  await open(session, world)
  const outcome = await session.hostile.evaluate(async () => {
    const { peer } = window.hostile
    const requests = Array.from({ length: 65 }, () => peer.message('CONNECT', {}))
    for (const request of requests) peer.post('app', request)
    const first = await peer.until(() => peer.heard.find(({ message }) => message.type === 'CONNECT_ERROR'))
    return { isLast: first.message.id === requests[64]?.id, payload: first.message.payload }
  })
  expect(outcome).toMatchObject({ isLast: true, payload: { reason: 'BUSY' } })
})

test.describe('a user who was here before', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('cannot be distinguished from a new one by the HELLO', { tag: '@T21' }, async ({ page, world, host }) => {
    const greeting = async () => {
      await page.goto(`${world.origins.host}/attack-host.html?csp=none`)
      return page.evaluate(async (src) => {
        const { hello } = await window.hostile.handshake.embed(src)
        return { ...hello, nonce: typeof hello.nonce }
      }, world.config.frameUrl)
    }
    const fresh = await greeting()
    await host.open()
    await connected({ host, page, world }, 'Rabbit')
    expect(await greeting()).toEqual(fresh)
  })
})

test('a box of the page changes only how the card is laid out', { tag: '@C105' }, async ({ arena, world }) => {
  const session = await arena.enter('modal')
  const { hostile, victim } = session
  const place = (payload: unknown) => say(hostile, 'app', 'PLACE', payload)
  const { host } = new URL(world.origins.host)
  const isInline = () => victim.evaluate(() => document.documentElement.hasAttribute('data-inline'))
  // The session is not configured yet, so there is nothing to place.
  expect(await place({ inline: true })).toMatchObject({ answer: 'PLACE_ERROR', reason: 'NOT_AVAILABLE' })
  expect(await isInline()).toBe(false)
  const modal = await open(session, world)
  for (const payload of [{}, { inline: 'true' }, { inline: 1 }, { inline: true, style: 'opacity: 0' }])
    expect.soft((await place(payload)).reason).toBe('BAD_SHAPE')
  expect(await isInline()).toBe(false)

  expect(await place({ inline: true })).toMatchObject({ answer: 'PLACE_SUCCESS', said: '{}' })
  await expect(modal.close).toBeHidden()
  const line = modal.text(`requested by ${host}`)
  await expect(line).toBeVisible()
  const isOnTop = await line.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isOnTop).toBe(true)

  expect(await place({ inline: false })).toMatchObject({ answer: 'PLACE_SUCCESS' })
  await expect(modal.close).toBeVisible()
  await expect(line).toBeVisible()
})

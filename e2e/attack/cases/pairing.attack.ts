/** A hostile paired wallet: its grants, messages, answers and metadata, sent without the wallet kit, which would correct them. */
import type { Airlock } from '@airlock/host-sdk'
import { getAddress } from 'viem'
import { opened } from '../../pages/connected.ts'
import { type Dapp, dappOn } from '../../pages/dapp.ts'
import { codeIn, paired } from '../../pages/pairing.ts'
import { swept } from '../../setup/sweep.ts'
import { type Phone, type PhoneOptions, startPhone } from '../../wallets/phone.ts'
import { message } from '../../wallets/samples.ts'
import { otherNetworks } from '../../world/other-networks.ts'
import { test as base, expect } from '../test.ts'

type Fixtures = { startPhone: (options?: PhoneOptions) => Promise<Phone>; uncaught: readonly string[] }

const test = base.extend<Fixtures>({
  startPhone: async ({ world }, use) => {
    const phones: Phone[] = []
    await use(async (options) => {
      const phone = await startPhone(world, options)
      phones.push(phone)
      return phone
    })
    for (const phone of phones) await phone.stop()
  },
  uncaught: async ({ page }, use) => {
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    await use(uncaught)
  },
})

let lastId = Date.now() * 1000
const nextId = () => ++lastId
const call = (method: string, params: unknown) => ({ id: nextId(), jsonrpc: '2.0', method, params })
const event = (name: string, data: unknown, chainId = 'eip155:31337') =>
  call('wc_sessionEvent', { event: { name, data }, chainId })

test('a hostile wallet: its metadata is cleaned, and no URL in it is loaded or opened', { tag: '@T29' }, async ({
  parts,
  strangers,
  startPhone,
  violations,
}) => {
  const { context, host, page, world } = parts
  const leak = strangers.origin('leak')
  const phone = await startPhone({
    name: 'Evil',
    metadata: {
      name: `\u202ekcabllaW\u0000\n${'M'.repeat(5_000)}`,
      url: 'javascript:alert(1)',
      icons: [`${leak}/icon.png`, 'data:text/html,<script>alert(1)</script>'],
      description: '<img src=x onerror=alert(1)>',
      redirect: { native: 'javascript:alert(1)//', universal: `${leak}/open`, linkMode: true },
    },
  })
  const { dapp, modal } = await paired(parts, phone)
  const { wallet } = (await dapp.account()) ?? {}
  expect(wallet?.name).toMatch(/^kcabllaW M+…$/)
  expect(wallet?.name.length).toBeLessThanOrEqual(48)
  expect(wallet?.icon).toBeUndefined()
  await host.connect()
  await modal.expectView('Account')
  await expect(modal.frame.locator('img[src^="http"]')).toHaveCount(0)
  const before = page.url()
  expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual({
    result: expect.stringMatching(/^0x/),
  })
  expect(strangers.asked()).toEqual([])
  expect(context.pages()).toHaveLength(1)
  expect(page.url()).toBe(before)
  expect(violations.of(world.origins.modal)).toEqual([])
})

const addressIn = (account = '') => getAddress(account.slice('eip155:31337:'.length))

test('endless, duplicate or malformed accounts: a bounded number of valid ones is kept', { tag: '@T29' }, async ({
  parts,
  startPhone,
  uncaught,
}) => {
  const { host, world } = parts
  const numbered = Array.from(
    { length: 10_000 },
    (_, index) => `eip155:31337:0x${index.toString(16).padStart(40, '0')}`,
  )
  const spoiled = [
    'eip155:31337:hello',
    'eip155:31337:0xab\u202e',
    'eip155:31337:alert(1)',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:<b>bold</b>',
    'bip122:000000000019d6689c085ae165831e93:constructor',
  ]
  const phone = await startPhone({ chainIds: [31337], accounts: [...spoiled, ...numbered.slice(0, 200)] })
  const { dapp, modal } = await paired(parts, phone, {
    networks: [...world.config.networks, ...otherNetworks],
  })
  const { accounts } = await dapp.state()
  expect(accounts.eip155?.accounts).toHaveLength(100)
  expect(accounts.eip155?.address).toBe(phone.address)
  for (const account of accounts.eip155?.accounts ?? []) expect(account).toMatch(/^eip155:31337:0x[0-9a-fA-F]{40}$/)
  expect(accounts.solana?.status ?? 'disconnected').toBe('disconnected')
  expect(accounts.bip122?.status ?? 'disconnected').toBe('disconnected')

  await test.step('written into the session again, past every kit', async () => {
    const part = { chains: ['eip155:31337'], methods: ['personal_sign'], events: ['accountsChanged', 'chainChanged'] }
    const namespaces = { eip155: { ...part, accounts: [...spoiled, ...numbered.slice(500)] } }
    await phone.say(call('wc_sessionUpdate', { namespaces }))
    await expect.poll(dapp.address).toBe(addressIn(numbered[500]))
    expect((await dapp.account())?.accounts).toHaveLength(100)
  })
  await test.step('said again in an event', async () => {
    await phone.say(event('accountsChanged', ['\u202e', ...numbered.slice(1).reverse(), {}]))
    await expect.poll(dapp.address).toBe(addressIn(numbered.at(-1)))
    expect((await dapp.account())?.accounts).toHaveLength(100)
  })
  await host.connect()
  await modal.expectView('Account')
  expect(uncaught).toEqual([])
})

const noNamespaces: Readonly<Record<string, unknown>> = {
  nothing: null,
  'a list': [],
  'a text': 'eip155',
  'parts that are none': { eip155: null, solana: 7 },
  'a prototype': JSON.parse('{"__proto__":{"accounts":["eip155:31337:0xab"]}}') as unknown,
  'accounts that are a text': { eip155: { accounts: 'eip155:31337', methods: [], events: [] } },
}

test('invalid namespaces give no session, and the next pairing works', { tag: '@T29' }, async ({
  parts,
  startPhone,
}) => {
  const { host, page, world } = parts
  for (const [name, namespaces] of swept(Object.entries(noNamespaces), { drawn: 2, kindOf: () => '' }))
    await test.step(name, async () => {
      const phone = await startPhone({ name: `Sends ${name}` })
      const { dapp } = await paired(parts, phone)
      expect((await dapp.account())?.wallet?.name).toBe(`Sends ${name}`)
      await phone.say(call('wc_sessionUpdate', { namespaces }))
      await dapp.expectStatus('disconnected')
      // It is not restored by a reload either.
      await host.open()
      await host.create(world.paired)
      await expect.poll(async () => (await dappOn(page).account())?.status ?? 'disconnected').toBe('disconnected')
      await host.open()
    })
  const { dapp } = await paired(parts, await startPhone({ name: 'Good' }))
  expect((await dapp.account())?.wallet?.name).toBe('Good')
})

test('malformed messages change nothing, and a flood is reduced to a few events', { tag: '@T29' }, async ({
  parts,
  startPhone,
  uncaught,
}) => {
  const { host, page } = parts
  const phone = await startPhone()
  const { dapp, modal } = await paired(parts, phone)
  const states = () =>
    page.evaluate(() => {
      const { events } = (Reflect.get(window, 'airlock') as Airlock).diagnostics()
      return events.filter(({ type }) => type === 'STATE').length
    })
  const junk: readonly unknown[] = [
    event('accountsChanged', { length: 1e9, 0: phone.address }),
    event('accountsChanged', 'text'),
    event('accountsChanged', [null, 7, {}]),
    event('accountsChanged', [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${'1'.repeat(32)}`]),
    event('chainChanged', 'eip155:1e3'),
    event('chainChanged', { toString: 'x' }),
    event('chainChanged', -1),
    event('chainChanged', 1, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    event('__proto__', { polluted: true }),
    call('wc_sessionEvent', { event: null }),
    call('wc_sessionEvent', null),
    call('wc_sessionExtend', { expiry: 'never' }),
    call('wc_sessionRequest', { request: { method: 'personal_sign', params: [] }, chainId: 'eip155:31337' }),
    call('wc_sessionSettle', { controller: {}, namespaces: {} }),
    call('wc_unheardOf', {}),
    { id: nextId(), jsonrpc: '2.0', result: 'an answer to nobody' },
    { id: 'x', jsonrpc: '3.0' },
  ]
  const before = await dapp.state()
  for (const payload of junk) await phone.say(payload)
  await phone.say(event('chainChanged', 31338))
  await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe('eip155:31338')
  expect(await dapp.account()).toMatchObject({ address: before.accounts.eip155?.address, status: 'connected' })
  expect(await page.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined()
  expect(await modal.frame.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined()

  const quiet = await states()
  const begun = performance.now()
  // In parallel: a busy machine sends single events slowly enough for each of them to be passed on.
  for (let burst = 0; burst < 15; burst += 1)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => phone.say(event('chainChanged', index % 2 ? 31338 : 31337))),
    )
  await phone.say(event('accountsChanged', [`eip155:31337:0x${'cd'.repeat(20)}`]))
  await expect.poll(dapp.address).toBe(getAddress(`0x${'cd'.repeat(20)}`))
  // One event per 50 ms, some of which cause two state messages.
  expect((await states()) - quiet).toBeLessThan((1.5 * (performance.now() - begun)) / 50 + 5)
  await host.connect()
  await modal.expectView('Account')
  expect(uncaught).toEqual([])
})

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

const noAnswers: Readonly<Record<string, unknown>> = {
  'nested without end': nested(2_000),
  'of prototypes': JSON.parse('{"a":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}}') as unknown,
  // Each part counts, not only the text, because the relay transports this size.
  'larger than a message': Array.from({ length: 90_000 }, () => 'abcd'),
  'of more parts than a message': Array.from({ length: 200_000 }, () => 0),
}

test('an invalid answer is an error of the wallet, and the next one is processed', { tag: '@T29' }, async ({
  parts,
  startPhone,
  uncaught,
}) => {
  const answers: Record<string, unknown> = {}
  const phone = await startPhone({ answers })
  const { dapp } = await paired(parts, phone)
  for (const [name, answer] of Object.entries(noAnswers))
    await test.step(name, async () => {
      answers.personal_sign = answer
      expect(await dapp.request('personal_sign', [message.hex, phone.address])).toMatchObject({ code: -32000 })
      const to = '0x00000000000000000000000000000000000000aa'
      expect(await dapp.request('eth_sendTransaction', [{ from: phone.address, to, value: '0x1' }])).toEqual({
        result: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
    })
  expect(uncaught).toEqual([])
})

test('an answer to an unknown request, or a second answer, is ignored', { tag: '@T29' }, async ({
  parts,
  startPhone,
}) => {
  const phone = await startPhone({ behaviour: 'asks' })
  phone.approveNext()
  const { dapp } = await paired(parts, phone)
  const asking = dapp.request('personal_sign', [message.hex, phone.address])
  const { id } = await phone.called('personal_sign')
  // Ids that a wallet could guess.
  for (const guess of [id + 1, id - 1, 0, -1]) await phone.say({ id: guess, jsonrpc: '2.0', result: '0xforged' })
  await phone.say({ id, jsonrpc: '2.0', error: { code: 4001, message: 'first' } })
  await phone.say({ id, jsonrpc: '2.0', result: '0xsecond' })
  expect(await asking).toMatchObject({ code: 4001 })
  const next = dapp.request('personal_sign', [message.hex, phone.address])
  // The earlier request is still open on the phone, so two are approved.
  phone.approveNext()
  phone.approveNext()
  expect(await next).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
})

const endings = {
  'a wallet that ends a session twice ends it once, and breaks nothing': (end: () => Promise<void>) =>
    Promise.all([end(), end(), end()]),
  'a session that both sides end at once ends': (end: () => Promise<void>, dapp: Dapp) =>
    Promise.all([end(), dapp.call((airlock) => airlock.disconnect())]),
}

for (const [name, endIt] of Object.entries(endings))
  test(name, { tag: '@T29' }, async ({ parts, startPhone, uncaught }) => {
    const phone = await startPhone()
    const { dapp, modal } = await paired(parts, phone)
    await endIt(() => phone.say(call('wc_sessionDelete', { code: 6000, message: 'over' })), dapp)
    await dapp.expectStatus('disconnected')
    // The client handles messages in order, so a new pairing is only possible after all of the endings are handled.
    await dapp.call((airlock) => void airlock.open())
    await modal.wallet('WalletConnect').click()
    await phone.pair(await codeIn(modal))
    await dapp.expectStatus('connected')
    expect(uncaught).toEqual([])
  })

test('a wallet that grants nothing useful gets the reason, and connects nothing', { tag: '@T29' }, async ({
  parts,
  startPhone,
}) => {
  const { world } = parts
  const phone = await startPhone({ chainIds: [], accounts: ['eip155:31337:hello'] })
  const { dapp, modal } = await opened(parts, world.paired)
  await modal.wallet('WalletConnect').click()
  await phone.pair(await codeIn(modal))
  await expect(modal.button('Try again')).toBeVisible()
  expect((await dapp.account())?.status ?? 'disconnected').toBe('disconnected')
  await phone.ended()
})

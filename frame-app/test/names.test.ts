/** Account names: what the registry is asked and told, and what becomes of answers that are late, wrong or missing. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { Provider } from 'jotai'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { hexToString, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { ModalContextProvider } from '../src/modal/core/modal-context.ts'
import { routeAtom, stackAtom } from '../src/modal/core/router/router.ts'
import { registerName, startNaming, typeName } from '../src/modal/features/names/names.ts'
import { namingAtom } from '../src/modal/features/names/state/naming.ts'
import { NameRow } from '../src/modal/home/profile/NameRow.tsx'
import { go } from '../src/modal/session/navigate.ts'
import { setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { activeIdentityAtom, identitiesAtom, ownNameAtom } from '../src/modal/session/state/identity.ts'
import { activeNetworkIdAtom } from '../src/modal/session/state/network.ts'
import { createTestConnector, createTestModal, startEachAt, use } from './support/modal.ts'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const account: Caip10 = `eip155:8453:${owner.address}`

startEachAt(1_746_122_531_000)

interface Asked {
  readonly url: URL
  readonly body: unknown
}
const failure = (status: number, field: string, description: string) =>
  Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status })

function start({ sign }: { sign?: (text: string) => Promise<Json> } = {}) {
  const modal = createTestModal()
  const asked: Asked[] = []
  const answers = {
    suggestions: (label: string): Response | Promise<Response> =>
      Response.json({ suggestions: [{ name: `${label}.reown.id`, registered: false }] }),
    names: (): Response => Response.json([]),
    register: (): Response | Promise<Response> =>
      Response.json({ name: 'x', registered_at: '2026-01-01T00:00:00Z', addresses: {} }),
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address)
    asked.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    if (url.pathname.startsWith('/v1/profile/suggestions/'))
      return answers.suggestions(url.pathname.split('/').at(-1) ?? '')
    return init.method === 'POST' ? answers.register() : answers.names()
  })
  const requests: { method: string; params: Json }[] = []
  const { connector } = createTestConnector({
    request: async (method, params, { signal }) => {
      requests.push({ method, params })
      const [text] = Array.isArray(params) ? params : []
      const words = hexToString(isHex(text) ? text : '0x')
      const signed = sign ? sign(words) : owner.signMessage({ message: words })
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new AirlockError('ABORTED')))
        signed.then(resolve, reject)
      })
    },
  })
  const context = { ...modal.context, project: { ...modal.context.project, gatewayUrl: 'https://gateway.example' } }
  const { store } = modal
  use(store, connector)
  const connect = (active: Caip10) =>
    store.set(setConnectionAtom, 'eip155', {
      status: 'connected',
      wallet: { id: connector.id, type: 'announced', name: connector.name, handle: connector.key },
      accounts: [active],
      active,
      chainId: 'eip155:8453',
    })
  connect(account)
  store.set(isOpenAtom, true)
  store.set(stackAtom, {
    steps: [
      { id: 1, route: { view: 'Account' } },
      { id: 2, route: { view: 'RegisterAccountName' } },
    ],
    direction: 'forward',
  })
  startNaming(context)
  return {
    ...modal,
    context,
    connect,
    answers,
    requests,
    naming: () => store.get(namingAtom),
    view: () => store.get(routeAtom)?.view,
    lookups: () => asked.filter(({ url }) => url.pathname.includes('/suggestions/')),
    posted: () => asked.filter(({ body }) => body !== undefined),
    /** Types and waits for the answer about it. */
    async found(typed: string) {
      typeName(context, typed)
      await vi.advanceTimersByTimeAsync(300)
      await vi.waitFor(() => expect(store.get(namingAtom).lookup.status).not.toBe('looking'))
    },
  }
}

test('the registry is asked once the user has stopped typing, in lower case', async () => {
  const { context, lookups, naming } = start()
  for (const typed of ['A', 'Al', 'Ali', 'Alic', 'Alice']) {
    typeName(context, typed)
    await vi.advanceTimersByTimeAsync(299)
  }
  expect(lookups()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(lookups().map(({ url }) => url.pathname)).toEqual(['/v1/profile/suggestions/alice'])
  await vi.waitFor(() =>
    expect(naming().lookup).toEqual({ status: 'free', label: 'alice', name: 'alice.reown.id', alternatives: [] }),
  )
})

test('a text that is no name is never sent: too short, other characters, a key [C130]', async () => {
  const { context, lookups, naming } = start()
  for (const typed of [
    'ali',
    'alice!',
    'two words',
    '4f'.repeat(32),
    'abandon-ability-able-about-above-absent-abuse-acid-act-add-age-aim',
  ]) {
    typeName(context, typed)
    await vi.advanceTimersByTimeAsync(1000)
    expect(naming().lookup).toEqual({ status: 'idle' })
  }
  expect(lookups()).toEqual([])
})

test('an answer about an earlier text does not count', async () => {
  const { context, answers, naming } = start()
  let release: (answer: Response) => void = () => {}
  answers.suggestions = (label) =>
    label === 'alice'
      ? new Promise((resolve) => {
          release = resolve
        })
      : Response.json({ suggestions: [{ name: `${label}.reown.id`, registered: true }] })
  typeName(context, 'alice')
  await vi.advanceTimersByTimeAsync(300)
  typeName(context, 'bobby')
  await vi.advanceTimersByTimeAsync(300)
  release(Response.json({ suggestions: [{ name: 'alice.reown.id', registered: false }] }))
  await vi.advanceTimersByTimeAsync(10)
  expect(naming().lookup).toMatchObject({ status: 'taken', label: 'bobby' })
})

test('a taken name comes with free ones, and no others', async () => {
  const { answers, found, naming } = start()
  answers.suggestions = () =>
    Response.json({
      suggestions: [
        { name: 'alice.reown.id', registered: true },
        { name: 'alicent.reown.id', registered: false },
        { name: 'alicent.reown.id', registered: false },
        { name: 'alicetaken.reown.id', registered: true },
        { name: 'alice.reown.id', registered: false },
        { name: '<b>alice</b>.reown.id', registered: false },
        { name: 'alicebob.other.id', registered: false },
      ],
    })
  await found('alice')
  expect(naming().lookup).toEqual({
    status: 'taken',
    label: 'alice',
    name: 'alice.reown.id',
    alternatives: ['alicent'],
  })
})

test('the suffix is that of the gateway', async () => {
  const { answers, found, naming } = start()
  answers.suggestions = (label) =>
    Response.json({ suggestions: [{ name: `${label}.names.example`, registered: false }] })
  await found('alice')
  expect(naming()).toMatchObject({ suffix: '.names.example', lookup: { name: 'alice.names.example' } })
  await found('ALICE.names.example')
  expect(naming().lookup).toMatchObject({ label: 'alice' })
})

test('an answer of the gateway about another name is not used [C131]', async () => {
  const { answers, context, found, naming, requests } = start()
  answers.suggestions = () => Response.json({ suggestions: [{ name: 'mallory.reown.id', registered: false }] })
  await found('alice')
  expect(naming().lookup).toEqual({ status: 'failed', label: 'alice', said: undefined })
  await registerName(context)
  expect(requests).toEqual([])
})

test('registering: the exact message, signed by the account, with the coin type of its network', async () => {
  const { context, found, naming, names, posted, requests, store, view } = start()
  await found('Alice')
  vi.setSystemTime(1_746_122_600_999)
  await registerName(context)
  const message = '{"name":"alice.reown.id","attributes":{},"timestamp":1746122600}'
  const [request] = requests
  const [text, signer] = Array.isArray(request?.params) ? request.params : []
  expect([request?.method, isHex(text) && hexToString(text), signer]).toEqual(['personal_sign', message, owner.address])
  expect(posted()).toMatchObject([
    {
      url: { pathname: '/v1/profile/account' },
      body: {
        coin_type: 2_147_492_101,
        address: owner.address,
        message,
        signature: await owner.signMessage({ message }),
      },
    },
  ])
  expect(view()).toBe('RegisterAccountNameSuccess')
  expect(store.get(activeIdentityAtom)?.registered).toEqual(['alice.reown.id'])
  expect(naming().registration).toEqual({ status: 'idle' })
  expect(names()).toEqual(['REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS'])
})

test('a signature that comes too late can be tried again, with a new message', async () => {
  const { answers, context, found, naming, posted, view } = start()
  await found('alice')
  const { register } = answers
  answers.register = () => failure(400, 'timestamp', 'Signature UNIXTIME timestamp is too old: 1746122531')
  await registerName(context)
  expect(naming().registration).toMatchObject({ status: 'failed', isLate: true })
  answers.register = register
  await vi.advanceTimersByTimeAsync(20_000)
  await registerName(context)
  const times = posted().map(({ body }) => /timestamp\\":(\d+)/.exec(JSON.stringify(body))?.[1])
  expect(Number(times[1]) - Number(times[0])).toBeGreaterThanOrEqual(20)
  expect(view()).toBe('RegisterAccountNameSuccess')
})

const refused: readonly [what: string, answer: () => Response, said: unknown, isFinal?: boolean][] = [
  [
    'the registry’s own words',
    () => failure(400, 'name', 'Name is already registered: alice.reown.id'),
    'Name is already registered: alice.reown.id',
    true,
  ],
  ['nothing for an answer without words', () => new Response('oops', { status: 500 }), undefined],
  ['nothing for another form', () => Response.json({ error: 'no' }, { status: 400 }), undefined],
  [
    'one clean line of a text that is none [C132]',
    () => failure(400, '', `a\u202eb\n${'x'.repeat(400)}`),
    expect.stringMatching(/^ab x{150,156}…$/),
  ],
]
test.each(refused)('a refusal says %s', async (_, register, said, isFinal = false) => {
  const { answers, context, found, naming, names } = start()
  await found('alice')
  answers.register = register
  await registerName(context)
  expect(naming().registration).toEqual({ status: 'failed', name: 'alice.reown.id', said, isLate: false, isFinal })
  expect(names()).toContain('REGISTER_NAME_ERROR')
})

test('a name that is refused for good is not signed again until another one is typed', async () => {
  const { answers, context, found, naming, requests } = start()
  await found('alice')
  answers.register = () => failure(400, 'name', 'Name looks like one that is registered: alice.reown.id')
  await registerName(context)
  await registerName(context)
  expect(requests).toHaveLength(1)
  await found('bobby')
  await registerName(context)
  expect(requests).toHaveLength(2)
  expect(naming().registration).toMatchObject({ name: 'bobby.reown.id', isFinal: true })
})

test('an account that has a name after all shows it at once', async () => {
  const { answers, context, found, naming, requests, store } = start()
  await found('alice')
  answers.register = () => failure(400, 'address', 'The address already has a name')
  answers.names = () =>
    Response.json([{ name: 'first.reown.id', registered_at: '2026-01-01T00:00:00Z', attributes: {}, addresses: {} }])
  await registerName(context)
  expect(naming().registration).toMatchObject({ said: 'The address already has a name', isFinal: true })
  expect(store.get(ownNameAtom)).toBe('first.reown.id')
  expect(store.get(activeIdentityAtom)?.name).toBe('first.reown.id')
  await registerName(context)
  expect(requests).toHaveLength(1)
})

test('a declined signature is no failure, and nothing is sent', async () => {
  const { context, found, naming, posted, view } = start({
    sign: () => Promise.reject(new AirlockError('USER_REJECTED')),
  })
  await found('alice')
  await registerName(context)
  expect(naming().registration).toEqual({ status: 'declined', name: 'alice.reown.id' })
  expect(posted()).toEqual([])
  expect(view()).toBe('RegisterAccountName')
})

test.each([
  ['the view is left', ({ context }: ReturnType<typeof start>) => go.back(context)],
  ['the modal is closed', ({ store }: ReturnType<typeof start>) => store.set(isOpenAtom, false)],
  ['the account changes', ({ connect }: ReturnType<typeof start>) => connect(`eip155:8453:0x${'cd'.repeat(20)}`)],
])('when %s, the signature is given up', async (_, leave) => {
  const modal = start({ sign: () => new Promise(() => {}) })
  await modal.found('alice')
  const registering = registerName(modal.context)
  await vi.waitFor(() => expect(modal.requests).toHaveLength(1))
  leave(modal)
  await registering
  expect(modal.naming().registration).toEqual({ status: 'idle' })
  expect(modal.posted()).toEqual([])
})

test('an approval above the view does not count as leaving it', async () => {
  let release: (signature: Json) => void = () => {}
  const modal = start({
    sign: () =>
      new Promise((resolve) => {
        release = resolve
      }),
  })
  await modal.found('alice')
  const registering = registerName(modal.context)
  await vi.waitFor(() => expect(modal.requests).toHaveLength(1))
  go.push(modal.context, { view: 'ApproveTransaction' })
  expect(modal.naming().registration.status).toBe('signing')
  go.back(modal.context)
  release(`0x${'1b'.repeat(65)}`)
  await registering
  expect(modal.view()).toBe('RegisterAccountNameSuccess')
})

test('one registration at a time, only of a free name, and none for an account that has one', async () => {
  const { answers, context, found, posted, requests, store } = start()
  await registerName(context)
  answers.suggestions = (label) => Response.json({ suggestions: [{ name: `${label}.reown.id`, registered: true }] })
  await found('alice')
  await registerName(context)
  expect(requests).toEqual([])
  answers.suggestions = (label) => Response.json({ suggestions: [{ name: `${label}.reown.id`, registered: false }] })
  await found('bobby')
  await Promise.all([registerName(context), registerName(context)])
  expect(posted()).toHaveLength(1)
  expect(store.get(activeIdentityAtom)?.registered).toEqual(['bobby.reown.id'])
  await registerName(context)
  expect(posted()).toHaveLength(1)
})

test('on Solana no name is offered, signed or sent', async () => {
  const { context, found, posted, requests, store } = start()
  const offered = () => {
    const connection = store.get(activeConnectionAtom)
    if (!connection) throw new Error('not connected')
    const row = createElement(ModalContextProvider, { value: context }, createElement(NameRow, { connection }))
    return renderToStaticMarkup(createElement(Provider, { store }, row))
  }
  expect(offered()).toContain('Choose account name')
  await found('alice')
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const active = `${chainId}:${'1'.repeat(32)}` as const
  const wallet = { id: 'one', type: 'announced', name: 'Example Wallet' } as const
  store.set(setConnectionAtom, 'solana', { status: 'connected', wallet, accounts: [active], active, chainId })
  store.set(activeNetworkIdAtom, chainId)
  expect(store.get(activeConnectionAtom)?.chainId).toBe(chainId)
  expect(offered()).toBe('')
  await registerName(context)
  expect([requests, posted()]).toEqual([[], []])
})

test('a failed look-up of the account’s own names forbids nothing', async () => {
  const { answers, context, found, store, view } = start()
  answers.names = () => new Response('', { status: 503 })
  store.set(identitiesAtom, {})
  startNaming(context)
  await vi.waitFor(() => expect(store.get(activeIdentityAtom)?.registered).toBeDefined())
  await found('alice')
  await registerName(context)
  expect(view()).toBe('RegisterAccountNameSuccess')
})

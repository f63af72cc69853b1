/** Swaps of the modal with the real parts: a chain with Uniswap, the gateway over HTTP, and a wallet whose key the node has. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { exchange, swapNetworkOf } from '../../../e2e/world/market.ts'
import { callRpc } from '../../../e2e/world/rpc.ts'
import { createLookup } from '../../../service/src/crypto/lookup.ts'
import { parseProjects } from '../../../service/src/frames/projects.ts'
import { createGateway } from '../../../service/src/gateway/role.ts'
import { listenOnLoopback } from '../../../service/src/listen.ts'
import { chainId, openPlace, type TokenName, tokens, trader } from '../../../service/test/gateway/convert/place.ts'
import type { ModalContext } from '../../src/modal/core/context.ts'
import { isOpenAtom } from '../../src/modal/core/modal.ts'
import { stackAtom } from '../../src/modal/core/router/router.ts'
import { quotedAtom, type SwapChoice, swapFactsAtom, swapReviewAtom } from '../../src/modal/features/swap/state/swap.ts'
import { swapFormAtom } from '../../src/modal/features/swap/state/swap-form.ts'
import { chooseSwapToken, startSwap, typeSwapAmount, watchSwap } from '../../src/modal/features/swap/swap.ts'
import { reviewSwap } from '../../src/modal/features/swap/swap-review.ts'
import type { Connector } from '../../src/modal/session/connector.ts'
import { go } from '../../src/modal/session/navigate.ts'
import { setConnectionAtom } from '../../src/modal/session/state/accounts.ts'
import { createTestConnector, createTestModal, network, storageIn, use } from './modal.ts'

export type Answer = Record<string, unknown>
/** Changes an answer of the gateway; `undefined` hangs up. */
type Lie = (answer: Answer) => Answer | undefined

/** Starts the chain and the gateway once. */
async function openSwapWorld() {
  const place = await openPlace()
  const here = place.network()
  const gateway = await createGateway(
    {
      projects: parseProjects([
        { projectId: 'test', hostOrigins: ['https://app.example'], rpc: {}, pinnedHosts: [], development: false },
      ]),
      modalOrigin: 'https://modal.example',
      networks: new Map([[here.id, here]]),
      store: {
        place: { file: join(mkdtempSync(join(tmpdir(), 'airlock-swap-')), 'gateway.db') },
        lookup: createLookup(randomBytes(32)),
      },
      limits: { callsFromNetworkPerMinute: 1_000_000 },
      proxies: 0,
    },
    { write: () => {} },
  )
  const honest = await listenOnLoopback(gateway.listener, 0)
  const lies = new Map<string, Lie>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const { method = 'GET', url = '/' } = request
      const path = new URL(url, 'http://gateway').pathname
      asked.push(path)
      const body = method === 'POST' ? await text(request) : undefined
      const honestly = await fetch(`http://127.0.0.1:${honest.port}${url}`, { method, ...(body && { body }) })
      const given = await honestly.text()
      const lie = lies.get(path.slice('/v1/convert/'.length))
      const told = lie && honestly.ok ? lie(JSON.parse(given) as Answer) : undefined
      if (lie && !told && honestly.ok) return request.socket.destroy()
      response.writeHead(honestly.status, { 'Content-Type': 'application/json' })
      return response.end(told ? JSON.stringify(told) : given)
    }
    void answer().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    place,
    /** By the last part of the path: `quotes`, `build-transaction`, `build-approve`. */
    lies,
    /** Paths, in order. */
    asked,
    gatewayUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async stop() {
      server.close()
      await honest.close()
      await gateway.close()
      await place.stop()
    },
  }
}
export type SwapWorld = Awaited<ReturnType<typeof openSwapWorld>>

export const choice = (name: keyof typeof tokens): SwapChoice => ({
  address: tokens[name] as Address,
  name,
  symbol: name === 'native' ? 'ETH' : name.toUpperCase(),
  icon: undefined,
  price: 1,
})

export type Sign = (params: Json, send: () => Promise<Json>) => Promise<Json>

/** A modal whose account is the trader. */
export function openSwapDesk(
  { place, gatewayUrl }: SwapWorld,
  { sign = (_, send) => send(), ...more }: { readonly sign?: Sign } & Partial<Connector> = {},
) {
  const { fetch } = globalThis
  const modal = createTestModal({ networks: [network(31337), network(10)] })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { hidden: false })
  const asked: { readonly method: string; readonly params: Json }[] = []
  const { connector, emit } = createTestConnector({
    request: (method, params) => {
      // It knows nothing of assets.
      if (method !== 'eth_sendTransaction') return Promise.reject(new AirlockError('METHOD_NOT_ALLOWED'))
      asked.push({ method, params })
      return sign(params, async () => {
        const hash = (await callRpc(place.node.rpcUrl, method, params as never)) as Hex
        // The node may answer before its block is there.
        await place.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
        return hash
      })
    },
    ...more,
  })
  const memory = new Map<string, string>()
  const context = {
    ...modal.context,
    project: {
      ...modal.context.project,
      // Browsers ask without pre-flight; the node behind it takes nothing but JSON.
      rpc: { [chainId]: [place.rpcUrl] },
      gatewayUrl,
      swap: { [chainId]: swapNetworkOf() },
    },
    storage: storageIn(memory, modal.context),
  }
  const { store } = modal
  use(store, connector)
  const active: Caip10 = `${chainId}:${trader}`
  store.set(setConnectionAtom, 'eip155', {
    status: 'connected',
    wallet: { id: connector.id, type: 'announced', name: 'Example Wallet', handle: connector.key },
    accounts: [active],
    active,
    chainId,
  })
  store.set(isOpenAtom, true)
  store.set(stackAtom, { steps: [{ id: 1, route: { view: 'Account' } }], direction: 'none' })
  go.push(context, { view: 'Swap' })
  return { ...modal, context, active, asked, memory, emit, connector }
}

/** The transaction of a request for one. */
export const sentIn = (params: Json): Readonly<Record<string, Hex>> =>
  (params as readonly Record<string, Hex>[])[0] ?? {}

/** As a user does it, who comes back to the form. */
export function pick(context: ModalContext, side: 'from' | 'to', token: SwapChoice) {
  go.push(context, { view: 'SwapSelectToken', side })
  chooseSwapToken(context, side, token)
}

/** A form that is filled in, and quoted unless the amount is empty. `stop` ends its watches. */
export async function fillSwap(
  world: SwapWorld,
  [from, to, amount]: readonly [TokenName, TokenName, string],
  given: Parameters<typeof openSwapDesk>[1] = {},
) {
  const opened = openSwapDesk(world, given)
  const { context, store } = opened
  const until = (is: () => boolean) => vi.waitFor(() => expect(is()).toBe(true), { timeout: 15_000, interval: 10 })
  const settled = () => until(() => !['none', 'loading'].includes(store.get(quotedAtom).status))
  startSwap(context)
  const stop = watchSwap(context)
  pick(context, 'from', choice(from))
  pick(context, 'to', choice(to))
  await until(() => {
    const facts = store.get(swapFactsAtom)
    return facts.status === 'ready' && facts.to !== undefined
  })
  typeSwapAmount(context, amount)
  if (amount !== '') await settled()
  return {
    ...opened,
    stop,
    until,
    settled,
    problem: () => store.get(swapFormAtom)?.problem,
    async review() {
      expect(store.get(swapFormAtom)?.problem).toBeUndefined()
      reviewSwap(context)
      await until(() => store.get(swapReviewAtom).status !== 'loading')
      return store.get(swapReviewAtom)
    },
    events: (name: string) =>
      opened.told.flatMap(({ type, payload }) => {
        const event = payload as { name: string; props: Record<string, unknown> }
        return type === 'EVENT' && event.name === name ? [event.props] : []
      }),
  }
}

/** Past the modal. */
export async function send({ place }: SwapWorld, transaction: Record<string, string>): Promise<void> {
  const hash = (await callRpc(place.node.rpcUrl, 'eth_sendTransaction', [{ from: trader, ...transaction }])) as Hex
  await place.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}
/** How much of the token the routers may take. */
export const allow = async (world: SwapWorld, name: TokenName, amount: bigint) => {
  for (const spender of [exchange.router, exchange.v2Router])
    await send(world, {
      to: tokens[name],
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    })
}
export const forbid = (world: SwapWorld, name: TokenName) => allow(world, name, 0n)

/** One world for all tests of a file, whose gateway is honest again before each. What `open` fills is given up after its test. */
export async function sharedSwapWorld() {
  const world = await openSwapWorld()
  let stops: (() => void)[] = []
  afterAll(() => world.stop())
  beforeEach(() => world.lies.clear())
  afterEach(() => {
    for (const stop of stops) stop()
    stops = []
  })
  const stopAfterTest = (stop: () => void) => void stops.push(stop)
  const open = async (from: TokenName, to: TokenName, amount: string, given: Parameters<typeof fillSwap>[2] = {}) => {
    const filled = await fillSwap(world, [from, to, amount], given)
    stopAfterTest(filled.stop)
    return filled
  }
  return { world, open, stopAfterTest }
}

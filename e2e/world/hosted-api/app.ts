/**
 * Answers like the hosted API, oddities included, for a modal whose `gatewayUrl` is that API. Written from the description
 * of its answers, not from its code. Swaps and the on-ramp are missing and answer 404, like unknown paths.
 */
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { balancesOn } from './balances.ts'
import { evmHistory, onrampHistory, solanaHistory } from './history.ts'
import { createHostedNames, type Said } from './names.ts'
import { emptyNetworks, hostedNetworks, isEvmAddress, isSolanaAddress } from './networks.ts'
import { type Refusal, refusals } from './refusals.ts'

/** Project ids that it refuses. */
export const magicProjects = {
  unknown: '0'.repeat(32),
  overQuota: `${'4'.repeat(29)}429`,
  overRate: `${'5'.repeat(29)}429`,
} as const
const refused: Readonly<Record<string, Refusal>> = {
  [magicProjects.unknown]: refusals.unauthenticated,
  [magicProjects.overQuota]: refusals.overQuota,
  [magicProjects.overRate]: refusals.overRate,
}

export type HostedPart = 'balance' | 'history' | 'identity' | 'node'

export type HostedApiOptions = {
  /** Local networks that it also serves, each with a node. */
  readonly nodes?: Readonly<Record<string, string>>
  /** Unix time in milliseconds. */
  readonly now?: () => number
}

export type HostedApi = ReturnType<typeof createHostedApi>

/** SDKs that get no balances. */
const deafVersions = /1\.6\.[45]$/
const balanceCacheMs = 10_000
const requestHeaders =
  'content-type user-agent referer origin access-control-request-method access-control-request-headers solana-client sec-fetch-mode x-sdk-type x-sdk-version'
const day = 86_400

export function createHostedApi({ nodes = {}, now = Date.now }: HostedApiOptions = {}) {
  const networks = new Set([...hostedNetworks, ...Object.keys(nodes)])
  const chainIds = new Set([...networks].filter((id) => id.startsWith('eip155:')).map((id) => Number(id.slice(7))))
  const names = createHostedNames({ chainIds, now })
  const down = new Set<HostedPart>()
  const ens = new Map<string, { readonly name: string; readonly avatar: string | null }>()
  const balanceCache = new Map<string, { readonly until: number; readonly balances: readonly unknown[] }>()
  let purchases = 0

  const app = new Hono()
  app.use(cors({ origin: '*', allowHeaders: requestHeaders.split(' ') }))
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('x-request-id', randomUUID())
  })

  app.get('/v1/supported-chains', (c) => {
    c.header('Cache-Control', `public, max-age=${day}, s-maxage=${day}`)
    // In no order.
    return c.json({ http: [...networks].reverse(), ws: ['eip155:1', 'eip155:7777777'] })
  })

  const identity = (c: Context) => {
    const wrong = checkProject(c)
    if (wrong) return refuse(wrong)
    const address = c.req.param('address') ?? ''
    if (isSolanaAddress(address)) return c.json({ name: null, avatar: null, resolvedAt: null })
    if (!isEvmAddress(address)) return refuse(refusals.badAddress)
    if (down.has('identity')) return refuse(refusals.identityDown)
    const found = ens.get(address.toLowerCase()) ?? ens.get('everybody')
    const name = found?.name ?? names.firstOf(address) ?? null
    c.header('Cache-Control', `public, max-age=${day}, s-maxage=${day}`)
    return c.json({ name, avatar: found?.avatar ?? null, resolvedAt: name && new Date(now()).toISOString() })
  }
  app.get('/v1/identity/:address', identity)
  app.get('/v1/account/:address/identity', identity)

  app.get('/v1/account/:address/balance', (c) => {
    const wrong = checkProject(c)
    if (wrong) return refuse(wrong)
    if (!c.req.query('currency')) return refuse(refusals.missingField('currency'))
    const address = c.req.param('address')
    const isSolana = isSolanaAddress(address)
    if (!isSolana && !isEvmAddress(address)) return refuse(refusals.badAddress)
    if (isSolana && c.req.query('forceUpdate')) return refuse(refusals.unsupportedNamespace('solana'))
    const chainId =
      c.req.query('chainId') ?? (isSolana ? (hostedNetworks.find((id) => id.startsWith('solana:')) ?? '') : 'eip155:1')
    if (!networks.has(chainId)) return refuse(refusals.badParameter(chainId))
    if (down.has('balance')) return refuse(refusals.balancesDown)
    const version = c.req.query('sv') ?? c.req.header('x-sdk-version') ?? ''
    const isSilent = !c.req.header('origin') || version === '' || deafVersions.test(version)
    if (isSilent || emptyNetworks.has(chainId)) return c.json({ balances: [] })
    // Cached by address only: another network within ten seconds gets the first one's list.
    const known = balanceCache.get(address)
    const balances = known && known.until > now() ? known.balances : balancesOn(chainId)
    if (balances !== known?.balances) balanceCache.set(address, { until: now() + balanceCacheMs, balances })
    return c.json({ balances })
  })

  app.get('/v1/account/:address/history', (c) => {
    const wrong = checkProject(c)
    if (wrong) return refuse(wrong)
    const address = c.req.param('address')
    const given = c.req.query('chainId') ?? ''
    const chainId = /^\d+$/.test(given) ? `eip155:${given}` : given
    const isSolana = chainId.startsWith('solana:')
    if (!(isSolana ? isSolanaAddress(address) : isEvmAddress(address))) return refuse(refusals.badAddress)
    if (down.has('history')) return refuse(refusals.historyDown)
    const onramp = c.req.query('onramp')
    if (onramp !== undefined && (onramp !== 'coinbase' || isSolana)) return refuse(refusals.unsupportedProvider(onramp))
    if (onramp !== undefined) {
      purchases += 1
      return c.json(onrampHistory(address, purchases))
    }
    if (chainId !== '' && !networks.has(chainId)) return refuse(refusals.badParameter(chainId))
    if (emptyNetworks.has(chainId)) return c.json({ data: [], next: null })
    const read = isSolana ? solanaHistory : evmHistory
    const page = read(address, chainId || 'eip155:1', c.req.query('cursor'))
    return page ? c.json(page) : refuse(refusals.badParameter('cursor'))
  })

  app.get('/v1/profile/account/:name', (c) => say(c, names.find(c.req.param('name'), c.req.query('apiVersion'))))
  app.get('/v1/profile/reverse/:address', (c) =>
    say(c, names.reverse(c.req.param('address'), c.req.query('apiVersion'))),
  )
  app.get('/v1/profile/suggestions/:name', (c) => say(c, names.suggest(c.req.param('name'), c.req.query('zone'))))
  app.post('/v1/profile/account', async (c) => say(c, await names.register(await c.req.text())))

  for (const path of ['/v1', '/v1/']) {
    app.get(path, () => refuse(refusals.webSocketOnly))
    app.post(path, async (c) => {
      const wrong = checkProject(c)
      if (wrong) return refuse(wrong)
      const chainId = c.req.query('chainId') ?? ''
      const node = Object.hasOwn(nodes, chainId) ? nodes[chainId] : undefined
      if (!networks.has(chainId)) return refuse(refusals.unsupportedChain(chainId))
      if (node === undefined || down.has('node')) return refuse(refusals.chainDown(chainId))
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(node, { method: 'POST', headers, body: await c.req.text() })
      return c.body(await answer.text(), 200, headers)
    })
  }
  // No body, and no reason.
  app.notFound(() => refuse(refusals.notFound))
  app.onError(() => refuse(refusals.internal))

  return {
    app,
    /** Gives the address a primary name on ENS. */
    nameOnEns: (address: `0x${string}` | 'everybody', name: string, avatar: string | null = null) => {
      ens.set(address.toLowerCase(), { name, avatar })
    },
    forgetEns: () => ens.clear(),
    /** Makes these endpoints answer 503. */
    setDown: (...parts: readonly HostedPart[]) => {
      down.clear()
      for (const part of parts) down.add(part)
    },
  }
}

function checkProject(c: Context): Refusal | undefined {
  const projectId = c.req.query('projectId')
  if (!projectId) return refusals.missingField('projectId')
  return Object.hasOwn(refused, projectId) ? refused[projectId] : undefined
}

const types = { json: 'application/json', text: 'text/plain; charset=utf-8' } as const

const refuse = ({ status, type, body }: Refusal): Response =>
  body === ''
    ? new Response(null, { status })
    : new Response(body, { status, headers: { 'Content-Type': types[type] } })

const say = (c: Context, said: Said): Response => ('value' in said ? c.json(said.value) : refuse(said))

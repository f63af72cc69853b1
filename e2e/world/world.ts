/**
 * The local world: two EVM chains, a Solana chain, a pairing relay, the frames, the demo sites and the test hosts, each
 * on its own origin. Everything listens on loopback; nothing leaves the machine. `stop` ends exactly what `startWorld`
 * started.
 */

import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { EventName } from '@airlock/protocol/contracts/analytics.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Report } from '@airlock/service/frames/reports.ts'
import type { Token } from '@airlock/service/gateway/networks/network.ts'
import { type Listener, type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import type { WalletAnswer } from '@airlock/service/listing/wallets.ts'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Hex } from 'viem'
import { type RecoveryChoice, startAccounts, type WorldAccounts } from './accounts.ts'
import { createWorldApi } from './api.ts'
import { checkoutFees, checkoutLabel, checkoutName, createCheckout, type WorldCheckout } from './checkout.ts'
import { coins, createGifts, openCollectibles } from './collectibles.ts'
import { type Content, startContent } from './content.ts'
import { deployDelegationFramework } from './delegation-framework.ts'
import { openEns, type WorldEns } from './ens.ts'
import { type Farcaster, startFarcaster } from './farcaster/farcaster.ts'
import { demoToken, faucetPicture, giver, startFaucet } from './faucet.ts'
import { createWorldFrames, createWorldWallet } from './frames.ts'
import { startGateway } from './gateway.ts'
import { createHostedApi, type HostedApi } from './hosted-api/app.ts'
import { createHostsApp, type DemoConfig, type DemoHost, type HostConfig, phoneHost, type testHosts } from './hosts.ts'
import { type MailSink, startMailSink } from './mail.ts'
import { marketContracts, openMarket, stockMarket, swapNetworkOf } from './market.ts'
import { chainDescriptions, toNetwork } from './networks.ts'
import { type EvmNode, startNode } from './node.ts'
import { startOpenIdProvider } from './openid-provider.ts'
import { fillPast, pastSeconds, veteran } from './past.ts'
import { examplePort, type fixedPorts, freePorts } from './ports.ts'
import { createRecords } from './records.ts'
import { type Relay, startRelay } from './relay/relay.ts'
import { callRpc } from './rpc.ts'
import { createGate, type RpcBehaviour, type RpcEndpoint } from './rpc-gate.ts'
import { deploySimple7702 } from './smart-account.ts'
import { createWorldSolana, type WorldSolana } from './solana.ts'
import { createSponsors, type WorldSponsors } from './sponsors.ts'
import { createArrivals } from './violations.ts'

export type WorldOptions = {
  /** 0 takes a free port. The nodes always take free ports, since no page uses them directly. */
  readonly ports?: Readonly<Record<keyof typeof fixedPorts, number>>
  /** Folder with the built `sdk`, `frame`, `wallet`, `demo` and `fixtures`. */
  readonly distDir?: string
  /** Wallets in the listing. Default: the bundled ones. */
  readonly wallets?: readonly WalletAnswer[]
  /** Who can restore an embedded wallet on a new device. Default: the operator of both roles. */
  readonly recovery?: RecoveryChoice
  /** Server for a page of `examples/`. */
  readonly exampleOrigin?: string
  /** Whether the EVM chains start with three years of history of `veteran`: the account of a new demo wallet. */
  readonly hasPast?: boolean
  /** Whether a sponsor pays for calls of the demo on the first chain; the second one has smart sessions. Needs the bundler to be installed. */
  readonly isSponsored?: boolean
  /** The server at the gateway's origin. Default: our own; `hosted`: a stand-in of the hosted API. */
  readonly gateway?: 'own' | 'hosted'
  /** Frames, pages and services ask the nodes themselves: nothing of ours is in front of them. */
  readonly hasPlainNodes?: boolean
  /** Wraps the server of an origin: `npm run dev`. */
  readonly inFront?: (origin: 'hosts' | 'modal' | 'wallet', app: Hono, listener: Listener) => Listener
}

export type AlterHeaders = (url: URL, headers: Headers) => void

export type WorldChain = {
  readonly caip2: `eip155:${number}`
  readonly chainId: number
  readonly name: string
  /** For pages: the preferred endpoint. */
  readonly rpcUrl: string
  readonly endpoints: readonly RpcEndpoint[]
  /** For Node: the chain itself, bypassing the endpoints' behaviour. */
  readonly nodeUrl: string
  /** Sets the behaviour of all endpoints of this chain; `endpoints[n].behave` sets one. */
  readonly behave: (behaviour: RpcBehaviour) => void
}

export type World = {
  readonly origins: {
    /** The demo page, and the second site that shows it, which the project trusts with approvals inside the modal. */
    readonly app: string
    readonly market: string
    /** The page of the wallet on another device. */
    readonly phone: string
    readonly host: string
    readonly other: string
    readonly nopolicy: string
    readonly pinned: string
    /** The same site as `host`; also listed. */
    readonly 'blog.host': string
    readonly 'xn--bcher-kva': string
    readonly modal: string
    readonly wallet: string
    readonly api: string
    readonly gateway: string
    /** The stand-in for a checkout page. */
    readonly checkout: string
    /** The wallet service, the recovery role, and the inbox of all addresses. */
    readonly accounts: string
    readonly recovery: string
    readonly mail: string
  }
  readonly config: HostConfig
  /** The same project with an embedded wallet: for `host.create(world.embedded)`. */
  readonly embedded: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The same, with smart accounts: on the second network with smart sessions. */
  readonly smart: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The same, with a bundler and a paymaster there. */
  readonly sponsored: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** With social logins: two providers that answer, one that does not, and Farcaster. */
  readonly social: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The same project with a relay, for wallets on other devices. */
  readonly paired: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The same project with a wallet listing and analytics. */
  readonly listed: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The same project with a relay and a wallet listing. */
  readonly showcase: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The demo sites' own project: with a relay, a wallet listing and an embedded wallet. */
  readonly tour: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The project of the pages in `examples/`: with a relay and an embedded wallet. */
  readonly examples: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** The same project with a relay, a wallet listing and analytics. */
  readonly measured: Pick<HostConfig, 'frameUrl' | 'projectId'>
  /** Number of events of `listed` by name, since the world started. */
  readonly counted: () => Readonly<Partial<Record<EventName, number>>>
  readonly chains: readonly [WorldChain, WorldChain]
  /** Every project allows it; pages add it themselves: `host.create({ networks: [..., world.solana.network] })`. */
  readonly solana: WorldSolana
  /** Names on the first chain. `faucet.eth`, with a picture, is the sender of the demo's gifts. */
  readonly ens: WorldEns
  /** The stand-in of the hosted API; only a world with `gateway: 'hosted'` asks it. */
  readonly hostedApi: Pick<HostedApi, 'nameOnEns' | 'forgetEns' | 'setDown'>
  /** Transports messages between the modal and remote wallets. */
  readonly relay: Relay
  /** Receives all emails of the world. */
  readonly mail: MailSink
  /** Farcaster's relay and registries, and apps of its users. */
  readonly farcaster: Pick<Farcaster, 'app' | 'relay'>
  /** The wallet service and the recovery role; a test may end them at a request and start them again. */
  readonly accounts: Pick<WorldAccounts, 'wallet' | 'recovery' | 'backUp' | 'later'>
  /** The logs of the wallet service and the recovery role. */
  readonly accountLogs: () => readonly string[]
  readonly sponsors: Pick<WorldSponsors, 'bundler' | 'paymaster'>
  readonly rpc: (chain: WorldChain, method: string, params?: unknown) => Promise<unknown>
  /** Gives the address this many ether on every chain. */
  readonly fund: (address: string, options?: { ether?: number }) => Promise<void>
  /** Gives the address NFTs and tokens, ordinary and hostile ones, on this chain. */
  readonly giveCollectibles: (chain: WorldChain, address: Hex) => Promise<void>
  /** The gateway's outbound requests. */
  readonly content: Pick<Content, 'url' | 'asked'>
  /** Purchases, and whether they are sent at once. */
  readonly checkout: Pick<WorldCheckout, 'purchases' | 'hold'>
  readonly violations: () => readonly Report[]
  readonly nextViolation: (matches: (report: Report) => boolean) => Promise<Report>
  readonly clearViolations: () => void
  /**
   * From now on changes the headers of all responses of hosts and frames, as a real server would send them. A response
   * by the runner in a server's place would count as another network and be treated differently.
   */
  readonly alterHeaders: (alter: AlterHeaders) => void
  /** Resets endpoints and headers to normal, and clears recorded calls, violations and emails. */
  readonly reset: () => void
  readonly stop: () => Promise<void>
}

const defaultDist = resolve(import.meta.dirname, '../../dist')

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { ports = freePorts, distDir = defaultDist, exampleOrigin = `http://localhost:${examplePort}` } = options
  const running: { stop(): Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(running.splice(0).map((part) => part.stop()))
  }
  try {
    return await assemble()
  } catch (error) {
    await stop()
    throw error
  }

  async function assemble(): Promise<World> {
    const violations = createArrivals<Report>()
    let alter: AlterHeaders = () => undefined
    const toListener = (app: Hono): Listener =>
      getRequestListener(async (request) => {
        const response = await app.fetch(request)
        alter(new URL(request.url), response.headers)
        return response
      })
    const toDocuments = (origin: 'hosts' | 'modal' | 'wallet', app: Hono): Listener =>
      options.inFront?.(origin, app, toListener(app)) ?? toListener(app)
    const now = Math.floor(Date.now() / 1000)
    const beginning = options.hasPast ? now - pastSeconds : undefined
    const nodes = await all(chainDescriptions.map(({ chainId }) => startNode({ chainId, beginning }).then(keep)))
    // Every policy contains the origins, so all ports are taken before their servers are created.
    const [hosts, modal, rpc, wallet, api, accounts, recovery, gateway, checkoutPort] = await all([
      reserve(ports.hosts),
      reserve(ports.modal),
      reserve(ports.rpc),
      reserve(ports.wallet),
      reserve(ports.api),
      reserve(ports.accounts),
      reserve(ports.recovery),
      reserve(ports.gateway),
      reserve(ports.checkout),
    ])
    const relay = keep(await startRelay({ port: ports.relay }))
    const content = keep(await startContent())
    const at = (name: string, { port }: Reserved) => `http://${name}.localhost:${port}`
    const origins = {
      app: at('app', hosts),
      market: at('market', hosts),
      phone: at(phoneHost, hosts),
      host: at('host', hosts),
      other: at('other', hosts),
      nopolicy: at('nopolicy', hosts),
      pinned: at('pinned', hosts),
      'blog.host': at('blog.host', hosts),
      'xn--bcher-kva': at('xn--bcher-kva', hosts),
      modal: at('modal', modal),
      wallet: at('wallet', wallet),
      api: at('api', api),
      accounts: at('accounts', accounts),
      recovery: at('recovery', recovery),
      gateway: at('gateway', gateway),
      checkout: at('checkout', checkoutPort),
    } satisfies Record<
      | keyof typeof testHosts
      | DemoHost
      | 'phone'
      | 'modal'
      | 'wallet'
      | 'api'
      | 'accounts'
      | 'recovery'
      | 'gateway'
      | 'checkout',
      string
    >

    // These read chains: the modal, the wallet, the demo wallet's Worker on the demo sites, the demo phone wallet, and pages with a library
    // that reads them.
    const { app, market, phone, host, pinned } = origins
    const allowOrigins = new Set([origins.modal, origins.wallet, app, market, phone, host, pinned, exampleOrigin])
    const gates = new Map<string, ReturnType<typeof createGate>>()
    const openGate = (name: string, nodeUrl: () => string | Promise<string>) => {
      const gate = createGate({ url: `http://${name}:${rpc.port}/`, nodeUrl, allowOrigins })
      gates.set(`${name}:${rpc.port}`, gate)
      return gate
    }
    const solana = keep(await createWorldSolana(openGate, options.hasPlainNodes ?? false))
    const farcaster = keep(await startFarcaster())
    const farcasterForServices = openGate('localhost', async () => (await farcaster.chain()).rpcUrl)
    // Services reach it by address, because not every system resolves names below localhost.
    const solanaForServices = openGate('127.0.0.1', async () => (await solana.node()).rpcUrl)
    const chains = chainDescriptions.map((description, index) => {
      const { rpcUrl: nodeUrl } = nodes[index] as EvmNode // as: one node per description, in the same order
      const endpoints = description.endpointHosts.map((host) => openGate(host, () => nodeUrl))
      return toChain(description, nodeUrl, endpoints)
    })
    const [one, two] = chains
    if (!one || !two) throw new Error('The world needs two chains')
    const sponsors = keep(createSponsors(one))
    const bundlerGate = openGate('bundler.localhost', async () => (await sponsors.bundler()).url)
    const paymasterGate = openGate('pay.localhost', async () => (await sponsors.paymaster()).url)

    const networks = chainDescriptions.map((description, index) =>
      toNetwork(
        description,
        options.hasPlainNodes ? [chains[index]?.nodeUrl ?? ''] : (chains[index]?.endpoints ?? []).map(({ url }) => url),
      ),
    )
    const records = createRecords({
      origins,
      exampleOrigin,
      chains: [one.caip2, two.caip2],
      networks: [...networks, solana.network],
      sponsorUrls: { bundler: bundlerGate.url, paymaster: paymasterGate.url },
      relayUrl: relay.url,
      recovery: options.recovery,
      isSponsored: options.isSponsored ?? false,
    })
    const walletRecords = [
      records.embedded,
      records.smart,
      records.sponsored,
      records.social,
      records.tour,
      records.examples,
    ]
    const pageOf = ({ projectId }: ProjectRecord) => ({ frameUrl: `${origins.modal}/p/${projectId}/`, projectId })
    const config: HostConfig = { ...pageOf(records.demo), networks }
    const fixturesDir = resolve(distDir, 'fixtures')
    modal.serve(
      toDocuments(
        'modal',
        createWorldFrames({ distDir: resolve(distDir, 'frame'), fixturesDir, records, reports: violations.add }),
      ),
    )
    const { app: apiApp, tally } = createWorldApi({
      records: [records.listed, records.showcase, records.measured, records.tour],
      modalOrigin: origins.modal,
      wallets: options.wallets,
    })
    api.serve(toListener(apiApp))
    // By address, because not every system resolves names below localhost.
    const gatewayForServices = `http://127.0.0.1:${gateway.port}`
    const secret = randomBytes(32)
    const checkout = createCheckout({ chains, secret })
    checkoutPort.serve(getRequestListener((request) => checkout.app.fetch(request)))
    const gatewayRole = keep(
      await startGateway({
        records: [records.tour],
        modalOrigin: origins.modal,
        contentUrl: content.url,
        ensChainId: one.chainId,
        loopback: [gatewayForServices],
        onramp: {
          checkouts: [
            {
              name: checkoutName,
              label: checkoutLabel,
              feeRange: checkoutFees,
              isTest: true,
              page: `${origins.checkout}/`,
              api: `http://127.0.0.1:${checkoutPort.port}/api/`,
              secret,
            },
          ],
        },
        networks: [
          ...chains.map(({ caip2, nodeUrl }) => ({
            id: caip2,
            rpcUrls: [nodeUrl],
            currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            multicall3: undefined,
            tokens: listedTokens(content.url),
            prices: { kind: 'pools' as const, ...marketContracts },
            history: { kind: 'index' as const, fromBlock: 0, pollMs: 250 },
            swap: swapNetworkOf(),
          })),
          {
            id: solana.caip2,
            rpcUrls: [options.hasPlainNodes ? (await solana.node()).rpcUrl : solanaForServices.url],
            currency: solana.network.nativeCurrency,
            multicall3: undefined,
            tokens: [],
          },
        ],
      }),
    )
    const hostedApi = createHostedApi({
      nodes: Object.fromEntries(chains.map(({ caip2, nodeUrl }) => [caip2, nodeUrl])),
    })
    gateway.serve(options.gateway === 'hosted' ? getRequestListener(hostedApi.app.fetch) : gatewayRole.listener)
    const readers = [origins.app, origins.market, origins.host]
    const mail = keep(await startMailSink({ port: ports.mail, allowOrigins: readers }))
    const mailOrigin = `http://mail.localhost:${mail.port}`
    // Two that answer, and one that does not.
    const providers = await all(
      ['google', 'acme'].map((id) =>
        startOpenIdProvider({ redirectUris: [`${origins.accounts}/oauth/callback/${id}`] }).then(keep),
      ),
    )
    const socials = [
      ...providers,
      { issuer: 'http://127.0.0.1:1', client: { clientId: 'nobody', clientSecret: 'nobody' } },
    ]
    const accountRoles = keep(
      await startAccounts({
        walletUrl: origins.accounts,
        recoveryUrl: origins.recovery,
        smtpUrl: mail.smtpUrl,
        records: walletRecords,
        choice: options.recovery,
        farcaster: { relayUrl: farcaster.relay.url, rpcUrls: [farcasterForServices.url] },
        socials: socials.map(({ issuer, client }, index) => ({
          id: ['google', 'acme', 'absent'][index] ?? '',
          name: ['Google', 'Acme', 'Absent'][index],
          issuer,
          ...client,
        })),
      }),
    )
    accounts.serve(accountRoles.wallet.listener)
    recovery.serve(accountRoles.recovery.listener)
    wallet.serve(
      toDocuments(
        'wallet',
        createWorldWallet({
          distDir: resolve(distDir, 'wallet'),
          fixturesDir,
          modalOrigin: origins.modal,
          records: walletRecords,
          reports: violations.add,
        }),
      ),
    )
    const demoConfig: DemoConfig = {
      ...pageOf(records.tour),
      networks: [...networks, solana.network],
      phoneUrl: `${origins.phone}/`,
      inboxUrl: mailOrigin,
      token: demoToken,
      ...(options.hasPast && { walletKey: veteran.privateKey }),
      ...(options.isSponsored && { sponsor: { caipNetworkId: one.caip2, paymasterUrl: paymasterGate.url } }),
    }
    const giveCollectibles = createGifts(content.url)
    const faucet = await startFaucet({ chains, solana, giveCollectibles })
    await all(chains.flatMap(({ nodeUrl }) => [openMarket(nodeUrl), openCollectibles(nodeUrl)]))
    await all(chains.map(({ nodeUrl }) => stockMarket(nodeUrl)))
    if (options.hasPast) await all([fillPast(one.nodeUrl, now, 3), fillPast(two.nodeUrl, now, 1)])
    if (options.hasPast || options.isSponsored)
      await all(chains.map(({ nodeUrl }) => deployDelegationFramework(nodeUrl)))
    if (options.isSponsored) {
      await deploySimple7702(one.nodeUrl)
      // One after the other: both deploy what they share. The bundler takes longer to start than a wallet waits.
      await sponsors.paymaster()
      await sponsors.bundler()
    }
    // NFTs of the past have no metadata; these have.
    if (options.hasPast) await giveCollectibles(one.nodeUrl, veteran.address)
    const ens = await openEns({
      nodeUrl: one.nodeUrl,
      zone: gatewayRole.zone,
      signer: gatewayRole.signer,
      gatewayUrl: `${gatewayForServices}/v1/ens/{sender}/{data}.json`,
    })
    await ens.give({ label: 'faucet', address: giver, avatar: faucetPicture })
    hosts.serve(
      toDocuments(
        'hosts',
        createHostsApp({
          demoDir: resolve(distDir, 'demo'),
          fixturesDir,
          sdkDir: resolve(distDir, 'sdk'),
          librariesDir: resolve(distDir, 'libraries'),
          modalOrigin: origins.modal,
          config,
          demoConfig,
          demoOrigins: origins,
          faucet,
          phoneConfig: {
            relayUrl: relay.url,
            networks: networks.map(({ id, name, nativeCurrency, rpcUrls }) => ({
              chainId: id,
              name,
              symbol: nativeCurrency.symbol,
              rpcUrl: rpcUrls.default.http[0] ?? '',
            })),
            solana: {
              caip2: solana.caip2,
              name: solana.network.name,
              symbol: solana.network.nativeCurrency.symbol,
              rpcUrl: solana.network.rpcUrls.default.http[0] ?? '',
            },
          },
          reports: violations.add,
        }),
      ),
    )
    rpc.serve((request, response) => {
      const gate = gates.get(request.headers.host ?? '')
      return gate ? gate.handle(request, response) : response.writeHead(421).end()
    })

    return {
      origins: { ...origins, mail: mailOrigin },
      mail,
      farcaster,
      accounts: accountRoles,
      accountLogs: accountRoles.logs,
      config,
      embedded: pageOf(records.embedded),
      smart: pageOf(records.smart),
      sponsored: pageOf(records.sponsored),
      social: pageOf(records.social),
      paired: pageOf(records.paired),
      listed: pageOf(records.listed),
      showcase: pageOf(records.showcase),
      tour: pageOf(records.tour),
      examples: pageOf(records.examples),
      measured: pageOf(records.measured),
      counted: () => tally.read(records.listed.projectId),
      chains: [one, two],
      solana,
      ens,
      hostedApi,
      relay,
      sponsors,
      rpc: (chain, method, params) => callRpc(chain.nodeUrl, method, params),
      fund: async (address, { ether = 100 } = {}) => {
        const wei = `0x${(BigInt(ether) * 10n ** 18n).toString(16)}`
        await Promise.all(nodes.map(({ rpcUrl }) => callRpc(rpcUrl, 'anvil_setBalance', [address, wei])))
      },
      giveCollectibles: (chain, address) => giveCollectibles(chain.nodeUrl, address),
      content,
      checkout,
      violations: violations.all,
      nextViolation: violations.next,
      clearViolations: violations.clear,
      alterHeaders: (next) => {
        alter = next
      },
      reset: () => {
        alter = () => undefined
        violations.clear()
        relay.reset()
        checkout.reset()
        farcaster.relay.behave({})
        mail.accept(true)
        mail.clear()
        for (const gate of gates.values()) gate.reset()
      },
      stop,
    }
  }

  function keep<T extends { stop(): Promise<void> }>(part: T): T {
    running.push(part)
    return part
  }

  async function reserve(port: number): Promise<Reserved> {
    let listener: Listener = (_request, response) => response.writeHead(503).end()
    const server: Listening = await listenOnLoopback((request, response) => listener(request, response), port)
    keep({ stop: () => server.close() })
    return {
      port: server.port,
      serve: (next) => {
        listener = next
      },
    }
  }
}

/** The tokens for a list; the one with a copied name is left out. */
function listedTokens(contentUrl: string): readonly Token[] {
  const logo = (symbol: string) => `${contentUrl}/tokens/${symbol}.svg`
  const { dollar, ether18, fee, old } = coins
  return [
    { ...demoToken, name: 'Test Token', iconUrl: logo(demoToken.symbol) },
    { address: marketContracts.stable, name: 'USD', symbol: 'USD', decimals: 6, iconUrl: undefined },
    { ...dollar, iconUrl: logo(dollar.symbol) },
    // Its picture does not exist.
    { ...ether18, iconUrl: logo(ether18.symbol) },
    { ...fee, iconUrl: undefined },
    { ...old, iconUrl: undefined },
  ]
}

type Reserved = { readonly port: number; serve(listener: Listener): void }

/** Waits for all promises even if one fails, so that everything that started late can be stopped. */
async function all<T extends readonly Promise<unknown>[]>(promises: readonly [...T]) {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

const toChain = (
  { chainId, name }: (typeof chainDescriptions)[number],
  nodeUrl: string,
  endpoints: readonly RpcEndpoint[],
): WorldChain => ({
  caip2: `eip155:${chainId}`,
  chainId,
  name,
  rpcUrl: endpoints[0]?.url ?? nodeUrl,
  endpoints,
  nodeUrl,
  behave: (behaviour) => {
    for (const endpoint of endpoints) endpoint.behave(behaviour)
  },
})

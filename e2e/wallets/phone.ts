/**
 * A wallet on another device: the vendor's own wallet kit, a third-party library, in Node. It takes a pasted code,
 * decides like the wallets in the page, signs with its own key and sends transactions on the local chains.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { buildApprovedNamespaces, buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import type { World } from '../world/world.ts'
import { createSigner } from './account.ts'
import { createApprovals } from './approval.ts'
import { createBatches } from './batches.ts'
import { toReply } from './install.ts'
import { createMethods, type WalletState } from './methods.ts'
import { createSolanaWallet } from './solana.ts'
import type { Behaviour, WalletCall } from './wallet.ts'

export type PhoneOptions = {
  readonly name?: string
  readonly behaviour?: Extract<Behaviour, 'honest' | 'asks' | 'declines'>
  /** The chains that it grants at first. Default: all chains of the world. */
  readonly chainIds?: readonly number[]
  /** CAIP-10 accounts outside EVM chains. */
  readonly accounts?: readonly string[]
  /** Replaces the honest description of itself. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /**
   * Whether it can connect and sign in with one prompt, as newer wallets can. `replays`: it signs an old message;
   * `forges`: its signature is not by its account.
   */
  readonly signIn?: 'honest' | 'replays' | 'forges'
  /** Whether it has an account on the world's Solana chain. `signature-only`: it answers like older wallets. */
  readonly solana?: 'honest' | 'signature-only'
  /** Fixed answers by method. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Carries out several calls as one, and says so when it is paired (EIP-5792). */
  readonly hasBatches?: boolean
}

type Asked = {
  readonly chains?: string[] | undefined
  readonly methods: string[]
  readonly events: string[]
}

/** The vendor's kit, with the world's relay and a storage of its own. */
export async function openKit(world: World, metadata: { readonly name: string } & Readonly<Record<string, unknown>>) {
  const memory = new Map<string, unknown>()
  const core = new Core({
    projectId: '1'.repeat(32),
    relayUrl: world.relay.nodeUrl,
    // A process may have several phones, each with its own storage.
    customStoragePrefix: randomUUID(),
    telemetryEnabled: false,
    logger: 'fatal',
    // It keeps all its log output, and throws if that exceeds this limit.
    maxLogBlobSizeInBytes: 32 * 1024 * 1024,
    storage: {
      getKeys: () => Promise.resolve([...memory.keys()]),
      // as: the kit stored these values itself.
      getEntries: <T>() => Promise.resolve([...memory] as [string, T][]),
      getItem: <T>(key: string) => Promise.resolve(memory.get(key) as T | undefined),
      setItem: (key, value) => Promise.resolve(void memory.set(key, value)),
      removeItem: (key) => Promise.resolve(void memory.delete(key)),
    },
  })
  const kit = await WalletKit.init({
    // as: the kit's own types disagree about optional properties
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: { description: '', url: 'https://pocket.example', icons: [], ...metadata },
  })

  // The kit's own logger reports every unexpected message.
  Object.assign(kit.engine.signClient, { logger: core.logger })

  // If a relay repeats the end of a session, the kit throws an unhandled error, so repeats are ignored.
  const { engine } = kit.engine.signClient
  const onEnd: unknown = Reflect.get(engine, 'onSessionDeleteRequest')
  if (typeof onEnd !== 'function') throw new Error('The kit hears no end')
  Reflect.set(engine, 'onSessionDeleteRequest', async (topic: string, payload: unknown) => {
    if (Object.hasOwn(kit.getActiveSessions(), topic)) await onEnd.call(engine, topic, payload)
  })
  const stop = async () => {
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
  return { core, kit, stop }
}

export type Phone = Awaited<ReturnType<typeof startPhone>>

export async function startPhone(world: World, options: PhoneOptions = {}) {
  const {
    name = 'Pocket',
    behaviour = 'honest',
    chainIds = world.chains.map(({ chainId }) => chainId),
    accounts: elsewhere = [],
    metadata = {},
    signIn,
    solana,
    answers = {},
    hasBatches = false,
  } = options
  const nodes = new Map(world.chains.map((chain) => [chain.chainId, chain.nodeUrl]))
  const signer = createSigner()
  const approvals = createApprovals(behaviour, 0)
  const calls: (WalletCall & { readonly id: number })[] = []
  const arrivals = new EventEmitter<{ call: []; proposal: []; end: [] }>().setMaxListeners(0)
  const state: WalletState = {
    chainId: chainIds[0] ?? world.chains[0].chainId,
    isConnected: true,
    known: new Map([...nodes].filter(([id]) => chainIds.includes(id))),
  }
  await world.fund(signer.address)

  const { core, kit, stop } = await openKit(world, { name, ...metadata })
  const caip2 = (chainId: number) => `eip155:${chainId}`
  const account = (chainId: number) => `${caip2(chainId)}:${signer.address}`
  const topics = () => Object.keys(kit.getActiveSessions())
  const topic = () => {
    const [first] = topics()
    if (first === undefined) throw new Error('The phone has no session')
    return first
  }
  /** Grants these accounts, by namespace, with the methods and events that the app has requested there. */
  const grant = (accounts: readonly string[], asked: Readonly<Record<string, Asked>>) => {
    const namespaces = [...new Set(accounts.map((one) => one.slice(0, one.indexOf(':'))))]
    return Object.fromEntries(
      namespaces.map((namespace) => {
        const mine = accounts.filter((one) => one.startsWith(`${namespace}:`))
        const { methods = [], events = [] } = asked[namespace] ?? {}
        const chains = [...new Set(mine.map((one) => one.slice(0, one.lastIndexOf(':'))))]
        return [namespace, { accounts: mine, chains, methods, events }]
      }),
    )
  }
  const update = (accounts: readonly string[]) => {
    const { optionalNamespaces = {} } = kit.getActiveSessions()[topic()] ?? {}
    return kit.updateSession({ topic: topic(), namespaces: grant(accounts, optionalNamespaces) })
  }
  const say = (event: { name: string; data: unknown }, chainId: number) =>
    kit.emitSessionEvent({ topic: topic(), event, chainId: caip2(chainId) })

  const handle = createMethods({
    state,
    signer,
    approvals,
    addable: nodes,
    hasBatches,
    async emit(event, payload) {
      if (event !== 'chainChanged') return
      await update([...state.known.keys()].map(account))
      await say({ name: 'chainChanged', data: Number(payload) }, Number(payload))
    },
  })

  const solanaWallet =
    solana &&
    (await createSolanaWallet({
      secret: randomBytes(32),
      ask: approvals.ask,
      send: (transaction, sendOptions) =>
        world.solana.rpc('sendTransaction', [transaction, { ...sendOptions, encoding: 'base64' }]),
      signatureOnly: solana === 'signature-only',
    }))
  const solanaAccounts = solanaWallet ? [`${world.solana.caip2}:${solanaWallet.address}`] : []

  const proposals: { url: string; name: string; namespaces: Readonly<Record<string, Asked>> }[] = []
  kit.on('session_proposal', ({ id, params }) => {
    const { optionalNamespaces } = params
    const { url, name: asker } = params.proposer.metadata
    proposals.push({ url, name: asker, namespaces: optionalNamespaces })
    arrivals.emit('proposal')
    void approvals.ask().then(
      () =>
        kit.approveSession({
          id,
          ...(hasBatches && {
            sessionProperties: {
              capabilities: JSON.stringify({ [signer.address]: createBatches(signer).capabilities(chainIds) }),
            },
          }),
          namespaces: buildApprovedNamespaces({
            proposal: params,
            supportedNamespaces: grant([...chainIds.map(account), ...solanaAccounts, ...elsewhere], optionalNamespaces),
          }),
        }),
      () => kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') }),
    )
  })
  let forged = ''
  const signedIn: { domain: string; nonce: string }[] = []
  // With a listener for sign-in, the kit does not report the plain proposal, which the same app sends for wallets that
  // cannot sign in.
  if (signIn)
    kit.on('session_authenticate', ({ id, params }) => {
      const { url, name: asker } = params.requester.metadata
      proposals.push({ url, name: asker, namespaces: {} })
      arrivals.emit('proposal')
      const approve = async () => {
        const request = populateAuthPayload({
          authPayload: { ...params.authPayload, ...(signIn === 'replays' ? { nonce: 'anotherTime1' } : {}) },
          chains: chainIds.map(caip2),
          methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_switchEthereumChain'],
        })
        const iss = `did:pkh:${account(chainIds[0] ?? 0)}`
        const words = kit.formatAuthMessage({ request, iss })
        const s = await signer.signText(words)
        forged = await createSigner().signText(words)
        const { domain, nonce } = params.authPayload
        signedIn.push({ domain, nonce })
        await kit.approveSessionAuthenticate({ id, auths: [buildAuthObject(request, { t: 'eip191', s }, iss)] })
      }
      void approvals
        .ask()
        .then(approve, () => kit.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') }))
    })
  if (signIn === 'forges') {
    const seal = core.crypto.encode.bind(core.crypto)
    // The kit verifies its own signature before it sends it, so the signature is replaced only when the message is encoded.
    core.crypto.encode = (to, payload, how) => {
      const text = JSON.stringify(payload).replace(/("t":"eip191","s":")0x[0-9a-f]+/, `$1${forged}`)
      return seal(to, JSON.parse(text) as typeof payload, how)
    }
  }
  kit.on('session_request', ({ id, topic: from, params }) => {
    const { request, chainId } = params
    const call = { id, method: request.method, params: request.params as unknown }
    calls.push(call)
    arrivals.emit('call')
    if (Object.hasOwn(answers, call.method)) {
      const response = { id, jsonrpc: '2.0' as const, result: answers[call.method] }
      return void kit.respondSessionRequest({ topic: from, response })
    }
    const home = state.chainId
    const isSolana = chainId.startsWith('solana:')
    if (!isSolana) state.chainId = Number(chainId.split(':')[1])
    void (isSolana && solanaWallet ? solanaWallet.handle(call.method, call.params) : handle(call.method, call.params))
      .then(
        (result) => ({ id, jsonrpc: '2.0' as const, result }),
        (error: unknown) => {
          const { code, message } = toReply(error)
          return { id, jsonrpc: '2.0' as const, error: { code, message } }
        },
      )
      .then((response) => {
        if (!call.method.startsWith('wallet_')) state.chainId = home
        return kit.respondSessionRequest({ topic: from, response })
      })
  })
  kit.on('session_delete', () => arrivals.emit('end'))

  /** The first defined result of `found`, now or after a later event. */
  async function until<T>(event: 'call' | 'proposal' | 'end', found: () => T | undefined): Promise<T> {
    for (;;) {
      const now = found()
      if (now !== undefined) return now
      await once(arrivals, event)
    }
  }

  return {
    name,
    address: signer.address,
    /** Address on the world's Solana chain. */
    solanaAddress: solanaWallet?.address ?? '',
    calls: calls as readonly (WalletCall & { readonly id: number })[],
    called: (method: string) => until('call', () => calls.find((call) => call.method === method)),
    /** Resolves with the latest proposal. */
    proposed: () => until('proposal', () => proposals.at(-1)),
    /** Messages that it was asked to sign with a connection. */
    signedIn: signedIn as readonly { domain: string; nonce: string }[],
    pair: (uri: string) => kit.pair({ uri }),
    ...approvals.decisions,
    switchTo: (chainId: number) => say({ name: 'chainChanged', data: chainId }, chainId),
    /** Emits another list of accounts on a chain; an empty one means that none is left. */
    changeAccounts: (addresses: readonly string[], chainId: number) =>
      say({ name: 'accountsChanged', data: addresses.map((address) => `${caip2(chainId)}:${address}`) }, chainId),
    /** Updates the session to other chains. */
    update: (chains: readonly number[]) => update(chains.map(account)),
    /** Updates the session to other accounts, with their chains and namespaces. */
    regrant: update,
    /** Sends any payload with the session's key, bypassing the kit. */
    async say(payload: unknown) {
      const to = topic()
      const sealed = await core.crypto.encode(to, payload as Parameters<typeof core.crypto.encode>[1]) // as: any payload, intentionally
      await core.relayer.publish(to, sealed, { ttl: 300, tag: 1110 })
    },
    account,
    ping: () => kit.engine.signClient.ping({ topic: topic() }),
    disconnect: () => kit.disconnectSession({ topic: topic(), reason: getSdkError('USER_DISCONNECTED') }),
    /** Resolves when the app has ended the session. */
    ended: () => until('end', () => (topics().length === 0 ? true : undefined)),
    sessions: () => topics().length,
    stop,
  }
}

/** A wallet of the zoo in the browser, instead of beside the modules: the same objects, in the page, before its first script. */
import { resolve } from 'node:path'
import type { State } from '@airlock/host-sdk'
import type { BrowserContext, Page } from '@playwright/test'
import type { Plugin } from 'vite'
import { openKit } from '../wallets/phone.ts'
import type { World } from '../world/world.ts'
import { type ToldOf, truthOf } from '../zoo/outcomes.ts'
import type { Namespaces, PairedCall, Peer } from '../zoo/pairing/wallet.ts'
import type { Kind, ZooWallet } from '../zoo/wallet.ts'

const root = resolve(import.meta.dirname, '../..')

/** By namespace: the folder of the zoo, and the function that makes its wallet. */
const makers = {
  eip155: ['eip155', 'createEvmWallet'],
  solana: ['solana', 'createSolanaWallet'],
  bip122: ['bitcoin', 'createBitcoinWallet'],
  polkadot: ['polkadot', 'createPolkadotWallet'],
} as const
export type ZooNamespace = keyof typeof makers

const scripts = new Map<ZooNamespace, Promise<string>>()

/** Gives pages that open from now on the wallet with this quirk. */
export async function installZooWallet(context: BrowserContext, of: ZooNamespace, quirk: string): Promise<void> {
  const script = scripts.get(of) ?? bundle(of)
  scripts.set(of, script)
  context.on('weberror', (error) => console.error('A page failed:', error.error()))
  // A function: a library of one of them is loaded with a top-level `await`, the others run at once; and what Node has and browsers have not
  // must not become a global of the page, where the product could use it.
  await context.addInitScript(`(async () => {
    // Not in frames, and not in the blank page before the first one, which has no storage.
    if (window.top !== window || !location.protocol.startsWith('http')) return
    const [quirk, process] = [${JSON.stringify(quirk)}, { env: {}, version: '', nextTick: (run, ...given) => queueMicrotask(() => run(...given)) }]
    let Buffer
    ${await script}
  })()`)
}

async function bundle(of: ZooNamespace): Promise<string> {
  const [folder, create] = makers[of]
  const { build } = await import('vite')
  const made = await build({
    configFile: false,
    root,
    mode: 'test',
    logLevel: 'error',
    // Libraries of the wallets were written for Node.
    define: {
      global: 'globalThis',
      'import.meta.url': '""',
      'import.meta.resolve': 'undefined',
      'process.env.NODE_DEBUG': 'undefined',
    },
    plugins: [
      virtual({
        'zoo:entry': `import 'zoo:node'
          import { placeInPage } from '${root}/e2e/zoo/in-page.ts'
          import { quirks } from '${root}/e2e/zoo/${folder}/quirks.ts'
          import { ${create} } from '${root}/e2e/zoo/${folder}/wallet.ts'
          placeInPage(() => ${create}(quirks[quirk]))`,
        'zoo:node': `import { Buffer as OfNode } from 'buffer/'
          Buffer = OfNode`,
        'node:crypto': `export const randomBytes = (size) => crypto.getRandomValues(new Uint8Array(size))
          export const randomUUID = () => crypto.randomUUID()`,
      }),
    ],
    resolve: {
      alias: [
        { find: /^@airlock\/protocol\/(.*)$/, replacement: `${resolve(root, 'protocol/src')}/$1` },
        { find: /^(node:)?stream$/, replacement: resolve(root, 'node_modules/readable-stream/readable-browser.js') },
        { find: /^buffer\/?$/, replacement: resolve(root, 'node_modules/buffer/index.js') },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: 'zoo:entry', output: { format: 'es', codeSplitting: false } },
    },
  })
  const [one] = [made].flat()
  const [file] = one && 'output' in one ? one.output : []
  if (file?.type !== 'chunk') throw new Error('The wallet was not bundled')
  return file.code
}

const virtual = (files: Readonly<Record<string, string>>): Plugin => ({
  name: 'airlock:zoo',
  enforce: 'pre',
  resolveId: (id) => (Object.hasOwn(files, id) ? `\0${id}` : undefined),
  load: (id) => files[id.slice(1)],
})

/** The wallet of the page, as its user uses it, and what the page is told of it. */
export function zooOn(page: Page, kind: Kind) {
  return {
    /** What its user does in it. */
    act: (does: 'leave' | 'lock' | 'unlock' | 'stumble' | 'choose' | 'move' | 'drop', ...given: readonly string[]) =>
      page.evaluate(
        ([name, args]) => {
          // as: one of them.
          Reflect.apply(Reflect.get(Reflect.get(window, 'zoo') as object, name) as () => void, undefined, args)
        },
        [does, given] as const,
      ),
    async truth(): Promise<string> {
      const { own, shared, isOther, ...told } = await page.evaluate((namespace) => {
        // as: set by our own test page, and by the script above.
        const now = (Reflect.get(window, 'airlock') as { getState: () => State }).getState()
        const wallet = Reflect.get(window, 'zoo') as ZooWallet
        const [, chain] = /^([^:]+:[^:]+):/.exec(now.accounts[namespace]?.caipAddress ?? '') ?? []
        const there = wallet.chain() ?? (chain as ReturnType<ZooWallet['chain']>)
        return {
          state: now,
          own: wallet.chain(),
          shared: there && wallet.account(there),
          isOther: wallet.isOther(),
        }
      }, kind.namespace)
      return truthOf(
        kind,
        { chain: () => own, account: () => shared, isOther: () => isOther },
        toldOf(kind, told.state),
      )
    },
  }
}

/** What the page is told of the account of this kind. */
function toldOf({ namespace }: Kind, { accounts, network }: State): ToldOf {
  const account = accounts[namespace]
  const [, chain = '', address = ''] = /^([^:]+:[^:]+):(.+)$/.exec(account?.caipAddress ?? '') ?? []
  return { status: account?.status ?? 'disconnected', chain, address, network: network?.caipNetworkId ?? null }
}

/**
 * A paired wallet of the zoo on the real relay: the vendor's kit carries what it grants, answers and says. Nothing of that is corrected on the
 * way, unless the kit itself refuses it.
 */
export async function startZooPhone(world: World, peer: Peer) {
  const { core, kit, stop } = await openKit(world, { name: 'Odd' })
  const topic = () => Object.keys(kit.getActiveSessions())[0] ?? ''
  // as: the kit wants lists that can be written to, and leaves them as they are.
  const written = (given: Namespaces = {}) => given as Parameters<typeof kit.approveSession>[0]['namespaces']
  /** The relay keeps the order, the kit does not. */
  let last = Promise.resolve<unknown>(undefined)
  const then = (work: () => Promise<unknown>) => {
    last = last.then(work, work)
    last.catch(() => {}) // a session that has ended hears nothing
  }
  peer.listen((name, params) => {
    const { namespaces } = peer.session() ?? {}
    then(async () => {
      if (name === 'session_update') return kit.updateSession({ topic: topic(), namespaces: written(namespaces) })
      if (name === 'session_delete')
        return kit.disconnectSession({ topic: topic(), reason: { code: 6000, message: 'User disconnected.' } })
      // Past the kit, which says nothing of a network that it has not granted.
      const payload = { id: Date.now() * 1000, jsonrpc: '2.0' as const, method: 'wc_sessionEvent', params }
      return core.relayer.publish(topic(), await core.crypto.encode(topic(), payload), { ttl: 300, tag: 1110 })
    })
  })
  kit.on('session_proposal', ({ id }) => {
    void peer.approve().then(
      ({ namespaces }) => kit.approveSession({ id, namespaces: written(namespaces) }),
      (reason: unknown) => kit.rejectSession({ id, reason: errorOf(reason) }),
    )
  })
  kit.on('session_request', ({ id, topic: from, params: { chainId, request } }) => {
    const call: PairedCall = { chainId, method: request.method, params: request.params as readonly unknown[] } // as: of the kit
    void peer
      .answer(call)
      .then(
        (result: unknown) => ({ id, jsonrpc: '2.0' as const, result }),
        (error: unknown) => ({ id, jsonrpc: '2.0' as const, error: errorOf(error) }),
      )
      .then((response) => kit.respondSessionRequest({ topic: from, response }))
  })
  kit.on('session_delete', () => peer.ended())
  return { pair: (uri: string) => kit.pair({ uri }), stop }
}

/** An error without a number gets that of the library. */
function errorOf(error: unknown): { code: number; message: string } {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown } // as: of the zoo
  return { code: typeof code === 'number' ? code : 5000, message: String(message) }
}

/** The same for a wallet on another device, which is no object of the page. */
export const truthOfPhone = async (page: Page, kind: Kind, peer: Peer): Promise<string> =>
  truthOf(
    kind,
    peer,
    toldOf(kind, await page.evaluate(() => (Reflect.get(window, 'airlock') as { getState: () => State }).getState())), // as: set by our own test page
  )

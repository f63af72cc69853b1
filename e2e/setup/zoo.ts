/** A wallet of the zoo in the browser, instead of beside the modules: the same objects, in the page, before its first script. */
import { resolve } from 'node:path'
import type { State } from '@airlock/host-sdk'
import type { BrowserContext, Page } from '@playwright/test'
import type { Plugin } from 'vite'
import { truthOf } from '../zoo/outcomes.ts'
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
      const { state, own, shared, isOther } = await page.evaluate((namespace) => {
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
      const account = state.accounts[kind.namespace]
      const [, chain = '', address = ''] = /^([^:]+:[^:]+):(.+)$/.exec(account?.caipAddress ?? '') ?? []
      const wallet = { chain: () => own, account: () => shared, isOther: () => isOther }
      const network = state.network?.caipNetworkId ?? null
      return truthOf(kind, wallet, { status: account?.status ?? 'disconnected', chain, address, network })
    },
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { conformanceDocuments } from './e2e/conformance/page/documents.ts'
import { fixtureDocuments } from './e2e/fixtures/documents.ts'
import { schemaBuilders } from './scripts/boundaries.mjs'
import { inputs } from './scripts/build-inputs.mjs'
import { demoDocuments, documents } from './scripts/documents.ts'
import { compileCatalogue, toPseudo } from './scripts/messages.ts'
import { ensureNetworks } from './scripts/networks.mjs'
import { isPackageReviewed, packageTests } from './scripts/pack/api-sources.mjs'
import { type Entry, entries, fileOf, peerNames } from './scripts/pack/entries.ts'
import { recordPackages } from './scripts/shipped-packages.ts'
import { ByProject, testsAlone } from './scripts/testing/unit-projects.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/** The entries of the package by their names, and where each of them is. */
const entriesAt = (place: (entry: Entry) => string) =>
  entries.map((entry) => ({
    find: new RegExp(`^@airlock/host-sdk${entry.name.slice(1)}$`),
    replacement: at(place(entry)),
  }))

/**
 * Compiles `locales/*.json` (ICU text per key) to parsed messages, so that no parser ships in the first view.
 * `en-XA.json` is derived from all parts of en-US and proves that no view clips or hard-codes text.
 */
function messages(): Plugin {
  const suffix = '/i18n/locales/'
  return {
    name: 'airlock:messages',
    enforce: 'pre',
    resolveId(id, importer) {
      // The formatter imports the parser by its bare name; the parser itself is loaded only for a host's own messages.
      if (id === '@formatjs/icu-messageformat-parser' && importer?.includes('/intl-messageformat/'))
        return at('node_modules/@formatjs/icu-messageformat-parser/no-parser.js')
      return undefined
    },
    load(id) {
      if (!id.includes(suffix) || !id.endsWith('.json')) return
      const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      const pseudo = () =>
        ['en-US', 'en-US.views', 'en-US.time', 'en-US.wallet', 'en-US.export'].flatMap((part) =>
          Object.entries(read(id.replace('en-XA', part))).map(([key, icu]) => [key, toPseudo(icu)] as const),
        )
      const text = id.endsWith('en-XA.json') ? Object.fromEntries(pseudo()) : read(id)
      return { code: `export default ${JSON.stringify(compileCatalogue(text))}`, map: null, moduleType: 'js' }
    },
  }
}

/** The built page that opens recovery kits, as text: the wallet offers it beside a new kit. Empty if it has not been built. */
function recoveryPage(): Plugin {
  const id = 'virtual:recovery-page'
  const file = at('dist/kit/recovery-kit.html')
  return {
    name: 'airlock:recovery-page',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) =>
      asked === `\0${id}`
        ? `export const page = ${JSON.stringify(existsSync(file) ? readFileSync(file, 'utf8') : '')}`
        : undefined,
  }
}

const aliases = [{ find: /^@airlock\/protocol\/(.*)$/, replacement: `${at('protocol/src')}/$1` }]
/** Old Nodes need it where every browser has its own. */
const withoutNodeCrypto = [
  { find: /^crypto$/, replacement: at('frame-app/src/wallet/key-worker/keys/no-node-crypto.ts') },
  ...aliases,
]
/** Pages of the tests hold the SDK as it is measured, not its source. */
const withBuiltSdk = [...withoutNodeCrypto, { find: /^@airlock\/host-sdk$/, replacement: at('dist/sdk/airlock.js') }]
/** The demo installs the package, as any page does. */
const withPackedSdk = [...withoutNodeCrypto, ...entriesAt((entry) => `host-sdk/dist/${fileOf(entry)}.js`)]

/**
 * The page's end of the bridge bench runs its schemas on the small engine, as the SDK does. Its frame is built beside it
 * with zod, so what the page imports gets an identity of its own.
 */
function pageEngine(): Plugin {
  const entry = /\/bench-bridge\.ts$/
  const mark = '?page'
  return {
    name: 'airlock:page-engine',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (!importer || !(entry.test(importer) || importer.endsWith(mark))) return
      const target = id === 'zod/mini' ? at('host-sdk/engine/zod-mini.ts') : id
      const resolved = await this.resolve(target, importer.replace(mark, ''), { ...options, skipSelf: true })
      return resolved && resolved.id + mark
    },
  }
}

/** Fails a build that reads a file of the project which `build-inputs.mjs` does not list: a change of it would not be noticed. */
function declaredInputs(mode: keyof typeof inputs): Plugin {
  const places = inputs[mode].map(at)
  const isOurs = (file: string) => file.startsWith(`${at('.')}/`) && !/\/(node_modules|dist)\//.test(file)
  const isListed = (file: string) => places.some((place) => file === place || file.startsWith(`${place}/`))
  return {
    name: 'airlock:declared-inputs',
    apply: 'build',
    buildEnd() {
      const read = [...this.getModuleIds()].map((id) => id.replace(/^\0|[?#].*$/g, ''))
      const missing = read.filter((file) => isOurs(file) && !isListed(file))
      if (missing.length > 0)
        this.error(`Not among the inputs of ${mode} in scripts/build-inputs.mjs: ${missing.join(', ')}`)
    },
  }
}

/** Two pages run React as developers have it: only there does StrictMode mount everything twice, and tells React of mismatches. */
function developmentReact(): Plugin {
  const entry = /\/(strict-mode|react-host)\.tsx$/
  const wanted = /^(react(-dom)?|@airlock\/host-sdk\/react)(\/|$)/
  const mark = '?development'
  return {
    name: 'airlock:development-react',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      const isWanted = importer?.endsWith(mark) || (wanted.test(id) && entry.test(importer ?? ''))
      if (!importer || !isWanted) return
      const resolved = await this.resolve(id, importer.replace(mark, ''), { ...options, skipSelf: true })
      return resolved && resolved.id + mark
    },
    transform: (code, id) =>
      id.endsWith(mark) ? { code: code.replaceAll('process.env.NODE_ENV', '"development"'), map: null } : undefined,
  }
}

const shared: UserConfig = { clearScreen: false, resolve: { alias: aliases } }

/** The frames: the oldest supported browsers (docs/browsers.md). */
export const supported = ['chrome109', 'safari16.4', 'ios16.4', 'firefox115']

const build = {
  target: supported,
  modulePreload: {
    polyfill: false,
    // The first view holds the list of what to load ahead for each file that it may load. Only what the next press shows is worth it: the others find their
    // parts by themselves. A file alone needs no list, and each document has its own first file and the runtime already.
    resolveDependencies(file: string, parts: string[], { hostId }: { readonly hostId: string }) {
      if (/assets\/modal-/.test(hostId) && !/assets\/(view-table|ConnectingExternalView)-/.test(file)) return []
      const missing = parts.filter((part) => !/assets\/(modal|rolldown-runtime)-[^/]*$/.test(part))
      return missing.length < 2 ? [] : missing
    },
  },
  emptyOutDir: true,
  reportCompressedSize: false,
  // `npm run size` has the bars.
  chunkSizeWarningLimit: 2000,
} as const

/** One file, whose name tells the server which headers it gets: none of them lets it load another one. */
const keyWorker = {
  format: 'es',
  rolldownOptions: { output: { entryFileNames: 'assets/key-worker-[hash].js', codeSplitting: false } },
} as const

/** Tests import `fast-check` with the seed of the run. */
function seededProperties(): Plugin {
  const seeded = at('scripts/testing/properties.ts')
  return {
    name: 'airlock:seeded-properties',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'fast-check' && importer !== seeded ? seeded : undefined),
  }
}

const notOurs = ['**/node_modules/**', '**/dist/**']

const allTests = '{protocol,host-sdk,frame-app,service,scripts,docs,e2e}/**/*.test.{ts,tsx}'

/**
 * Two projects. Files of `shared` run one after the other in the same processes, which load each module once: `shared-process.ts` ends
 * what a file leaves behind. Files of `alone` replace modules, so each has a process of its own.
 * @param mode for tests that have more cases in the full tier; the runner does not hand it to projects
 */
const unitTests = (mode: 'test' | 'test-full', { exclude }: { readonly exclude: readonly string[] }) =>
  ({
    plugins: [messages(), recoveryPage(), seededProperties()],
    test: {
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // As for the browser: a wait ends when what it waits for comes, and not with the patience of a quick machine.
      expect: { poll: { timeout: 15_000 } },
      // More than the cores, because a sixth of the time is waiting; half of it in the full tier, which waits for services.
      maxWorkers: mode === 'test' ? 3 : 5,
      restoreMocks: true,
      sequence: { sequencer: ByProject },
      projects: [
        {
          extends: true,
          test: { name: 'alone', env: { MODE: mode }, include: [...testsAlone], exclude: [...exclude] },
        },
        {
          extends: true,
          test: {
            name: 'shared',
            env: { MODE: mode },
            include: [allTests],
            exclude: [...testsAlone, ...exclude],
            isolate: false,
            setupFiles: [at('scripts/testing/shared-process.ts')],
          },
        },
      ],
    },
  }) as UserConfig // as: the runner's settings are not among the bundler's

/** The SDK as we serve it: older browsers load it too, and it says that they are too old. A bundler lowers the package as its page needs. */
const sdkBuild = { ...build, target: 'es2020' } as const

/** The schemas of the protocol run on the small engine (docs/decisions/build.md). A further entry of the package imports the core by its name. */
const sdkResolve = {
  alias: [
    { find: /^zod\/mini$/, replacement: at('host-sdk/engine/zod-mini.ts') },
    ...entriesAt(({ source }) => `host-sdk/${source}`),
    ...aliases,
  ],
}
const peerImports = Object.keys(peerNames).map((peer) => new RegExp(`^${peer}(/|$)`))
/** A schema that nobody reads is dropped, and reads nothing either. */
const withoutUnreadSchemas = { manualPureFunctions: [...schemaBuilders], propertyReadSideEffects: false as const }

const entryAlone = (name: Entry['name']): UserConfig => ({
  resolve: sdkResolve,
  build: {
    ...build,
    outDir: at(`dist/${name.slice(2)}`),
    lib: {
      entry: entries.filter((entry) => entry.name === name).map(({ source }) => at(`host-sdk/${source}`)),
      formats: ['es'],
      fileName: () => 'entry.js',
    },
    rolldownOptions: { external: [...peerImports, '@airlock/host-sdk'], output: { minify: true } },
  },
})

const modes: Record<string, UserConfig> = {
  /**
   * The host SDK: what every page loads is the entry; what works after the first intent are lazy chunks beside it, which take
   * what they share from the entry.
   */
  sdk: {
    resolve: sdkResolve,
    plugins: [recordPackages('sdk')],
    build: {
      ...sdkBuild,
      outDir: at('dist/sdk'),
      lib: { entry: { airlock: at('host-sdk/src/index.ts') }, formats: ['es'], fileName: (_, name) => `${name}.js` },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        // Library builds keep white space unless told otherwise; what a host page loads is the file itself.
        output: { minify: true, chunkFileNames: 'airlock-[name]-[hash].js' },
        treeshake: withoutUnreadSchemas,
      },
    },
  },
  /** Entries that `npm run size` measures, each without the core and its peers. */
  react: entryAlone('./react'),
  elements: entryAlone('./elements'),
  /** The SDK for script tags: one classic file that loads nothing else, so that one hash in the page covers it. */
  tag: {
    resolve: sdkResolve,
    build: {
      ...sdkBuild,
      outDir: at('dist/tag'),
      // Nothing is exported, so that the name is not used: the script sets its global itself.
      lib: { entry: at('host-sdk/src/tag/main.ts'), formats: ['iife'], name: 'Airlock', fileName: () => 'airlock.js' },
      rolldownOptions: {
        output: {
          minify: true,
          codeSplitting: false,
          banner: '/*! Airlock, MIT licence. Parts: @scure/base, MIT, (c) 2022 Paul Miller (paulmillr.com) */',
        },
        treeshake: withoutUnreadSchemas,
      },
    },
  },
  /** The published package (`npm run pack`): the same code in readable form, which the bundler of the page makes small. */
  pack: {
    resolve: sdkResolve,
    build: {
      ...build,
      outDir: at('host-sdk/dist'),
      minify: false,
      lib: {
        entry: Object.fromEntries(entries.map((entry) => [fileOf(entry), at(`host-sdk/${entry.source}`)])),
        formats: ['es'],
        fileName: (_, name) => `${name}.js`,
      },
      rolldownOptions: {
        external: peerImports,
        // An entry exports its API and nothing else; what it shares with the lazy parts is a file of its own.
        preserveEntrySignatures: 'strict',
        output: {
          chunkFileNames: 'parts/[name].js',
          paths: peerNames,
          banner: ({ name }: { name: string }) =>
            entries.some((entry) => entry.isClient && fileOf(entry) === name) ? "'use client'" : '',
        },
        treeshake: withoutUnreadSchemas,
      },
    },
  },
  /** The frame documents, with content-addressed chunks under /assets/. */
  frame: {
    root: at('frame-app'),
    resolve: {
      alias: [
        {
          find: /^@walletconnect\/keyvaluestorage$/,
          replacement: at('frame-app/src/modal/features/pairing/walletconnect/no-store.ts'),
        },
        ...aliases,
      ],
    },
    plugins: [messages(), react(), recordPackages('frame')],
    build: {
      ...build,
      outDir: at('dist/frame'),
      rolldownOptions: {
        output: {
          // What a document needs before its first view comes as one file: each further one is another round trip.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
          // The first view holds the names of all later files, and no two files of one name live long beside each other.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        },
        input: { modal: at('frame-app/modal.html') },
      },
    },
  },
  /** The wallet document: a bundle of its own, so that what runs beside keys can be read apart from the modal. */
  wallet: {
    root: at('frame-app'),
    resolve: { alias: withoutNodeCrypto },
    plugins: [messages(), recoveryPage(), react(), recordPackages('wallet')],
    // A bundle of its own, whose modules the wallet's build does not list.
    worker: { ...keyWorker, plugins: () => [recordPackages('key-worker')] },
    build: {
      ...build,
      outDir: at('dist/wallet'),
      rolldownOptions: { input: { wallet: at('frame-app/wallet.html'), window: at('frame-app/window.html') } },
    },
  },
  /** The demo sites: page, demo wallet worker, confirm window and inbox; and the demo phone wallet, which is served on an origin of its own. */
  demo: {
    root: at('e2e/demo'),
    resolve: { alias: withPackedSdk },
    plugins: [demoDocuments()],
    build: {
      ...build,
      outDir: at('dist/demo'),
      rolldownOptions: { input: ['index', 'confirm', 'inbox', 'phone'].map((page) => at(`e2e/demo/${page}.html`)) },
    },
  },
  /** The demo sites in development (`npm run dev`), with the SDK from its sources. */
  'dev-demo': {
    root: at('e2e/demo'),
    resolve: { alias: [...sdkResolve.alias, ...withoutNodeCrypto] },
    plugins: [demoDocuments()],
    worker: { format: 'es' },
  },
  /** Pages for tests and benches: hosts, and frames that stand beside the real one. Served from two paths, hence relative. */
  fixtures: {
    root: at('e2e/fixtures'),
    resolve: { alias: withBuiltSdk },
    base: './',
    plugins: [
      documents(at('e2e/fixtures'), fixtureDocuments),
      messages(),
      recoveryPage(),
      react(),
      pageEngine(),
      developmentReact(),
    ],
    worker: keyWorker,
    build: {
      ...build,
      outDir: at('dist/fixtures'),
      rolldownOptions: {
        // One page loads the files of the SDK as they are shipped, from its own host.
        external: ['/sdk/airlock.js'],
      },
    },
  },
  /** Every view and state without a server (`npm run gallery`). */
  gallery: {
    root: at('e2e/gallery'),
    resolve: { alias: withoutNodeCrypto },
    plugins: [messages(), recoveryPage(), react()],
    build: {
      ...build,
      outDir: at('dist/gallery'),
      rolldownOptions: { input: ['index', 'state'].map((page) => at(`e2e/gallery/${page}.html`)) },
    },
  },
  /** The runner's pages of the conformance kit. */
  conformance: {
    root: at('e2e/conformance/page'),
    plugins: [documents(at('e2e/conformance/page'), conformanceDocuments)],
    build: { ...build, outDir: at('dist/conformance') },
  },
  /** Unit tests of the gate. */
  test: unitTests('test', {
    exclude: ['**/*.full.test.ts', ...(isPackageReviewed() ? [packageTests] : []), ...notOurs],
  }),
  /** All unit tests: those that need minutes, or a database server, are called `*.full.test.ts` (docs/testing.md). */
  'test-full': unitTests('test-full', { exclude: notOurs }),
}

const isBundle = (mode: string): mode is keyof typeof inputs => mode in inputs

export default defineConfig(async ({ mode }) => {
  await ensureNetworks()
  const config = { ...shared, ...modes[mode] }
  return isBundle(mode) ? { ...config, plugins: [...(config.plugins ?? []), declaredInputs(mode)] } : config
})

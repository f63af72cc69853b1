// @ts-check
const wallet = 'frame-app/src/wallet'
/** The kinds of requests in the wallet, each a folder of `requests/`. What they share is below them: kinds do not know each other. */
const kinds = ['calls', 'message', 'operation', 'smart-session', 'transaction', 'typed-data', 'undelegation'].map(
  (kind) => `${wallet}/requests/${kind}`,
)
const belowKinds = [
  'protocol/src',
  'frame-app/src/shared',
  `${wallet}/approval`,
  `${wallet}/decode`,
  `${wallet}/signing`,
]

const modal = 'frame-app/src/modal'
/**
 * The features of the modal. `opens`: the files through which others enter it, besides its views (`view/…View.tsx`). There is no index file: who
 * needs one atom would load all that the feature loads on demand. `uses`: the features that it may enter.
 *
 * @type {Readonly<Record<string, { readonly opens: readonly string[], readonly uses: readonly string[] }>>}
 */
export const modalFeatures = {
  activity: { opens: ['activity.ts', 'view/ActivityTab.tsx'], uses: ['assets', 'buy', 'ledger', 'send'] },
  'all-wallets': { opens: [], uses: ['connect', 'listing', 'pairing'] },
  assets: {
    opens: ['state/token-rules.ts', 'state/tokens.ts', 'tokens.ts', 'view/NftTab.tsx', 'view/TokenList.tsx'],
    uses: [],
  },
  buy: {
    opens: ['offers-buying.ts', 'onramp-activity.ts', 'onramp.ts', 'state/bought.ts', 'state/onramp.ts'],
    uses: ['ledger', 'receive'],
  },
  connect: {
    opens: [
      'connect-again.ts',
      'connect.ts',
      'discover.ts',
      'open.ts',
      'state/suggested-rows.ts',
      'suggest-wallets.ts',
    ],
    uses: ['listing', 'login', 'pairing', 'sign-in'],
  },
  embedded: {
    opens: [
      'embedded-wallet.ts',
      'smart-sessions.ts',
      'state/account-type.ts',
      'state/wallet-screen.ts',
      'view/WalletSlot.tsx',
      'wallet-screen.ts',
    ],
    uses: ['login'],
  },
  ledger: {
    opens: [
      'ledger.ts',
      'state/activity-rules.ts',
      'state/activity.ts',
      'state/ledger-rules.ts',
      'state/ledger.ts',
      'unanswered.ts',
      'until-sent.ts',
    ],
    uses: ['activity', 'assets'],
  },
  listing: {
    opens: [
      'listing.ts',
      'state/listing.ts',
      'state/wallet-rules.ts',
      'state/wallet-tiles.ts',
      'view/AllWalletsRow.tsx',
      'wallet-images.ts',
    ],
    uses: ['connect'],
  },
  login: {
    opens: [
      'email-change.ts',
      'email-login.ts',
      'restore-embedded.ts',
      'sign-in-again.ts',
      'social-redirect.ts',
      'state/email-login.ts',
      'view/SocialMethod.tsx',
      'view/TroubleText.tsx',
    ],
    uses: ['embedded', 'sign-in'],
  },
  names: { opens: ['view/OwnName.tsx'], uses: [] },
  networks: {
    opens: ['networks.ts', 'switch-network.ts', 'view/NetworkRow.tsx', 'view/UnsupportedChainView.module.css'],
    uses: ['connect', 'login'],
  },
  pairing: {
    opens: ['load-client.ts', 'pair-with.ts', 'pair.ts', 'state/mobile-link.ts', 'state/pairing.ts'],
    uses: ['connect', 'listing', 'sign-in'],
  },
  receive: { opens: ['state/receivable.ts'], uses: ['embedded'] },
  send: {
    opens: ['send.ts', 'state/send-rules.ts', 'state/send.ts'],
    uses: ['assets', 'embedded', 'ledger', 'submit'],
  },
  'sign-in': {
    opens: [
      'close-after-connecting.ts',
      'one-click.ts',
      'psbt-question.ts',
      'sign-in.ts',
      'sign-only.ts',
      'watch-sign-in.ts',
      'without-sign-in.ts',
    ],
    uses: [],
  },
  submit: {
    opens: ['fill-in.ts', 'form.ts', 'submit.ts', 'view/AmountWell.tsx', 'view/Review.tsx', 'view/TokenPicker.tsx'],
    uses: ['buy', 'connect', 'ledger', 'networks'],
  },
  swap: {
    opens: ['offers-swaps.ts', 'state/swap.ts', 'state/swappable.ts', 'swap.ts'],
    uses: ['assets', 'embedded', 'ledger', 'networks', 'send', 'submit'],
  },
}
/** The modal's layers, lowest first: each imports only what is below it. */
const modalLayers = [
  ['core'],
  ['session'],
  ['kit'],
  Object.keys(modalFeatures).map((name) => `features/${name}`),
  ['home'],
  ['host'],
]
const belowLayer = (/** @type {number} */ layer) => [
  'protocol/src',
  'frame-app/src/shared',
  ...modalLayers
    .slice(0, layer)
    .flat()
    .map((name) => `${modal}/${name}`),
]

/**
 * The allowed imports between folders, and the files that may use restricted patterns. The single source for
 * `check-boundaries.mjs`. The longest matching path applies. A folder may always import itself.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mayImport = {
  'protocol/src': [],
  'host-sdk/src': ['protocol/src'],
  // Compiled code.
  'host-sdk/contracts': [],
  'host-sdk/src/siwx': ['protocol/src', 'host-sdk/src', 'host-sdk/contracts'],
  'frame-app/src/shared': ['protocol/src'],
  [modal]: belowLayer(modalLayers.length),
  ...Object.fromEntries(
    modalLayers.flatMap((names, layer) => names.map((name) => [`${modal}/${name}`, belowLayer(layer)])),
  ),
  ...Object.fromEntries(
    Object.entries(modalFeatures).map(([name, { uses }]) => [
      `${modal}/features/${name}`,
      [...belowLayer(3), ...uses.map((other) => `${modal}/features/${other}`)],
    ]),
  ),
  'frame-app/src/wallet': [
    'protocol/src',
    'frame-app/src/shared',
    'frame-app/src/wallet/signing',
    'frame-app/src/wallet/key-link',
    'frame-app/src/wallet/custody/worker-url.ts',
    `${wallet}/approval`,
    `${wallet}/decode`,
    `${wallet}/requests`,
    ...kinds,
  ],
  // Reads requests for the user; knows neither approvals nor kinds.
  [`${wallet}/decode`]: ['protocol/src', 'frame-app/src/shared', `${wallet}/signing`],
  // The core of approvals, which imports no kind of request.
  [`${wallet}/approval`]: ['protocol/src', 'frame-app/src/shared', wallet, `${wallet}/decode`, `${wallet}/signing`],
  // Puts the kinds together, with what else loads beside them.
  [`${wallet}/requests`]: [...belowKinds, wallet, ...kinds],
  ...Object.fromEntries(kinds.map((kind) => [kind, belowKinds])),
  // Imports only the URL of the Worker's own bundle.
  'frame-app/src/wallet/custody/worker-url.ts': ['frame-app/src/wallet/key-worker'],
  // Schemas of the Key Worker's calls, shared by both sides.
  'frame-app/src/wallet/signing': ['protocol/src'],
  // The Key Worker's methods, and the checks before them.
  'frame-app/src/wallet/key-link': ['protocol/src', 'frame-app/src/wallet/signing'],
  'frame-app/src/wallet/key-worker': ['protocol/src', 'frame-app/src/wallet/signing', 'frame-app/src/wallet/key-link'],
  // Opens recovery kits with the code of the Key Worker, without the wallet.
  'frame-app/src/recovery-kit': ['protocol/src', 'frame-app/src/wallet/key-worker'],
  'service/src': ['protocol/src', 'service/contracts'],
  // Compiled code.
  'service/contracts': [],
}

/**
 * Packages that a folder may import, besides the folders above. A folder that is not listed may import any.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mayUsePackages = {
  'protocol/src': ['zod'],
  'host-sdk/src': [],
  // A peer of this entry only.
  'host-sdk/src/react': ['react'],
  // Bundled; loaded with this provider, with an account of the embedded wallet, or with the entry for Solana.
  'host-sdk/src/providers/solana.ts': ['@scure/base'],
  'host-sdk/src/providers/bitcoin.ts': ['@scure/base'],
  'host-sdk/src/standard/wallet.ts': ['@scure/base'],
  // Loaded with the first call of a Wallet Standard wallet of the page.
  'host-sdk/src/injected/wallet-standard-calls.ts': ['@scure/base'],
  // Loaded for pages with a Polkadot network: an account has an address for each.
  'host-sdk/src/injected/injected-web3.ts': ['@scure/base'],
  // Bundled; loaded with the first signature of a namespace that the page itself verifies.
  'host-sdk/src/siwx/verify': ['@noble/curves', '@noble/hashes', '@scure/base', '@scure/btc-signer', '@scure/sr25519'],
  // Bundled; this entry is for servers.
  'host-sdk/src/siwx/server': ['jose'],
  // Loaded with the first call of a Bitcoin wallet of the page.
  'host-sdk/src/injected/bitcoin': ['@scure/base'],
  // Peers of the page, each imported by one entry only.
  'host-sdk/src/appkit/react': ['react'],
  'host-sdk/src/appkit/adapters/wagmi.ts': ['@wagmi/core'],
  'host-sdk/src/appkit/adapters/solana-provider.ts': ['@solana/web3.js'],
  'host-sdk/src/appkit/adapters/solana-react.ts': ['@solana/web3.js', 'react'],
  // Peers of these entries; never bundled.
  'host-sdk/src/wagmi': ['@wagmi/core', 'viem'],
  'host-sdk/src/viem': ['viem'],
  'host-sdk/src/ethers': ['ethers'],
  'host-sdk/src/ethers5': ['ethers5'],
  'host-sdk/src/wallet-adapter': ['@solana/wallet-adapter-base', '@solana/web3.js'],
  'frame-app/src/shared': [
    'react',
    'react-dom',
    'jotai',
    '@base-ui/react',
    'intl-messageformat',
    '@formatjs/icu-messageformat-parser',
    'blo',
    'uqr',
    'viem',
    'zod',
    '@tanstack/query-core',
  ],
  // Node's Buffer, for libraries that need it.
  'frame-app/src/shared/node-buffer.ts': ['buffer/'],
  // Large; loaded only when transactions are built or read.
  'frame-app/src/shared/chains/solana': ['@scure/base', '@solana/spl-token', '@solana/web3.js', 'zod'],
  // Checks address checksums. The library that reads transactions is large, and is loaded with the first transaction.
  'frame-app/src/shared/chains/bip122': ['@scure/base', 'viem', 'zod'],
  'frame-app/src/shared/chains/bip122/psbt.ts': ['@scure/base', '@scure/btc-signer'],
  // Polkadot addresses; loaded with the first Polkadot account.
  'frame-app/src/shared/chains/polkadot': ['@noble/hashes', '@scure/base', 'zod'],
  'frame-app/src/modal': [
    'react',
    'react-dom',
    'jotai',
    '@base-ui/react',
    'blo',
    'viem',
    'zod',
    '@tanstack/query-core',
    'virtua',
  ],
  // Solana encodes bytes in base58.
  'frame-app/src/modal/features/connect/injected/solana.ts': ['@scure/base', 'zod'],
  'frame-app/src/modal/features/connect/injected/bitcoin.ts': ['@scure/base', 'zod'],
  'frame-app/src/modal/features/sign-in/sign-text.ts': ['@scure/base', 'zod'],
  'frame-app/src/modal/features/sign-in/sign-in-solana.ts': ['@scure/base', 'zod'],
  // Only the pairing connector, which restricts the client, may import it.
  'frame-app/src/modal/features/pairing/walletconnect': [
    '@scure/base',
    '@walletconnect/logger',
    '@walletconnect/sign-client',
    '@walletconnect/types',
    'zod',
  ],
  'frame-app/src/wallet': ['@scure/base', 'comlink', 'react', 'react-dom', 'viem', 'zod'],
  // The built page as text.
  'frame-app/src/wallet/account-pages/view/KitView.tsx': ['react', 'virtual:recovery-page'],
  // Packages that run in the same Worker as the keys and can read them.
  'frame-app/src/wallet/key-worker': [
    '@hpke/core',
    '@noble/curves',
    '@noble/hashes',
    '@scure/base',
    '@scure/bip32',
    '@scure/bip39',
    'comlink',
    'idb',
    'jose',
    'shamir-secret-sharing',
    'viem',
    'zod',
  ],
  'frame-app/src/recovery-kit': [],
  'frame-app/src/recovery-kit/cli.ts': ['node:'],
  'service/src': ['hono', '@hono/node-server', 'zod', 'node:'],
  'service/src/wallet': [
    'hono',
    '@hono/node-server',
    '@hpke/core',
    'jose',
    'nodemailer',
    'openid-client',
    'prom-client',
    'viem',
    'zod',
    'node:',
  ],
  'service/src/gateway/names': ['@scure/bip39', 'obscenity', 'viem', 'zod', 'node:'],
  // Solana's addresses, and the signatures of its transactions.
  'service/src/gateway/nodes': ['@scure/base', 'lru-cache', 'viem', 'zod'],
  'service/src/gateway/nfts/solana': ['@noble/curves', '@scure/base', 'zod', 'node:'],
  'service/src/gateway': [
    'hono',
    '@hono/node-server',
    'ipaddr.js',
    'lru-cache',
    'prom-client',
    'sharp',
    'viem',
    'zod',
    'node:',
  ],
  // SQL is used only here.
  'service/src/store': ['kysely', 'libsql', 'pg', 'zod', 'node:'],
  'service/src/crypto': ['node:'],
}

/**
 * Names of functions that only build schemas: the SDK's build drops calls with these names if their result is unused. So no function with
 * side effects may have such a name.
 */
export const schemaBuilders =
  'string number int boolean unknown never literal optional nullable array strictObject record tuple union anyOf regex refine minLength maxLength minimum maximum positive nonnegative patterned text listOf safe approval'.split(
    ' ',
  )
const builder = `(?:${schemaBuilders.join('|')})`

const rpcMethod = '(?:eth|wallet|personal|solana|bitcoin|polkadot|web3)_\\w+'
const listOfMethods = `(['"])${rpcMethod}\\1,\\s*(['"])${rpcMethod}\\2`
const tableOfMethods = `^ +${rpcMethod}: (?:\\[|true\\b|'|\\d|\\{ \\w+: (?:\\d|true\\b|')).*\\n +${rpcMethod}:`
const patternOfMethods = `/[^/\\s]*(?:eth|wallet|personal|solana|bitcoin|polkadot|web3)_(?!\\?)[^/\\s]*[|([][^/\\s]*/`

const browserTests = ['e2e/accounts', 'e2e/attack', 'e2e/pages', 'e2e/screenshots', 'e2e/setup', 'e2e/specs']

/**
 * Source patterns that are allowed only in the named files, with the reason.
 *
 * @type {readonly { pattern: RegExp, within: readonly string[], files: readonly string[], why: string }[]}
 */
export const onlyIn = [
  {
    pattern: new RegExp(`\\bfunction ${builder}\\(|\\bconst ${builder} = .*=>|^ +${builder}\\(.*\\{$`, 'm'),
    within: ['protocol/src', 'host-sdk/src'],
    files: [
      'protocol/src/allowlist/define.ts',
      'protocol/src/contracts/shapes/options.ts',
      'protocol/src/scalars/values.ts',
      'protocol/src/scalars/typed.ts',
    ],
    why: 'calls of the names of schema builders are dropped by the build of the SDK',
  },
  {
    pattern: new RegExp(`^ *(?:void |await )?${builder}\\??\\.\\w+\\(`, 'm'),
    within: ['protocol/src', 'host-sdk/src'],
    files: [],
    why: 'the build of the SDK also drops calls of methods of such names: rename the variable',
  },
  {
    pattern: new RegExp(`${listOfMethods}|${tableOfMethods}|${patternOfMethods}`, 'm'),
    within: ['protocol/src', 'host-sdk/src', 'frame-app/src'],
    files: ['connection-methods', 'injected', 'of-wallet', 'refused'].map(
      (name) => `protocol/src/allowlist/${name}.ts`,
    ),
    why: 'what is known about an RPC method is in its row of the allowlist: read the row',
  },
  {
    pattern: /\.postMessage\(/,
    within: ['protocol/src', 'host-sdk/src', 'frame-app/src'],
    files: [
      'protocol/src/transport.ts',
      'protocol/src/window-peer.ts',
      'frame-app/src/wallet/key-link/guard.ts',
      'frame-app/src/wallet/login/tabs.ts',
    ],
    why: 'only the transport, the window peer, the Key Worker’s guard and the wallet’s channel among its tabs post messages',
  },
  {
    pattern: /addEventListener\(\s*['"]message['"]/,
    within: ['protocol/src', 'host-sdk/src', 'frame-app/src'],
    files: ['protocol/src/transport.ts', 'protocol/src/window-peer.ts', 'frame-app/src/wallet/login/tabs.ts'],
    why: 'only the transport, the window peer and the wallet’s channel among its tabs listen for messages',
  },
  {
    pattern:
      /\binnerHTML\b|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b|\bouterHTML\b|document\.write\b|\beval\(|new Function\(/,
    within: ['protocol/src', 'host-sdk/src', 'frame-app/src'],
    files: [],
    why: 'no HTML or code from strings',
  },
  {
    pattern: /history\.(push|replace)State|location\.hash/,
    within: ['frame-app/src'],
    files: [],
    why: 'the frames never touch the joint session history',
  },
  {
    pattern: /new Weak(Map|Set)<ModalContext\b/,
    within: ['frame-app/src/modal'],
    files: [],
    why: 'a value for each context is an atom of its store; work with a lifetime belongs to its scope',
  },
  {
    pattern: /\bfetch\(/,
    within: ['frame-app/src/modal/kit', 'frame-app/src/modal/features', 'frame-app/src/modal/home', 'host-sdk/src'],
    // Requests of the entries for signing in, to URLs that the page or its server has set.
    files: ['host-sdk/src/siwx/storage.ts', 'host-sdk/src/siwx/verify/eip155-contract.ts'],
    why: 'views and the SDK make no requests of their own',
  },
  {
    pattern: /\.waitForTimeout\(/,
    within: browserTests,
    files: [],
    why: 'wait for what the test means, not for a fixed time',
  },
  {
    pattern: /\b(press|keys)\([^)]*'(Shift\+)?Tab'/,
    within: browserTests,
    // The keyboard tests check the tab order inside one document, and wait for the focus after each press.
    files: ['e2e/setup/tab-to.ts', 'e2e/specs/a11y/keyboard.spec.ts'],
    why: 'move the focus with the helpers of e2e/setup/tab-to.ts: a fixed number of presses is lost on a busy machine',
  },
  {
    // Allows up to two levels of parentheses in the arguments of the locator.
    pattern:
      /(?<![\w.])(page|popup|modal|modal\.frame|frame)\s*\.getBy\w+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*(\.\w+\([^()]*\)\s*)*\.click\(\)/,
    within: browserTests,
    // Hostile pages: these cases test that a click has no effect.
    files: ['e2e/attack/cases/frame.attack.ts'],
    why: 'click with press() of e2e/setup/press.ts: a click just after a document came or went is lost',
  },
]

/**
 * What no file of ours says, in code, comments, tests or documents: on one line, without the marks of a comment.
 *
 * @type {readonly { pattern: RegExp, why: string }[]}
 */
export const notWritten = [
  {
    // Sections of docs/specification.md and of published standards are there for everybody.
    pattern:
      /(?<!#|\b(?:specification|RFC \d+|EIP-\d+)(?: §[\d.]+(?:,| and))*) §\d|\b(?:isolation decision|nested-frames rule|behaviour facts)\b/i,
    why: 'that document is not in the repository: write the reason instead',
  },
]

/**
 * Words of the glossary (CONTRIBUTING.md): comments, titles of tests and documents use the first one. Names in code are free.
 *
 * @type {readonly { pattern: RegExp, why: string }[]}
 */
export const oneWord = [
  { pattern: /\bvisitors?\b/i, why: 'say user' },
  { pattern: /\be-mails?\b/i, why: 'say email' },
]

/**
 * How no title of a test begins: it says what is done and what comes out, so that it is understood without the titles around it. Numbers of attack
 * cases may stand before it.
 *
 * @type {readonly { pattern: RegExp, why: string }[]}
 */
export const titleRules = [
  {
    pattern:
      /^(?:\[[^\]]*\]\s*)*(?:and|but|in|nor|of|or|so|that|what|whatever|where|which|who|whoever|whom|whose|with|without) .*/im,
    why: 'begin the title with its subject, then say what comes out',
  },
]

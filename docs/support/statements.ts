/**
 * The statements of the specification that have a name, a number or a text, in short words, each with the tests that prove it or the heading
 * of the decision that rules it. `npm run statements` writes them to docs/specification.md; `docs/guides.test.ts` checks that all exist.
 */

/** `<test file> › <title>`, as it is written there, with `…` for any part of it; or `<document> › <heading>`. */
export type Evidence = `${string} › ${string}`
type Row = readonly [statement: string, evidence: Evidence, ...more: Evidence[]]
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

const decided = (area: string, heading: string): Evidence => `docs/decisions/${area}.md › ${heading}`
/** Tests of the modal, in `frame-app/test`. */
const modal = (file: string, title: string): Evidence => `frame-app/test/${file}.test.ts › ${title}`
/** A test beside the code of the modal. */
const at = (file: string, title: string): Evidence => `${file} › ${title}`
const shared = (file: string, title: string): Evidence => `frame-app/src/shared/${file}.test.ts › ${title}`
const browser = (file: string, title: string): Evidence => `e2e/specs/${file}.spec.ts › ${title}`
const sdk = (file: string, title: string): Evidence => `host-sdk/test/${file}.test.ts › ${title}`
/** Tests beside the code of the embedded wallet. */
const wallet = (file: string, title: string): Evidence => `frame-app/src/wallet/${file}.test.ts › ${title}`
const service = (file: string, title: string): Evidence => `service/test/${file}.test.ts › ${title}`
const protocol = (file: string, title: string): Evidence => `protocol/test/${file}.test.ts › ${title}`

const defaults = sdk('options', 'the defaults are those of the specification')
const texts: Evidence = 'e2e/thrown-texts.test.ts › $text: from $from'
const thrown: Evidence = 'e2e/thrown-texts.test.ts › %s: by %s'
const cannotHappen: Evidence = 'e2e/thrown-texts.test.ts › %s: %s'
const numbers = at(
  'frame-app/src/modal/features/listing/state/wallet-rules.test.ts',
  'the numbers are the specification’s',
)
const unneeded = decided('wire', 'Names of the specification that our own ends do not need')
const motion = shared(
  'theme/theme',
  'titles change in 120 ms, views and heights in 150 ms, and a shake takes 500 ms, in scripts and in the sheet',
)
const tabs = modal(
  'suggestions',
  'the account has Tokens, NFTs and Activity, and no Activity where the page wants no history',
)
const shortcuts = modal(
  'suggestions',
  'buying, swapping, receiving and sending stand in this order or that of the page, without what it has switched off',
)
const frameEvents = protocol(
  'contracts',
  'the wallet link has every app event of the specification, as a request of the modal',
)
const allowlist = protocol(
  'allowlist',
  '41 safe methods and 10 with approval are those of the specification; seven more are what dapps expect, three are for Polkadot',
)
const timedOut = protocol('contracts', 'the five events that the specification times out at 30 s have a fixed deadline')
const router = (title: string): Evidence => `frame-app/src/modal/core/router/router.test.ts › ${title}`

export const sections: readonly Section[] = [
  {
    title: '§1 What the product does',
    rows: [
      ['connect an injected wallet', browser('connect', 'connects with one click and the page learns of the account')],
      [
        'connect by pairing',
        browser('pairing', 'a phone that takes the code is connected, and the page has its account'),
      ],
      [
        'embedded wallet by email',
        browser('embedded-wallet', 'signs up by email, has an address on both namespaces, and signs'),
      ],
      [
        'embedded wallet by social login',
        browser('social-login', 'signs up at a provider, has an address, and has the same one in another browser'),
      ],
      [
        'embedded wallet by Farcaster',
        browser('farcaster-login', 'signs up with the code, and is the same user when the phone confirms again'),
      ],
      ['select a network', browser('networks', 'a network can be chosen before a wallet is connected')],
      [
        'sign-in with a signed message',
        browser('sign-in', 'signs in: verified by the page, found again after a reload, ended by the page'),
      ],
      [
        'token balances',
        browser(
          'tokens',
          'the account view lists the currency and the tokens of its network, without a policy violation',
        ),
      ],
      [
        'NFTs',
        browser(
          'pictures',
          'NFTs have the pictures of their contracts and of IPFS, and what looks like spam is behind a switch',
        ),
      ],
      ['activity', browser('activity', 'a transaction of the page is pending, then confirmed, and the page is told')],
      [
        'send native and token transfers',
        browser('send-wallets', 'sends coins and tokens of each kind, on both namespaces'),
      ],
      [
        'swap',
        browser('swap', 'coins for dollars, and dollars for coins after the router is allowed to take exactly them'),
      ],
      ['buy with a card', browser('buy', 'a user buys, and sees what arrived')],
      [
        'receive',
        browser('receive', 'the code is the address, which can be copied, and another code asks for an amount'),
      ],
      [
        'register an account name',
        browser('names', 'is looked up, signed, registered, shown in the settings, and the only one of its account'),
      ],
      [
        'smart sessions',
        browser('smart-sessions', 'a site gets a smart session, its key pays without asking, and the user ends it'),
      ],
      [
        'profile name and image',
        modal('identity', 'a name is kept for five minutes, and the page has it instead of the email address'),
        browser('world-names', 'the picture of a name comes through the gateway, written anew'),
      ],
      ['switched off: swaps, send, receive, onramp', shortcuts],
      ['switched off: history', tabs],
      [
        'switched off: email, socials',
        modal(
          'email-login',
          'no field without the feature, without a wallet of the project, or without a network that it serves',
        ),
        sdk('options', 'social logins are those of the record, in the order of the page, or none'),
      ],
      ['switched off: analytics', modal('analytics', 'switched off by %s, nothing is asked or sent')],
      [
        'emailShowWallets and collapseWallets',
        modal(
          'email-login',
          'a single row stands for the wallets if the page wants that, and the field stands beside it',
        ),
      ],
      [
        'allWallets',
        modal(
          'suggestions',
          'the row of all wallets stands where the listing has some, and not where the page has switched it off',
        ),
      ],
      [
        'legalCheckbox',
        modal(
          'suggestions',
          'the checkbox blocks every wallet before the user has agreed; without it, the terms stand at the foot',
        ),
      ],
      ['defaults of the features', defaults],
      [
        'smart sessions are off by default',
        decided('approvals', 'Smart sessions are delegations that contracts enforce'),
        modal('rpc-request', 'a page that has switched smart sessions off cannot ask for one'),
      ],
      [
        'default socials: google, x, discord, farcaster, github, apple, facebook',
        defaults,
        sdk('options', 'social logins are those of the record, in the order of the page, or none'),
      ],
      [
        'order of the connect methods: email, social, wallet',
        modal('email-login', 'the page’s own order comes before that; what it leaves out comes last'),
        modal('email-login', 'the field comes first, unless a wallet is installed'),
      ],
      [
        'order of connectors: walletConnect, recent, injected, featured, custom, external, recommended',
        at(
          'frame-app/src/modal/features/listing/state/wallet-rules.test.ts',
          'kinds follow the option; none is lost, none comes twice',
        ),
      ],
      [
        'order of the wallet features: onramp, swaps, receive, send',
        shortcuts,
        sdk(
          'options',
          'the features of the account can be switched and ordered, and an order of something else is refused by name',
        ),
      ],
      [
        'adapter types: universal, solana, wagmi, ethers, ethers5, bitcoin',
        sdk('adapters', 'an adapter is attached with its networks, and the modal gets them in its own form'),
        browser('universal', 'connects both in one session, calls each on its own network, and leaves one of them'),
      ],
    ],
  },
  {
    title: '§2 Screens and routes',
    rows: [
      [
        'no routes in addresses',
        browser('view-changes', 'views have no address of their own, and the history of the page does not grow'),
      ],
      [
        'the stack of views: push, replace, reset, back',
        router('push and replace ignore the view that is on top already'),
        router('reset to the view that already stands alone changes nothing, so that a drawn view is only shown'),
        router('any sequence of actions: ids grow, no two neighbours are equal, and back undoes push'),
      ],
      [
        'Connect where nothing is connected, else Account',
        modal('flows', 'opening for one shows its account, on its network, or the ways to connect it'),
        browser('receive', 'a page that asks for it before anything is connected gets Connect'),
      ],
      ['Account, with the tabs Tokens, NFTs and Activity', tabs],
      [
        'AllWallets',
        browser('all-wallets', 'six hundred wallets: each page once, few elements, and the keyboard reaches the last'),
      ],
      [
        'without adapters: AllWallets on a phone, else ConnectingWalletConnectBasic',
        browser('on-a-phone', 'a project without adapters opens on the list of wallets, whatever is asked for'),
        browser('on-a-phone', 'a project without adapters opens on the code on a computer'),
      ],
      [
        'ConnectingWalletConnect with a wallet',
        browser('chosen-wallet', 'a wallet with every link has a tab for each, the code first'),
      ],
      [
        'ConnectingExternal',
        browser('waiting', 'after eight seconds the modal says where to look, and offers to open the wallet again'),
      ],
      [
        'ConnectingSiwe and SIWXSignMessage',
        browser('sign-in', 'a page opens the view by either name; a signed-in user sees the account'),
        decided('connecting', 'ConnectingSiwe and SIWXSignMessage are one view'),
      ],
      ['ConnectingFarcaster', modal('farcaster-login', 'shows its code, waits, and ends connected')],
      [
        'ApproveTransaction',
        browser(
          'embedded-wallet',
          'stands on the network that the page moves to, and sends nothing that its user has closed over',
        ),
      ],
      [
        'RegisterAccountName and RegisterAccountNameSuccess',
        modal('names', 'registering: the exact message, signed by the account, with the coin type of its network'),
      ],
      [
        'UnsupportedChain for a network that the app does not list',
        browser(
          'unsupported-chain',
          'the modal opens on the way out, shakes instead of closing, and Switch leads back',
        ),
      ],
      [
        'not where unsupported chains are allowed',
        modal('flows', 'on an unknown network is left alone where unsupported chains are allowed'),
      ],
      [
        'not where networks are not switched, or without adapters',
        modal('flows', 'on an unknown network is left alone without network switching, and without adapters'),
      ],
      [
        'after a switch, back to what was before the list of networks',
        router('after a switch the stack ends before the network list; at its root it closes'),
      ],
      [
        'after a send, the view is Account',
        modal('send', 'an amount and an address: reviewed, signed, started, followed'),
      ],
      [
        'a required sign-in cannot be closed',
        browser('sign-in', 'a required sign-in can be signed or cancelled, and nothing else'),
      ],
      [
        'Cancel disconnects where sign-in is required, else closes',
        browser('sign-in', 'an optional sign-in may be cancelled: the user stays connected'),
        browser('sign-in', 'a required sign-in can be signed or cancelled, and nothing else'),
      ],
      [
        'Solana on a phone: two wallets open the page in their own browser',
        browser('on-a-phone', 'Solana in Phantom: the user is told, and goes on inside it'),
        browser('on-a-phone', 'Solana in Solflare: the same, whatever links it has besides'),
      ],
      [
        '"Open and continue in a new browser tab"',
        browser('on-a-phone', 'a wallet that opens in a tab says so as it opens, and one that starts an app does not'),
        decided('connecting', 'The label of the new tab stands where a tab is opened'),
      ],
      [
        'the modal is 360 px wide',
        browser('frame-refused', 'the card has large buttons in the words of the page at … px, …'),
      ],
    ],
  },
  {
    title: '§3 Entities',
    rows: [
      [
        'Network: namespaces eip155, solana, polkadot, bip122',
        browser(
          'namespaces',
          'has all of them shown, to be copied, also after a reload; the account of the active network comes first',
        ),
      ],
      [
        'Network: id, name, currency, nodes, explorer, testnet',
        sdk('options', 'the configuration fits the schemas of the frame'),
        sdk('store', 'an account has the page of its explorer, on its own network, and who is signed in'),
      ],
      [
        'Network: assets by image id or address',
        decided('connecting', 'A network has a picture of the page, or that of the listing'),
        modal('network-images', 'a known network without a picture of the page gets that of the listing, once'),
      ],
      [
        'Account: address, type, public key, path',
        modal(
          'bitcoin',
          'are told to the page with what each is for; payment is the default, and the other one can be chosen',
        ),
      ],
      [
        'account state, by namespace',
        sdk('store', 'a snapshot becomes public state, without handle and connector type'),
        sdk('store', 'an account has the page of its explorer, on its own network, and who is signed in'),
      ],
      [
        'address labels',
        modal('labels', 'stand beside the address, as words of the site, and never in its place [C250]'),
      ],
      [
        'smartAccountDeployed and preferredAccountType',
        modal(
          'account-type',
          'the smart account is the default where there is one, with the address of the key, and can be left',
        ),
      ],
      [
        'user, socialProvider, identifier and social of the wallet',
        sdk('appkit', 'the provider and the name of a social login are reported'),
      ],
      [
        'approved networks, and whether all are supported',
        modal(
          'switching',
          'the page is told which of its networks a wallet of %s has agreed to, and nothing of others',
        ),
        sdk('appkit', 'approved networks are those that each wallet has agreed to, or all of its namespace'),
      ],
      [
        'networks with smart accounts',
        wallet('link/handlers', 'are none, and an item of the login cache, which goes with the others'),
        unneeded,
      ],
      ['what of it a page reads', decided('sdk', 'What a page reads of an account, and what stays in the modal')],
      ['connector types', sdk('appkit', '%o is of type %s'), decided('sdk', 'The id of a connector names a wallet')],
      [
        'type multichain: a wallet of several namespaces',
        modal('several-namespaces', 'is one row, which asks for the namespace, and connects the chosen one'),
        decided('sdk', 'The id of a connector names a wallet'),
      ],
      [
        'ids walletConnect and ID_AUTH',
        modal('email-login', 'serves one connector for each namespace that the app has a network of'),
        modal('pairing', 'stands first on the next visit, and leads to the same view before the listing has answered'),
      ],
      ['ids injected, announced, eip6963', decided('sdk', 'The id of a connector names a wallet')],
      [
        'ids coinbaseWallet, coinbaseWalletSDK, safe, ledger, okx',
        decided('sdk', 'Wallets with an SDK of their own are brought by the page'),
        browser('external-wallets', 'the page asks for it by its id'),
      ],
      [
        'Token balance',
        at(
          'frame-app/src/modal/features/assets/state/token-rules.test.ts',
          'the most valuable comes first; without prices the currency, then by name',
        ),
      ],
      ['wallet asset', modal('wallet-assets', 'a wallet that can say what it holds is asked, and the gateway is not')],
      [
        'names: suggestions and records',
        'service/test/gateway/names/look-ups.ts › suggest the typed name with its state, and up to four free ones that start with it',
      ],
      [
        'state of a payment: token, amount, receiver with its name, gas price',
        modal('send', 'an amount and an address: reviewed, signed, started, followed'),
      ],
      [
        'swap token',
        at(
          'frame-app/src/modal/features/swap/state/swappable.test.ts',
          'own tokens come first, each once; the rest by symbol; a few are suggested',
        ),
      ],
      [
        'wallet listing',
        'frame-app/src/modal/core/api/listing.test.ts › a wallet of the hosted listing is read whole; chains of other namespaces are left out',
      ],
      ['sign-in session', browser('sign-in', 'a page that answers with a session … does not sign the user in')],
      [
        'transactions by year and month, newest first',
        at(
          'frame-app/src/modal/features/ledger/state/activity-rules.test.ts',
          'is in groups by month that hold every entry once, in order',
        ),
      ],
      [
        'purchases among the transactions',
        modal('onramp', 'are in the activity: under way first, then each once, in place of its transfer'),
      ],
      [
        'notification: message, variant, open',
        shared('ui/toast/toasts', 'shows at once, as a success, and leaves after six seconds'),
      ],
      ['image registries', decided('connecting', 'A network has a picture of the page, or that of the listing')],
      [
        'recent wallets in storage',
        browser('wallet-list', 'connect one after the other, and the last two are remembered over a reload'),
        decided('connecting', 'Recently used wallets are stored by the frame'),
      ],
      [
        'storage of the page: wallet, active network, connected namespaces',
        browser('degraded-browser', 'the page stores which wallet and network were used, and nothing else'),
        'frame-app/src/modal/home/profile/privacy.test.ts › every key that the modal stores has words',
      ],
      [
        'storage of the embedded wallet: login used, email, username, last chain, time of the last email, networks',
        wallet('login/login', 'the items of the login cache go when %s'),
      ],
      [
        'caches of balance, portfolio, name and identity in storage',
        modal('account-cache', 'a reload %s'),
        decided('modal', 'What was read about an account outlives a reload, and no disconnect'),
      ],
    ],
  },
  {
    title: '§4 States and transitions',
    rows: [
      [
        'disconnected, connecting, connected, for each namespace',
        modal('flows', 'come back at the same time, and the network stays that of the first'),
      ],
      [
        're-synced on load; a failure is disconnected',
        browser('connect', 'stays connected over a reload without any prompt, and forgets when disconnected'),
        modal('flows', 'ends disconnected when %s'),
      ],
      [
        'a shake takes 500 ms',
        motion,
        browser(
          'unsupported-chain',
          'the modal opens on the way out, shakes instead of closing, and Switch leads back',
        ),
      ],
      [
        'closing takes the pairing code back',
        browser('pairing', 'closing the modal takes the code back and leaves the relay'),
        decided('connecting', 'A replaced code stays valid'),
      ],
      [
        'a code lives four minutes',
        'frame-app/src/modal/features/pairing/walletconnect/code.test.ts › lives four minutes, or as long as it says when that is less',
      ],
      [
        'expired within ten seconds of its end',
        'frame-app/src/modal/features/pairing/walletconnect/code.test.ts › counts as expired ten seconds before its end, and a new one is asked for before that',
      ],
      [
        'a retry after one second',
        'frame-app/src/modal/features/pairing/walletconnect/code.test.ts › two attempts are a second apart, and never more, whatever the clock does',
      ],
      [
        'approval: pop and go back, replace or reset',
        decided('approvals', 'An approval returns to the view where it was requested'),
        router('push and replace ignore the view that is on top already'),
        modal('names', 'an approval above the view does not count as leaving it'),
      ],
      ['approval refused: close or go back', modal('email-login', 'leaving the wallet’s question declines it')],
      [
        'the last network of a namespace stays',
        modal('flows', 'the last one of a namespace stays; an unknown one is named'),
      ],
      [
        'a network that the app does not list is told as unsupported',
        modal('switching', 'a wallet that stays on a removed network is on an unsupported one'),
      ],
      [
        'the selected network is remembered',
        modal('switching', 'a network that was chosen while nothing was connected is the one of the next visit'),
      ],
      ['an adapter in use stays', sdk('adapters', 'an adapter in use stays: %s')],
      [
        'another network clears the form of a payment',
        decided('modal', 'The form of a payment outlives a change of the network'),
      ],
      [
        'another active network brings its namespace and its address',
        modal('switching', 'switching between connected chains disconnects nothing, and asks the wallet of that chain'),
      ],
      [
        'removing the active adapter or network moves to the first that remains',
        modal('flows', 'removing the active one moves to the first that remains, and goes back'),
        browser('networks', 'an adapter and its networks come and go while the modal is open'),
      ],
      [
        'disconnecting one ends others of the same kind',
        modal('pairing', 'ends for all namespaces when one is disconnected'),
        modal('email-login', 'signs out of every namespace, and tells the wallet once'),
      ],
      [
        'failures to disconnect are one error',
        thrown,
        modal('flows', 'disconnecting forgets it even when the wallet cannot be told, and says which failed'),
      ],
      [
        'sign-in: message, signature, session, closed',
        browser('sign-in', 'signs in: verified by the page, found again after a reload, ended by the page'),
      ],
      [
        'a decline shows the view with an error',
        modal('sign-out', 'because the user declines: a toast says so, and the view stays'),
      ],
      [
        '"Authenticating..." while the page verifies',
        modal('sign-out', 'while the page verifies, a toast says so, and ends with the answer'),
      ],
      [
        'activity: loading, loaded or failed',
        modal('activity', 'a failure says so once, keeps what is known, and is no list where nothing is known'),
      ],
      [
        'transactions of other networks and pure spam are dropped',
        at(
          'frame-app/src/modal/features/ledger/state/activity-rules.test.ts',
          'not those of other networks, or of an unknown one',
        ),
        at(
          'frame-app/src/modal/features/ledger/state/activity-rules.test.ts',
          'not those of which all is spam; of others, spam is left out',
        ),
      ],
      [
        'after a failure, tokens are read again after 30 s',
        modal('tokens', 'a failure shows one toast, and is retried after 30 s or when the user asks'),
      ],
      ['the frame waits for READY', browser('frame-loss', 'because its server hangs is a FRAME_TIMEOUT')],
      [
        'the login cache is cleared on disconnect',
        wallet('login/login', 'the items of the login cache go when %s'),
        modal('email-login', 'is forgotten when %s'),
      ],
      [
        'each event of the embedded frame is answered under its id',
        'protocol/test/channel/receiving.test.ts › a request runs its handler once and is answered under its id',
      ],
      [
        'a name: loading, signed, registered, stored, success view',
        modal('names', 'registering: the exact message, signed by the account, with the coin type of its network'),
      ],
      [
        'leaving the view, closing, or another account ends the loading of a name',
        modal('names', 'when %s, the signature is given up'),
      ],
      ['a name that fails: back, with the message', modal('names', 'a refusal says %s')],
      [
        'the alert bar needs debug',
        browser('notices', 'a mistake of the developer is shown on the card until dismissed, and only with debug'),
      ],
      [
        'a toast is replaced after 150 ms',
        shared('ui/toast/toasts', 'a new one replaces the old after a gap, and only the newest is shown'),
      ],
      ['theme: light or dark', browser('appearance', 'the theme follows the page and the system')],
    ],
  },
  {
    title: '§5 Validation rules',
    rows: [
      [
        'an EVM address has 40 hex characters, with or without 0x',
        modal('send', 'an address without 0x is the same address, in the review and for its warnings'),
      ],
      [
        'a Solana address has 32 to 44 characters in base58',
        shared('chains/address-form', 'addresses of %s are known by their form'),
      ],
      ["'Invalid CAIP Address'", thrown],
      [
        'siweConfig and siwx exclude each other',
        sdk('appkit-siwe', 'it is refused beside `siwx`'),
        sdk('options', '%o is refused by name'),
      ],
      ['a network needs an adapter of its namespace', thrown],
      ['balances are floored to three decimals', shared('format/format', 'are floored to three decimals')],
      [
        'dollars have two decimals, in the form of the language',
        shared('i18n/i18n', 'figures follow the locale and keep every digit'),
      ],
      ['names only on eip155', modal('names', 'on Solana no name is offered, signed or sent')],
      [
        'names: letters, digits, hyphens, four at least',
        modal('names', 'a text that is no name is never sent: too short, other characters, a key [C130]'),
        at(
          'frame-app/src/modal/core/api/name-rules.test.ts',
          'any accepted text has only the characters that registries take',
        ),
      ],
      [
        'tokens without decimals are left out',
        at(
          'frame-app/src/modal/features/assets/state/token-rules.test.ts',
          'a token without decimals is left out, the currency is not',
        ),
      ],
      [
        'one wrong asset makes an answer void',
        modal('wallet-assets', 'one asset with %s makes the answer void [C133]'),
      ],
      [
        'an asset has price and picture',
        decided('modal', "A wallet's own list of tokens takes precedence, its pictures are not used"),
        wallet('assets/assets', 'the modal reads the answer, in which no price and no picture is named'),
      ],
      [
        'connecting and signing in at once only where all networks are of eip155',
        browser('one-click', 'is not asked where the app has other networks too'),
      ],
      [
        'payloads of the frame: email, code, provider, theme, actions',
        protocol('vectors', '… refuses every hostile one with its reason'),
      ],
      [
        'a smart account only where it is enabled',
        modal(
          'account-type',
          'on a network without smart accounts there is nothing to choose; back on the other one, the choice holds',
        ),
      ],
      [
        'Send needs a token, an amount and a receiver',
        browser('send-form', 'the button of the state … reads ‘…’, and … be pressed'),
        at(
          'frame-app/src/modal/features/send/state/send-rules.test.ts',
          'each problem has its label, and the last of several is shown',
        ),
      ],
      [
        'gas: no balance or too little; smart accounts are exempt',
        at(
          'frame-app/src/modal/features/send/state/send-rules.test.ts',
          'gas: unknown and empty balances count as none, smart accounts are exempt',
        ),
      ],
      [
        'methods of the embedded wallet',
        allowlist,
        decided('approvals', 'The embedded wallet answers methods that dapps expect of every wallet'),
      ],
      [
        'others are refused with a toast after 300 ms',
        modal('rpc-request', 'opens a closed modal once, to say so'),
        browser('provider', 'a method that is not allowed is refused at once, and an open modal says so'),
        decided('modal', 'A refused call opens the modal once'),
      ],
      [
        'user operations: a page sends none',
        decided('approvals', 'A user operation is signed only if somebody else pays for it'),
        wallet(
          'provider/provider',
          'the wallet asks a bundler about user operations, never a node, and sends none of the page [C381]',
        ),
      ],
      [
        'user operations: questions go to the bundler',
        modal('rpc-request', '%s goes to the embedded wallet, which reaches a bundler, and to no node'),
        wallet(
          'requests/operation/sponsored',
          'a page’s questions about user operations are answered by the network’s bundler',
        ),
        wallet(
          'requests/operation/sponsored',
          'a bundler’s answer about something else, or of another form, does not reach the page [C380]',
        ),
      ],
      ['to and data of wallet_sendCalls begin with 0x', protocol('allowlist', 'wallet_sendCalls: %s')],
      [
        'another email after 30 s',
        service('wallet/login', 'cannot be asked for again within thirty seconds, and then has the same link'),
        modal('email-login', 'a resent email is not asked for within the cool-down'),
      ],
      [
        'a further limit of emails',
        service('wallet/login', 'comes at most five times an hour to one address, whoever asks'),
      ],
    ],
  },
  {
    title: '§6 Roles and permissions',
    rows: [
      [
        'default account types',
        modal(
          'account-type',
          'the smart account is the default where there is one, with the address of the key, and can be left',
        ),
        defaults,
      ],
      [
        'only methods of the list reach the embedded wallet',
        modal('email-login', 'a method that the allowlist refuses never reaches the wallet'),
        allowlist,
      ],
    ],
  },
  {
    title: '§7 Calls',
    rows: [
      [
        'the calls of the gateway by method, path and parameters',
        protocol(
          'contracts',
          'the gateway has the calls of the specification by method, path and parameters, but those of sessions',
        ),
      ],
      [
        'project, type and version of the SDK in the query',
        'frame-app/src/modal/core/api/listing.test.ts › an address carries the given parameters and leaves out empty ones',
      ],
      [
        'prices',
        'service/test/gateway/prices-contract.ts › are those of the currency and of tokens, listed or not, as they were asked for',
      ],
      [
        'convert: allowance and tokens',
        'service/test/gateway/convert/http-contract.ts › the whole way of a client of the hosted API, with what it sends',
        unneeded,
      ],
      ['forceUpdate, sender, zone, gasPrice of quotes', unneeded],
      [
        'sessions, and their end',
        unneeded,
        decided('approvals', 'Smart sessions are delegations that contracts enforce'),
      ],
      ['profile: name', modal('send-names', 'our names are asked of the gateway, in lower case')],
      [
        'supported chains',
        service(
          'gateway/gateway',
          'the list of networks needs no project, may be kept for a day, and is not sent twice',
        ),
        modal('tokens', 'a network that the gateway does not serve is shown as such, without a request for balances'),
      ],
      [
        'identity',
        modal('identity', 'a name is kept for five minutes, and the page has it instead of the email address'),
      ],
      ['history', service('gateway/history', 'joins several networks in order, in pages that miss and repeat nothing')],
      [
        'convert: quotes, build-transaction, build-approve',
        'service/test/gateway/convert/swaps.full.test.ts › matches the contracts for every route',
        'service/test/gateway/convert/swaps.full.test.ts › is for the exact amount and the router of the quote',
      ],
      [
        'convert: gas price',
        service('gateway/convert/gas-price', 'is the next base fee with a margin, plus recently paid tips'),
      ],
      [
        'account balance',
        service('gateway/gateway', 'are the currency and what the lists name, in units, with the price that is known'),
      ],
      [
        'profile: reverse',
        modal('identity', 'names of the registry are kept for five minutes, beside the name that is shown'),
      ],
      ['profile: suggestions', modal('names', 'a taken name comes with free ones, and no others')],
      [
        'profile: register, the message with name, attributes and timestamp',
        at('frame-app/src/modal/core/api/name-rules.test.ts', 'the message is exactly what the registry checks'),
      ],
      [
        'on-ramp: generated address, options, quote',
        service('gateway/onramp/onramp', 'lists the assets and currencies of each provider, and of all together'),
        service('gateway/onramp/onramp', 'an offer is asked for once'),
      ],
      [
        'events: POST with the origin of the page',
        modal('analytics', '%s is sent with its properties, the origin and nothing else'),
        decided('modal', 'Events identify no user'),
      ],
      [
        'every event of the list; MODAL_CREATED is never sent',
        service('analytics', 'the table names every event of the specification'),
        modal('analytics', '%s is sent with its properties, the origin and nothing else'),
      ],
      ['names of events without an occasion', unneeded],
      [
        'a 403 of the counter is an alert, once',
        modal('analytics', 'a refused origin is reported to the developer once; every other failure is silent'),
      ],
      [
        'the owner can switch counting off',
        browser('pairing-events', 'a project whose analytics are switched off is asked once, and sent nothing'),
      ],
      [
        'the listing: pages, include, exclude, search',
        service('listing', 'include, exclude, search, names and rdns'),
        service('listing', 'pages follow each other without gap or repeat, and count is the whole'),
        service('listing', 'chains are matched as whole ids'),
      ],
      [
        'images of wallets, networks, currencies and tokens',
        service('listing', 'every wallet has its picture; other kinds have theirs; the rest is not there'),
      ],
      [
        'nodes of the gateway',
        service('gateway/gateway', 'serves an unmodified client: it reads, sends, and waits for its transaction'),
      ],
      [
        'the next node after a failure',
        shared('chains/ranking', 'a failing node is passed over, a refusal of the node is final'),
      ],
      [
        'assets of the wallet before the balance service',
        modal('wallet-assets', 'a wallet that can say what it holds is asked, and the gateway is not'),
      ],
      ['the events of the embedded frame', frameEvents],
      [
        'the frame is loaded with projectId, chainId, version and enableLogger',
        modal('wallet-parameters', 'the address says four things, and what is written is read'),
      ],
      ['messages have a random id', decided('wire', 'One random id per channel, one timer per deadline')],
      [
        'sync dapp data, sync theme',
        modal(
          'email-login',
          'the wallet is told the page’s description once, and the theme and the language with each change',
        ),
        unneeded,
      ],
      [
        'chain id, smart-account networks, reload: answered, and not sent',
        wallet('link/handlers', 'keeps %s'),
        browser('nested-frames', 'reloads when asked, in a new epoch, and is there again'),
        unneeded,
      ],
      [
        'a signature of a contract is checked by eth_call',
        'host-sdk/test/siwx-verify.test.ts › a deployed one accepts its owner, and nobody else (ERC-1271)',
      ],
      [
        'USDT has a form of its own',
        shared('chains/eip155/transfer', 'USDT is recognised in every spelling, and its empty answer is not a failure'),
      ],
    ],
  },
  {
    title: '§8 Error catalogue',
    rows: [
      ['alerts: Network Not Found, Invalid App Configuration, Session Expired, Project ID Not Configured', texts],
      [
        "where 'Network Not Found' is told",
        browser('notices', 'a mistake of the developer is shown on the card until dismissed, and only with debug'),
        thrown,
        decided('modal', 'Some texts of the specification have no path'),
      ],
      ['messages of the relay, each told once', browser('service-alerts', 'a relay that … is told as “…”, once')],
      [
        '503: whoever says it is left alone',
        modal('balance', 'a node that says that it is unavailable is left alone until the modal is opened again'),
      ],
      ['the codes 4902, 5000 and 32603 add the network', shared('chains/eip155/wallet', 'code %d adds the network')],
      ["'Chain is not supported'", shared('chains/eip155/wallet', "everything else is 'Chain is not supported'")],
      ['toasts', texts],
      [
        "'Please enter a valid amount and receiver address'",
        decided('modal', 'Some texts of the specification have no path'),
      ],
      ['thrown texts that can happen', thrown],
      ['thrown texts that cannot', cannotHappen],
      [
        "'Address or auth connector not found'",
        'e2e/thrown-texts.test.ts › Address or auth connector not found: the wallet has left the page before its name was signed',
      ],
      [
        "'Network not supported for Gas Price'",
        thrown,
        decided('modal', 'Some texts of the specification have no path'),
      ],
      ["'Error resolving name'", modal('send-names', 'a name that no node resolves is reported beside its field')],
      ["'Error fetching name suggestions', 'Error fetching names for address', 'Error registering name'", texts],
      ['the words of a server come first', modal('names', 'a refusal says %s')],
      [
        "'Unable to load email login dependency', 'Something went wrong'",
        modal('email-login', '%s is shown in its words, and to the developer in others'),
      ],
      ["'Request was aborted', 'An error occurred'", modal('email-login', 'says to the page: %s')],
      [
        'without a list of the on-ramp: the built-in one, and estimates',
        modal('onramp', 'a service without a list or quotes: the built-in list, and estimates that say so'),
      ],
    ],
  },
  {
    title: '§9 Constants and limits',
    rows: [
      ['email, device, code and social requests end after 30 s', timedOut],
      [
        'portfolio: 30 s',
        modal(
          'tokens',
          'the gateway is asked for the account on its network, once per 30 s, and at once when the user asks',
        ),
      ],
      ['balance: 30 s', modal('balance', 'a balance is kept for 30 s, and read at once when it must be')],
      [
        'names: 5 min',
        modal('identity', 'names of the registry are kept for five minutes, beside the name that is shown'),
      ],
      [
        'identity: 5 min',
        modal('identity', 'a name is kept for five minutes, and the page has it instead of the email address'),
      ],
      ['recent wallets: 2', numbers, modal('pairing', 'gives way to later ones: two are kept, each once')],
      [
        'pending transactions: 99',
        at(
          'frame-app/src/modal/features/ledger/state/ledger.test.ts',
          'never holds more than 99 or one twice, and forgets no pending one while a settled one is there',
        ),
      ],
      ['titles in 120 ms, heights and views in 150 ms', motion],
      [
        'what a view leaves is cleaned after 100 ms',
        decided('modal', 'A view that is left is cleaned at once'),
        browser('view-changes', 'a view that is left fades, and is not drawn again'),
      ],
      [
        'featured wallets: 4',
        numbers,
        at(
          'frame-app/src/modal/features/listing/state/wallet-rules.test.ts',
          'featured wallets stand in the order of the option, at most four, none that is there already',
        ),
      ],
      [
        'recommended wallets: 4 for each request',
        numbers,
        at(
          'frame-app/src/modal/features/listing/state/wallet-rules.test.ts',
          'recommended wallets fill up to two rows, only where pairing is possible and the developer has chosen none',
        ),
        decided('connecting', 'How many wallets are asked for, and how many are shown'),
      ],
      [
        'a page of the list: 40',
        numbers,
        modal('listing', 'pages load once each, in order, until all are there'),
        decided('connecting', 'How many wallets are asked for, and how many are shown'),
      ],
      [
        'the first 20 pictures ahead',
        numbers,
        modal('listing', 'the first twenty pictures are fetched ahead, six at a time, each once'),
        decided('connecting', 'How many wallets are asked for, and how many are shown'),
      ],
      [
        'a search: 100 results, after 300 ms',
        numbers,
        modal(
          'listing',
          'a search waits for a pause of 300 ms, the latest one wins, and a short one goes back to the list',
        ),
      ],
      [
        'a picture is given up after 2 s',
        'frame-app/src/modal/core/api/listing.test.ts › a request follows no redirect, sends no credentials and no referrer, and ends in time',
      ],
      ['nodes: every 4 s', shared('chains/ranking', 'samples every 4 s while it runs, never before and never after')],
      [
        'nodes: ten samples, a ping of 1 s, stability 0.7 and latency 0.3',
        shared(
          'chains/ranking',
          'stability counts for 0.7 and latency for 0.3, and a ping that takes a second has failed',
        ),
        shared('chains/ranking', 'only the last ten samples count'),
        shared('chains/ranking', 'prefers stable nodes over fast ones, and fast ones among equals'),
        decided('modal', 'The node ranking is ours'),
      ],
      [
        'multicall: batches of 1024',
        modal(
          'listed-tokens',
          'many tokens are read in batches of at most 1024 bytes of calls, and a contract that burns the gas costs its own batch',
        ),
      ],
      [
        'slippage 1',
        at(
          'frame-app/src/modal/features/swap/state/swap-rules.test.ts',
          'slippage is read exactly, and only where it makes sense',
        ),
      ],
      ['networks of swaps', service('gateway/convert/networks', 'has the networks of the specification')],
      [
        'limits of the on-ramp: card 10 to 7500, bank 10 to 25000',
        at('frame-app/src/modal/features/buy/state/onramp-rules.test.ts', 'has the limits of the specification'),
        protocol('gateway/onramp', 'the specification’s limits: card 10 to 7,500'),
      ],
      [
        'providers: one on eip155, one on eip155 and solana, fees of 1-2%',
        at(
          'frame-app/src/modal/features/buy/state/onramp-rules.test.ts',
          'has the second provider, and Solana, for an operator with a key at Meld',
        ),
        modal('onramp', 'Meld’s page of a service without a list needs no answer of that service'),
        decided('modal', 'Which purchase counts as this one'),
      ],
      [
        'networks of card payments; others are ethereum',
        at(
          'frame-app/src/modal/features/buy/state/onramp-rules.test.ts',
          'a checkout address names the networks of card payments in the provider’s words, and any other as it is',
        ),
        decided('modal', 'Which purchase counts as this one'),
      ],
      [
        'networks of the embedded wallet, and placeholders of the currency',
        wallet(
          'link/handlers',
          'refuses %s, for which the project record lists no node, before anything is kept [C85]',
        ),
        unneeded,
      ],
      [
        'restricted time zones',
        at('frame-app/src/modal/features/buy/state/onramp-rules.test.ts', 'restricted zones, however they are written'),
      ],
      [
        'balance, activity and on-ramp: eip155 and solana',
        service('gateway/gateway', 'Solana: lamports, and tokens by mint'),
      ],
      ['the suffix of names', modal('names', 'the suffix is that of the gateway')],
      [
        'names of the older zone, .wcn.id',
        modal(
          'send-names',
          'a name of the registry’s older zone is resolved there too, and of no other registry [C364]',
        ),
        'service/test/gateway/names/look-ups.ts › find names of a former zone, in which none can be registered',
        decided('modal', 'Two answers must agree whom a name means'),
      ],
      [
        'relative times: sec, min, hr, d, mo, yr',
        shared('format/format', '%d ms are %s %d'),
        'frame-app/src/modal/features/activity/view/words.test.ts › the time is relative for a day, and a date before that',
      ],
      [
        'accents, and that they stay readable',
        shared('theme/theme', 'the accents and the dark canvas are the specification’s'),
        shared('theme/theme', 'the default roles hold AA'),
        shared('theme/theme', 'any accent keeps AA'),
      ],
      [
        'slow after 3 s, overdue after 5 s',
        browser('chosen-wallet', 'a wallet that takes its time is called slow, then can be opened again'),
      ],
    ],
  },
]

/*
 * Text of the threat table in `docs/threat-model.md`, beside the facts of the registry: attacker and asset, the defence in a few sentences,
 * the cases that test it, and the remaining risk. `npm run attack:docs` writes the table.
 */
export const actors = {
  M1: 'a malicious host page',
  M2: 'an attacker who controls what the frame’s origin serves',
  M3: 'a sibling frame, an opener, a page of an extension',
  M4: 'script injected into an honest host page',
  M5: 'a malicious injected wallet',
  M6: 'a malicious wallet listing, gateway or picture',
  M7: 'a malicious node or API',
  M8: 'a malicious dependency inside a frame',
  M9: 'a malicious wallet on another device',
} as const

export const assets = {
  A1: 'keys, shares and session of the embedded wallet ([custody](custody.md))',
  A2: 'the user’s intent: what is signed, where, how much',
  A3: 'the host page’s own session and document',
  A4: 'the user’s identity: addresses across sites, email',
  A5: 'access to injected wallets',
  A6: 'availability of the page and the modal',
  A7: 'the true origin on screen',
} as const

export interface Threat {
  readonly by: readonly (keyof typeof actors)[]
  readonly against: readonly (keyof typeof assets)[]
  readonly defence: string
  /** Cases of the corpus that test the threat, besides the tests with its own number. */
  readonly cases: readonly `C${string}`[]
  readonly remains: string
}

export const threats: Readonly<Record<`T${number}`, Threat>> = {
  T1: {
    by: ['M1'],
    against: ['A1', 'A4'],
    defence:
      'The header names the project’s hosts, and browsers refuse all others. The frame also asks the browser for its ancestors, and sends HELLO only to the exact origin of a listed parent.',
    cases: ['C15', 'C50'],
    remains:
      'A host listed by mistake is trusted. In a browser without `ancestorOrigins` the frame sees only its parent; the header still covers the chain.',
  },
  T2: {
    by: ['M1', 'M4'],
    against: ['A1', 'A2'],
    defence:
      'In the frame a press counts only after half a second in which the whole panel was visible, uncovered and still, and the pointer positions were consistent. Everything but a sign-in to the page is approved in a top-level window of the wallet, after 0.7 s in which it had the focus. Removals on the wallet’s pages follow the same rules, and the only way into a wallet cannot be removed. An embed, which the page lays out itself, has the same gate, windows and origin line as the dialog.',
    cases: ['C48', 'C71', 'C105'],
    remains:
      'No browser detects a mask or an inset outline of the host; tests document both. Everything but a sign-in to that page is approved in a separate window, unless the project pins the host (`pinnedHosts`). In the frame, these attacks reach that sign-in, the removal of devices, logins and recovery methods, and the addition of a login that the user has just proven. A removed login that has an address can be restored from it for three days, unless it is younger than that and not the oldest; a removed recovery method has to be made again.',
  },
  T3: {
    by: ['M1', 'M4'],
    against: ['A7'],
    defence:
      'The screen shows the origin that the browser reported. If the page says that it is another site, that site is shown beside it as a claim, and loads nothing; an origin with international characters has the warning of these instead.',
    cases: ['C35'],
    remains: 'A look-alike domain is a real origin. The screen points out international characters in it.',
  },
  T4: {
    by: ['M1', 'M4'],
    against: ['A2'],
    defence:
      'An injected wallet is asked one thing of each kind at a time; further requests are rejected at once, but a cancelled connection or switch may be asked again, once, after a click. The embedded wallet shows one request and queues four; further ones are refused. A rejection ends all that are not being signed, and no new request is accepted for 3 s.',
    cases: ['C42'],
    remains:
      'Requests that the dapp sends directly to its wallet in the page do not pass through Airlock; the wallet’s own queue decides.',
  },
  T5: {
    by: ['M4'],
    against: ['A1', 'A2'],
    defence:
      'The page holds no key and no token, and no answer of the Key Worker contains a key, except the one of an export, which only the wallet’s document gets. Forged events fail `isTrusted`, source or origin. The SDK’s exports can only send requests. A server that verifies sign-ins takes each message once, with a nonce of its own, from its own origin.',
    cases: [
      'C16',
      'C17',
      'C61',
      'C76',
      'C357',
      'C360',
      'C376',
      'C370',
      'C79',
      'C210',
      'C211',
      'C214',
      'C215',
      'C216',
      'C337',
      'C338',
    ],
    remains:
      'Script in the page can ask an injected wallet for anything, with or without Airlock, and the embedded wallet for everything that its table allows. The user decides on the wallet’s screen.',
  },
  T6: {
    by: ['M2'],
    against: ['A1', 'A2'],
    defence:
      'The page carries the hash of every script, so that a changed script does not run in browsers that compare it ([versions](hosting.md#verify)); for the Key Worker’s, which browsers do not compare, the page does it. The build is signed, and `npm run verify` compares its files and the page of one project byte by byte, and their headers by what they mean, at the modal’s origin and at the wallet’s. The project record is not signed; it is compared with `--projects`.',
    cases: ['C368'],
    remains:
      'An attacker who can replace the page can replace its hashes too: only `verify` detects this, unless the attacker recognises its requests and serves them the original. Browsers do not check the style sheets of lazy views. The Key Worker starts from the browser’s cache, after its script was checked: whoever answers for this script and makes the browser forget its cache in between can start another one.',
  },
  T7: {
    by: ['M2', 'M8'],
    against: ['A3', 'A5'],
    defence:
      'After a bounded walk, each port accepts a closed list of types with strict schemas. Names are looked up as own properties, and no field becomes code or markup, nor a path but for the ticket of a social login, whose form is fixed, and the address in the link to an explorer, which is encoded. Of a wallet that is in the page, the page believes an account only after the wallet itself has shared it.',
    cases: [
      'C01',
      'C02',
      'C03',
      'C04',
      'C05',
      'C07',
      'C08',
      'C10',
      'C11',
      'C28',
      'C29',
      'C30',
      'C31',
      'C32',
      'C34',
      'C36',
      'C37',
      'C38',
      'C39',
      'C41',
      'C43',
      'C51',
      'C65',
      'C99',
      'C230',
      'C231',
      'C363',
      'C386',
    ],
    remains:
      'The frame can misuse what it is allowed to do: send a request to a wallet, open a link after a click, store a hint, have the page announce its wallet under the name and picture of another. It reports the accounts of paired and embedded wallets, and which of its shared accounts a wallet of the page is on. It reads the stored sign-ins of any account, and can sign the page in with a message that someone has signed.',
  },
  T8: {
    by: ['M8'],
    against: ['A3'],
    defence:
      'The iframe’s sandbox has no token for top navigation. The page acts on a press only while the frame is shown and has the focus, and not on the press that opened it; the frame’s message that it was pressed grants nothing. It leaves for the browser of one of three wallets or the phone’s own, on a phone, or for a social login through the modal’s own origin, if it has allowed that; the address has no query and no fragment of the page.',
    cases: ['C59', 'C351', 'C379'],
    remains:
      'A malicious frame can draw anything inside its own rectangle. After a press in it, it can open a window that is not sandboxed, or lead the page away as above. Beside an embed the page cannot tell its own press from one in the frame. In WebKit, a frame may open a window with the press that opened the modal if the user has allowed the page to open windows at any time. On a phone an app, a wallet’s link or one of the three browsers may be opened by the press that opened the modal, and a request of the page may bring the user back to a wallet that they have opened from the frame, by a press in the page.',
  },
  T9: {
    by: ['M3'],
    against: ['A1', 'A5'],
    defence:
      'The frame accepts ports once, in the exact number, from its parent window at the listed origin, with its own nonce. A closed shadow root hides it from siblings and openers.',
    cases: ['C12', 'C13', 'C14', 'C18', 'C19', 'C20', 'C21', 'C22', 'C84'],
    remains: 'Relies on the browser’s `source` and `origin`.',
  },
  T10: {
    by: ['M3'],
    against: ['A6'],
    defence: 'The page accepts messages only from the window of its own iframe at the frame’s exact origin.',
    cases: ['C12', 'C13', 'C22'],
    remains: 'Relies on the browser’s `source` and `origin`.',
  },
  T11: {
    by: ['M3', 'M8'],
    against: ['A6'],
    defence: 'The sender is checked before data is read; the frame’s own messages to the window have a small budget.',
    cases: ['C12', 'C27', 'C28', 'C62', 'C217'],
    remains: 'Any frame can keep its page’s thread busy with messages; a library cannot stop their delivery.',
  },
  T12: {
    by: ['M3'],
    against: ['A5'],
    defence:
      'The relay is a closure behind one port, and wallets have random handles for one session; no global leads to it.',
    cases: ['C06'],
    remains: 'An extension with access to the page’s scripts has the wallets already.',
  },
  T13: {
    by: ['M5'],
    against: ['A3', 'A6'],
    defence:
      'Each field of an announcement is read inside `try`; its names, pictures and networks are read once and copied with a size limit.',
    cases: ['C45', 'C46', 'C181', 'C184', 'C200'],
    remains: 'A getter that never returns stops the page: the wallet is code of the page.',
  },
  T14: {
    by: ['M5'],
    against: ['A5', 'A7'],
    defence:
      'A provider object is listed once. All claimants of one uuid or reversed domain name are marked. A listed wallet keeps its place, and capacity is reserved for wallets that claim a listed identity.',
    cases: ['C45', 'C57', 'C355', 'C58', 'C183'],
    remains:
      'Nothing proves a reversed domain name: a single claimant is believed. Announcements that come first can fill the list, so that a later wallet is left out.',
  },
  T15: {
    by: ['M5', 'M6'],
    against: ['A3', 'A4'],
    defence:
      'A picture of a wallet is a bounded `data:` URL of an image type, shown by `<img>` in the frame, under its `img-src`. Pictures of tokens and NFTs come from the project’s gateway alone, whatever an answer says; it fetches them from public addresses, and from the gateways that its operator has chosen, decodes them and re-encodes them.',
    cases: ['C45', 'C123', 'C124', 'C125', 'C126', 'C127', 'C359', 'C128'],
    remains:
      'A picture can look like another wallet’s or token’s. The gateway learns which pictures an address of the network sees. Its decoder, libvips, is native code.',
  },
  T16: {
    by: ['M5'],
    against: ['A2', 'A6'],
    defence:
      'Answers are copied to plain JSON in the page and checked by the method’s schema in the frame; of an error its numbers and a capped text are left; calls that need no user end after 30 s.',
    cases: ['C47', 'C182', 'C185', 'C186', 'C189', 'C201', 'C202', 'C251', 'C252'],
    remains:
      'A wallet may sign something other than it reports. Requests that wait for the user have no deadline but can be cancelled.',
  },
  T17: {
    by: ['M6'],
    against: ['A2'],
    defence:
      'Answers are bounded and walked before they are read. An entry keeps only links of the expected form (a store link has one of a few hosts, a site link is https without user info), and the page’s rule for links (C43) checks them again. Pictures are blobs in `<img>`: they run nothing and request nothing. A payment page is the provider’s own, or at an origin of the project record, and names no account but the buyer’s; both the service and the modal check that.',
    cases: ['C43', 'C168', 'C169', 'C170', 'C171', 'C172', 'C173'],
    remains:
      'A wallet can link to any site; the site’s host is shown before the click. An account inside the token of a payment page cannot be seen: the user is told to compare it there.',
  },
  T18: {
    by: ['M1', 'M5', 'M6'],
    against: ['A7'],
    defence:
      'Foreign names are normalised (NFKC), stripped of control, direction and invisible characters, and capped.',
    cases: ['C35', 'C45', 'C103', 'C104', 'C112', 'C116', 'C119', 'C129', 'C131', 'C132', 'C139', 'C250'],
    remains:
      'Names that look alike within one alphabet. Mixed alphabets in the names of wallets and tokens are not marked.',
  },
  T19: {
    by: ['M7'],
    against: ['A2'],
    defence:
      'Everything that is signed comes from the page’s request or from what the user has entered, with the chain id of the request; a Solana transaction counts as one of the network whose nodes know its block hash. Typed data for another chain cannot be approved, nor a sign-in for another chain or site; other data or text that names another site is marked. A token account is shown under its owner only if its address proves the owner, or the transaction opens it for that owner. Predicted changes are labelled as an estimate.',
    cases: [
      'C66',
      'C69',
      'C70',
      'C72',
      'C83',
      'C97',
      'C100',
      'C109',
      'C113',
      'C140',
      'C187',
      'C188',
      'C203',
      'C212',
      'C213',
      'C233',
      'C382',
    ],
    remains:
      'A gateway can lie about the account view, and so about the contract of a token that it lists, and it alone resolves the names of its own zones. Its quote sets the minimum of a swap, which is shown and signed: a quote that is too low is not detected. Where the project lists no node, the gateway is the node. A listed node can lie about balances, and so about the amount of “send all”, about the names of tokens and the outcome of a simulation, and it proposes gas, fee, nonce and block hash if the page names none; a sponsor adds its own address, data and gas to the operation that it pays for. It decides the recipient, decimals or network of a signature only if the project lists no second HTTP node: names of ENS, decimals of tokens that our table does not have, the network of a Solana transaction, and the addresses in its tables, which the approval marks.',
  },
  T20: {
    by: ['M7'],
    against: ['A6'],
    defence:
      'Each read has a time limit, a cap of about a million characters while it streams, and a walk before its schema; the account works without it.',
    cases: [],
    remains: 'A node that is slow within the limit delays the balance.',
  },
  T21: {
    by: ['M1'],
    against: ['A4'],
    defence: 'An unlisted page receives no message; HELLO is the same for a new user and a known one.',
    cases: ['C50'],
    remains: 'The times until HELLO and until the first view are not equalised. A listed page stores its own hint.',
  },
  T22: {
    by: ['M1'],
    against: ['A4'],
    defence:
      'The frames use no cookie. Browsers partition their storage by top-level site, and every key of the modal also names the project and the host origin; the wallet tells its address to a host origin where the user has connected. In WebKit, which forgets what frames store, the wallet’s own window keeps it by host origin, encrypted by a key that only the hint of that page holds; it goes on after a press in that window, which names the site.',
    cases: ['C55', 'C56', 'C220', 'C232', 'C234', 'C235', 'C383', 'C384'],
    remains:
      'Browsers that do not partition storage. In WebKit, a page that has copied the key of its hint can offer to go on after a sign-out that did not reach the service; the user would have to confirm it in the wallet’s window. An injected wallet shows the same address to every site that it connects to.',
  },
  T23: {
    by: ['M8'],
    against: ['A1'],
    defence:
      'A channel sends only a plain copy that fits the schema of its type. A key object, a buffer or an unknown field throws at the sender, and the link of the page records it in the modal. A key that is written as text passes where a field takes a text or any JSON, and in the text and the data of an error.',
    cases: ['C31', 'C33'],
    remains:
      'A malicious dependency need not use the channel: it can post to the parent window, reach the origins in `connect-src`, and others by WebRTC or by leading its own frame elsewhere, and after a press open a window with data in its address. Keys live in a Worker without network, which such a dependency in the wallet’s document can use while the wallet is open; it can take the keys, without a fresh login and without an email ([custody](custody.md)).',
  },
  T24: {
    by: ['M1'],
    against: ['A1', 'A2'],
    defence: 'A new HELLO starts a new epoch: pending calls are rejected, and old messages and handles are invalid.',
    cases: ['C06', 'C09', 'C23', 'C24', 'C25', 'C26', 'C52', 'C53'],
    remains:
      'The window of an injected wallet that is already open stays open after the frame is gone; its answer is dropped.',
  },
  T25: {
    by: ['M4'],
    against: ['A2', 'A6'],
    defence:
      'Getters of events, the port’s `postMessage` and the clone are captured when the module loads; the frame has a realm of its own.',
    cases: ['C16', 'C17'],
    remains:
      'Not everything is captured: a poisoned `Map` or `Promise` can stop the SDK, and a script that runs earlier controls the page.',
  },
  T26: {
    by: ['M1', 'M2'],
    against: ['A2'],
    defence:
      'Both ends use a version that both know, at or above their minimum; the signed manifest states the minimum and `verify` enforces it.',
    cases: ['C40'],
    remains: 'There is only one version so far, so no downgrade exists yet.',
  },
  T27: {
    by: ['M1'],
    against: ['A7'],
    defence:
      'The frame’s `Permissions-Policy` denies every feature of a list. The SDK delegates four others to the frame’s exact origin; one of them, sharing, ends at the modal.',
    cases: [],
    remains: 'In browsers that ignore the header, only the iframe’s `allow` applies.',
  },
  T28: {
    by: ['M3'],
    against: ['A4', 'A6'],
    defence:
      'A link that opens a tab has `noopener` and `noreferrer`. The window of a social login keeps its opener, so that the frame sees when it is closed; no message from it is read. The wallet’s own window has no code and cannot be framed. The frame that opened it renders into it, which browsers allow for the same origin only, so it needs no messages and no one-time code.',
    cases: ['C43', 'C44'],
    remains:
      'A host whose opener policy is `same-origin` cuts the wallet’s window off: nothing but a sign-in can be approved there. The page of a login provider could lead the frame that opened it elsewhere, unless the page’s `frame-src` forbids it.',
  },
  T29: {
    by: ['M9'],
    against: ['A2', 'A6', 'A7'],
    defence:
      'Its grants are parsed by schema, each account in the form of its namespace, at most a hundred per chain. Of its events, only the last of each kind within 50 ms is processed. Its answers pass the walk of the link, and are parsed where they are a signature or an id. It is on a network only if its session grants it. Its name is cleaned, and no URL that it names is loaded or opened.',
    cases: ['C67', 'C190', 'C377', 'C378'],
    remains:
      'It may sign something other than requested, use any name, and claim accounts that it does not own: only a signature proves an account.',
  },
  T30: {
    by: ['M2', 'M8'],
    against: ['A3', 'A6'],
    defence:
      'A frame that is not shown is not rendered, so no key reaches it. If it takes the focus, the page gives it back to the field that had it, and gives up a frame that takes it three times within a second.',
    cases: ['C352'],
    remains:
      'A key pressed in the milliseconds before the focus is back is lost, and a frame that takes it less often is not given up. A field in a closed shadow tree is not known to the page’s code: its host gets the focus, if it takes it. A frame that is shown, as an embed beside the page’s own fields, can take the focus and the keys: do not embed it beside a field for secrets.',
  },
}

/**
 * Cases about a part of the product rather than one of the threats above. Each case of the corpus has its place here or at a threat;
 * a test checks it.
 */
export const subjects: Readonly<Record<string, readonly `C${string}`[]>> = {
  'the page and its SDK': ['C49', 'C54', 'C255', 'C256'],
  'what the modal and the wallet show': ['C60', 'C63', 'C64', 'C92'],
  'texts and transactions that the wallet approves': [
    'C77',
    'C78',
    'C80',
    'C82',
    'C85',
    'C89',
    'C90',
    'C91',
    'C96',
    'C98',
    'C141',
    'C177',
    'C178',
  ],
  'keys, devices and recovery of the embedded wallet': [
    'C68',
    'C81',
    'C86',
    'C87',
    'C88',
    'C273',
    'C274',
    'C275',
    'C276',
    'C277',
    'C278',
    'C279',
    'C280',
    'C281',
    'C282',
    'C283',
    'C340',
    'C353',
    'C369',
    'C373',
    'C375',
    'C354',
    'C341',
    'C342',
    'C343',
  ],
  'the log of the service, and its connections': ['C339', 'C345', 'C347'],
  'login by email': ['C74', 'C94', 'C95'],
  'smart accounts': [
    'C264',
    'C265',
    'C266',
    'C267',
    'C268',
    'C269',
    'C270',
    'C271',
    'C272',
    'C300',
    'C301',
    'C302',
    'C303',
    'C304',
    'C305',
    'C380',
    'C381',
  ],
  'smart sessions': [
    'C306',
    'C307',
    'C308',
    'C309',
    'C310',
    'C311',
    'C312',
    'C313',
    'C314',
    'C315',
    'C356',
    'C361',
    'C362',
    'C333',
    'C334',
    'C336',
  ],
  'changes of the logins of an account': [
    'C284',
    'C285',
    'C286',
    'C287',
    'C288',
    'C289',
    'C290',
    'C291',
    'C374',
    'C323',
    'C324',
    'C325',
  ],
  'the change of a wallet’s key': [
    'C316',
    'C317',
    'C318',
    'C319',
    'C320',
    'C321',
    'C322',
    'C330',
    'C331',
    'C332',
    'C335',
  ],
  'social login': [
    'C240',
    'C241',
    'C242',
    'C243',
    'C244',
    'C245',
    'C246',
    'C247',
    'C248',
    'C249',
    'C348',
    'C349',
    'C371',
    'C350',
    'C260',
    'C261',
    'C262',
    'C263',
    'C346',
  ],
  'Farcaster login': ['C292', 'C293', 'C294', 'C295', 'C296', 'C297', 'C298', 'C344'],
  'the service’s limits, store and nodes': ['C73', 'C75', 'C93', 'C101', 'C102', 'C111', 'C114'],
  'tokens, balances and history': [
    'C106',
    'C107',
    'C110',
    'C133',
    'C136',
    'C137',
    'C138',
    'C142',
    'C143',
    'C144',
    'C145',
  ],
  'account names': [
    'C108',
    'C115',
    'C117',
    'C118',
    'C120',
    'C121',
    'C122',
    'C130',
    'C134',
    'C135',
    'C155',
    'C156',
    'C364',
    'C365',
    'C366',
    'C372',
  ],
  payments: [
    'C146',
    'C147',
    'C148',
    'C149',
    'C388',
    'C150',
    'C151',
    'C152',
    'C153',
    'C154',
    'C157',
    'C176',
    'C179',
    'C367',
  ],
  swaps: [
    'C158',
    'C159',
    'C160',
    'C161',
    'C162',
    'C163',
    'C358',
    'C164',
    'C165',
    'C166',
    'C167',
    'C174',
    'C175',
    'C180',
  ],
}

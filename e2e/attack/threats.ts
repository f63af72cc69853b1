/**
 * What `docs/threat-model.md` says of each threat beside the facts of the registry: who attacks what, what defends in one
 * sentence, which cases try it, and what remains. `npm run attack:docs` writes the table.
 */
export const actors = {
  M1: 'a malicious host page',
  M2: 'whoever controls what the frame’s origin serves',
  M3: 'a sibling frame, an opener, a page of an extension',
  M4: 'script injected into an honest host page',
  M5: 'a malicious injected wallet',
  M6: 'a malicious wallet listing or picture',
  M7: 'a malicious node or API',
  M8: 'a dependency gone bad inside a frame',
  M9: 'a malicious wallet on another device',
} as const

export const assets = {
  A1: 'keys, shares and session of the embedded wallet ([custody](custody.md))',
  A2: 'the visitor’s intent: what is signed, where, how much',
  A3: 'the host page’s own session and document',
  A4: 'the visitor’s identity: addresses across sites, e-mail',
  A5: 'access to injected wallets',
  A6: 'that the page and the modal keep working',
  A7: 'the true origin on screen',
} as const

export interface Threat {
  readonly by: readonly (keyof typeof actors)[]
  readonly against: readonly (keyof typeof assets)[]
  readonly defence: string
  /** Cases of the corpus that try it, beside the tests under its own number. */
  readonly cases: readonly `C${string}`[]
  readonly remains: string
}

export const threats: Readonly<Record<`T${number}`, Threat>> = {
  T1: {
    by: ['M1'],
    against: ['A1', 'A4'],
    defence:
      'The header names the project’s hosts and browsers refuse all others; the frame also asks the browser for its ancestors, and greets only the exact origin of a listed parent.',
    cases: ['C15', 'C50'],
    remains:
      'A host listed by mistake is trusted. A browser without `ancestorOrigins` shows the frame its parent only; the header still covers the chain.',
  },
  T2: {
    by: ['M1', 'M4'],
    against: ['A1', 'A2'],
    defence:
      'In the frame a press counts only after half a second in which the whole panel was visible, uncovered and still and the pointer’s story agreed. Everything but a sign-in to the page is approved in a top-level window of the wallet, after 0.7 s in which it had the focus. Removals on the wallet’s pages follow the same rules, and the only way into a wallet is not removed.',
    cases: ['C48', 'C71'],
    remains:
      'A mask or an inset outline of the host deceives every browser; tests keep both as known. Everything but a sign-in to that page is approved in a window of its own, unless the project pins the host (`pinnedHosts`). In the frame they reach that sign-in, and removals that a new sign-in can undo.',
  },
  T3: {
    by: ['M1', 'M4'],
    against: ['A7'],
    defence:
      'The screen names the origin that the browser reported; what the page says about itself stands beside it as a claim, and loads nothing.',
    cases: ['C35'],
    remains: 'A registered look-alike domain is its own true origin. International letters in it are pointed out.',
  },
  T4: {
    by: ['M1', 'M4'],
    against: ['A2'],
    defence:
      'An injected wallet has one question of each kind open at a time; further ones end at once. The embedded wallet shows one request and keeps four; further ones are refused. A rejection ends all of them, and for 3 s nothing new is taken.',
    cases: ['C42'],
    remains:
      'What the dapp asks its wallet directly in the page does not pass through us; the wallet’s own queue decides.',
  },
  T5: {
    by: ['M4'],
    against: ['A1', 'A2'],
    defence:
      'The page holds no key and no token of ours, and no answer of the Key Worker holds a key; forged events fail `isTrusted`, source or origin; what the SDK exports can only ask.',
    cases: ['C16', 'C17'],
    remains:
      'Script in the page can ask an injected wallet for anything, with or without us, and the embedded wallet for what its table allows. The wallet’s screen decides.',
  },
  T6: {
    by: ['M2'],
    against: ['A1', 'A2'],
    defence:
      'The page carries the hash of every script, so that a changed one does not run; the build is signed, and `npm run verify` compares all that is served with it.',
    cases: [],
    remains:
      'Who can replace the page replaces its hashes too: only `verify` notices, unless it is told apart and served the truth. No browser hashes the style sheets of later views.',
  },
  T7: {
    by: ['M2', 'M8'],
    against: ['A3', 'A5'],
    defence:
      'Each port takes a closed list of types and strict schemas after a bounded walk; names are looked up as own properties, no field becomes a path, code or markup.',
    cases: ['C01', 'C02', 'C03', 'C07', 'C10', 'C28', 'C29', 'C30', 'C31', 'C36', 'C38', 'C43', 'C51', 'C65'],
    remains:
      'The frame can use what it is allowed to without need: ask a wallet, open a link after a click, store a hint.',
  },
  T8: {
    by: ['M8'],
    against: ['A3'],
    defence:
      'The iframe’s sandbox has no token for top navigation. The page itself leaves only on a phone, for the browser of one of three wallets, and hands over no query and no fragment.',
    cases: ['C59'],
    remains:
      'Inside its own rectangle a bad frame draws what it likes, and after a click it can open a window that is not sandboxed, or on a phone hand the page’s origin and path to one of those three.',
  },
  T9: {
    by: ['M3'],
    against: ['A1', 'A5'],
    defence:
      'The frame takes ports once, from its parent window at the listed origin with its own nonce and the exact number; a closed shadow root hides it from siblings and openers.',
    cases: ['C12', 'C13', 'C14', 'C18', 'C19', 'C20', 'C21', 'C22'],
    remains: 'Rests on the browser’s `source` and `origin`.',
  },
  T10: {
    by: ['M3'],
    against: ['A6'],
    defence: 'The page hears only the window of its own iframe at the frame’s exact origin.',
    cases: ['C12', 'C13', 'C22'],
    remains: 'Rests on the browser’s `source` and `origin`.',
  },
  T11: {
    by: ['M3', 'M8'],
    against: ['A6'],
    defence: 'Identity is decided before data is touched; the frame’s own messages to the window have a small budget.',
    cases: ['C12', 'C27', 'C28'],
    remains: 'Any frame can keep its page’s thread busy with messages; a library cannot stop the delivery.',
  },
  T12: {
    by: ['M3'],
    against: ['A5'],
    defence:
      'The relay lives in a closure behind one port, under random handles of one session; no global leads to it.',
    cases: ['C06'],
    remains: 'An extension with access to the page’s scripts has the wallets already.',
  },
  T13: {
    by: ['M5'],
    against: ['A3', 'A6'],
    defence: 'Each field of an announcement is read once, inside `try`, and copied with a bound.',
    cases: ['C45'],
    remains: 'A getter that never returns stops the page: the wallet is code of the page.',
  },
  T14: {
    by: ['M5'],
    against: ['A5', 'A7'],
    defence:
      'A provider object is listed once. All claimants of one uuid or reversed domain name are marked; a listed wallet keeps its place, and places are kept for rivals.',
    cases: ['C45', 'C57', 'C58'],
    remains: 'Nothing proves a reversed domain name: who claims it alone is believed.',
  },
  T15: {
    by: ['M5', 'M6'],
    against: ['A3', 'A4'],
    defence:
      'A picture is a bounded `data:` address of an image type, drawn by `<img>` in the frame, under its `img-src`.',
    cases: ['C45'],
    remains: 'A picture can look like another wallet’s.',
  },
  T16: {
    by: ['M5'],
    against: ['A2', 'A6'],
    defence:
      'Answers are copied to plain JSON in the page and checked by the method’s schema in the frame; an error is a number and a capped text; calls that ask nobody end after 30 s.',
    cases: ['C47'],
    remains:
      'A wallet signs what it wants and may say something else. Questions to a person have no deadline but can be given up.',
  },
  T17: {
    by: ['M6'],
    against: ['A2'],
    defence:
      'Answers are bounded and walked before they are read; an entry keeps only links that are what they say (a store is one of few hosts, a site is https without a name in it), and the page’s rule for links (C43) judges once more. Pictures are blobs in `<img>`: nothing in them runs or asks.',
    cases: ['C43'],
    remains: 'A site of a wallet’s own choosing, whose host is shown before the click.',
  },
  T18: {
    by: ['M1', 'M5', 'M6'],
    against: ['A7'],
    defence: 'Foreign names are folded (NFKC), freed of controls, direction marks and what is invisible, and capped.',
    cases: ['C35', 'C45'],
    remains: 'Names that look alike within one alphabet; mixed alphabets are pointed out for the page’s name only.',
  },
  T19: {
    by: ['M7'],
    against: ['A2'],
    defence:
      'What is signed comes from the page’s request, with the chain id that the page asked for; a Solana transaction counts as one of the network that knows its block hash. Typed data and sign-ins for another chain or site cannot be approved. A token account has its owner’s name only where its address proves it. Predicted changes are called an estimate.',
    cases: ['C69', 'C70', 'C72'],
    remains:
      'A listed node can lie about balances, the names of tokens and the outcome of a simulation, and it proposes gas, fee and nonce where the page names none. It never decides recipient, amount, data or network of what is signed.',
  },
  T20: {
    by: ['M7'],
    against: ['A6'],
    defence:
      'Each read has a time limit, a cap of 1 MiB while it streams, and a walk before its schema; the account works without.',
    cases: [],
    remains: 'A node that is slow within the limit delays the balance.',
  },
  T21: {
    by: ['M1'],
    against: ['A4'],
    defence: 'Who is not listed hears nothing; the greeting is the same for a new visitor and a known one.',
    cases: ['C50'],
    remains:
      'The times until the greeting and until the first view are not made equal. A listed page keeps a hint of its own.',
  },
  T22: {
    by: ['M1'],
    against: ['A4'],
    defence:
      'The frames use no cookie. Browsers partition their storage by top-level site, and every key of the modal also names the project and the host origin; the wallet tells its address to a host origin where the user has connected.',
    cases: ['C55', 'C56'],
    remains:
      'Browsers that do not partition storage. An injected wallet shows the same address to every site that it connects to.',
  },
  T23: {
    by: ['M8'],
    against: ['A1'],
    defence:
      'A channel sends only a plain copy that fits the schema of its type; a key, a buffer or an unknown field throws at the sender and stands in the audit trail.',
    cases: ['C31', 'C33'],
    remains:
      'A bad dependency need not use the channel: it can post to the parent window, or reach the origins in `connect-src`. Keys live in a Worker without network, which such a dependency can ask to sign while the wallet is unlocked ([custody](custody.md)).',
  },
  T24: {
    by: ['M1'],
    against: ['A1', 'A2'],
    defence: 'A new greeting is a new epoch: what was pending is rejected, old messages and handles open nothing.',
    cases: ['C06', 'C23', 'C24', 'C26'],
    remains: 'A wallet’s window that is already open outlives the frame; its answer is dropped.',
  },
  T25: {
    by: ['M4'],
    against: ['A2', 'A6'],
    defence:
      'Getters of events, the port’s `postMessage` and the clone are captured when the module loads; the frame has a realm of its own.',
    cases: ['C16', 'C17'],
    remains:
      'Not all is captured: a poisoned `Map` or `Promise` can stop the SDK, and who runs before us owns the page.',
  },
  T26: {
    by: ['M1', 'M2'],
    against: ['A2'],
    defence:
      'Both ends take the highest common version above their floor; the signed manifest states the floor and `verify` insists on it.',
    cases: ['C40'],
    remains: 'There is one version: nothing to go back to yet.',
  },
  T27: {
    by: ['M1'],
    against: ['A7'],
    defence:
      'The frame’s `Permissions-Policy` denies all but three features, which the SDK delegates to the frame’s exact origin.',
    cases: [],
    remains: 'Browsers that ignore the header are left with the iframe’s `allow`.',
  },
  T28: {
    by: ['M3'],
    against: ['A4', 'A6'],
    defence:
      'Links open with `noopener` and `noreferrer`. The wallet’s own window has no code and cannot be framed; the frame that opened it draws into it, which browsers allow to its own origin only, so no message and no one-time code is needed.',
    cases: ['C43', 'C44'],
    remains:
      'A host whose opener policy is `same-origin` cuts the wallet’s window off: nothing but a sign-in can be approved there.',
  },
  T29: {
    by: ['M9'],
    against: ['A2', 'A6', 'A7'],
    defence:
      'What it grants is read by schema, each account by the form of its namespace, a hundred of a chain; of what it says the last word of a kind in 50 ms is heard; its answers pass the walk of the link; its name is cleaned, and nothing that it names is loaded or opened.',
    cases: [],
    remains:
      'It may sign something else than it was asked for, call itself by any name, and claim accounts that are not its own: an account is proven by a signature alone.',
  },
}

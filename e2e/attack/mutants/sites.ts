/** Mutants for sessions and sign-ins that belong to one site. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const storage = 'frame-app/src/modal/storage.ts'
const agreement = 'frame-app/src/modal/connectors/walletconnect/agreement.ts'
const namespaces = 'frame-app/src/modal/connectors/walletconnect/namespaces.ts'
const message = 'protocol/src/sign-in/message.ts'
const signIn = 'frame-app/src/modal/flows/sign-in.ts'
const parts = 'protocol/src/contracts/shapes/sign-in.ts'
const loginStore = 'frame-app/src/wallet/login/store.ts'

const prefix = 'const prefix = '
const ofOrigin = 'self.metadata.url === origin'

export const sites: readonly Mutant[] = [
  {
    case: 'C55',
    name: 'a paired session is stored for the modal origin and restored for any host',
    only: 'another project',
    edits: [
      { file: storage, find: prefix, replace: `const prefix = '@airlock/' || ` },
      { file: agreement, find: ofOrigin, replace: 'self.metadata.url !== ""' },
    ],
  },
  weakenUnit(
    'C55',
    'storage names no host origin',
    storage,
    prefix,
    `const prefix = '@airlock/' + projectId + '/' || `,
  ),
  weakenUnit('C55', 'storage names no project', storage, prefix, `const prefix = '@airlock/' + origin + '/' || `),
  weakenUnit('C55', 'a session of any origin is restored', agreement, ofOrigin, 'self.metadata.url !== origin + "?"'),
  weakenUnit(
    'C55',
    'a write for another host page is noticed',
    storage,
    'key === prefix + name && listener()',
    'key?.endsWith(name) && prefix && listener()',
  ),
  weaken(
    'C56',
    'a session is enough to be told the address',
    'frame-app/src/wallet/login/session.ts',
    `return login !== undefined && login === store.read('connected')`,
    'return login !== undefined',
  ),
  weakenUnit(
    'C56',
    'the account is told without a look at the host origin',
    'frame-app/src/wallet/login/account.ts',
    'if (userId === undefined || !session.isConnectedHere()) throw',
    'if (userId === undefined) throw',
  ),
  weakenUnit(
    'C56',
    'any page signs out all others',
    'frame-app/src/wallet/login/account.ts',
    'if (session.userId() === undefined || session.isConnectedHere()) await',
    'await',
  ),
  weakenUnit('C56', 'one network for all host origins', loginStore, `'connected', 'lastUsedChain'])`, `'connected'])`),
  weakenUnit('C56', 'a connection counts for the whole site', loginStore, `new Set(['connected', `, 'new Set(['),
  weakenUnit(
    'C56',
    'a connection outlives the sign-out',
    'frame-app/src/wallet/login/session.ts',
    'before.login : crypto.randomUUID()',
    `before.login : 'a-login-of-this-device'`,
  ),
  weaken('T22', 'storage names neither project nor host origin', storage, prefix, `const prefix = '@airlock/' || `),
  weaken(
    'T22',
    'each write also goes into a cookie',
    storage,
    'const text = JSON.stringify(value)',
    'const text = JSON.stringify(value)\n      document.cookie = encodeURIComponent(key) + "=" + encodeURIComponent(text)',
    'no cookie is set',
  ),
  weaken(
    'C61',
    'the parts of a pairing are signed unread',
    signIn,
    'const read = parts && readSignInParts(parts, chainId, now)',
    'const read = parts && { ...parts, scheme: readSignInParts(parts, chainId, now)?.scheme }',
    'is not asked for',
  ),
  weaken(
    'C61',
    'parts may read as other parts',
    message,
    'return isSame ? read : undefined',
    'return isSame || read ? read : undefined',
    'refused',
  ),
  weaken(
    'C61',
    'a part may have control characters',
    'protocol/src/scalars/line.ts',
    'z.maxLength(max), z.regex(visible)',
    'z.maxLength(max)',
    'a part with',
  ),
  weaken('C61', 'a resource may be a recap', parts, 'const recap = ', 'const recap = /^/ ?? ', 'grants rights'),
  weaken('C61', 'a recap may stand behind other letters', parts, '/^(?!.*[uU]', '/^(?![uU]', 'grants rights'),
  weaken(
    'C61',
    'a text may hold a recap behind other letters',
    message,
    '(?!.*urn:recap:)',
    '(?!urn:recap:)',
    'refused',
  ),
  weaken(
    'C66',
    'the scheme of the first line is not compared',
    message,
    'if (read.scheme !== undefined && ',
    'if (read.scheme === undefined && origin === "" && ',
  ),
  weaken(
    'C67',
    'a method that is always refused is proposed',
    namespaces,
    `'eth_accounts',`,
    `'eth_accounts', 'eth_sign',`,
  ),
  weaken(
    'C67',
    'one press asks for a method that is always refused',
    'frame-app/src/modal/connectors/walletconnect/one-click.ts',
    `methods: [...methodsOf('eip155')],`,
    `methods: [...methodsOf('eip155'), 'eth_sign'],`,
  ),
  weakenUnit(
    'T29',
    'the page is asked at each change of account',
    signIn,
    'while (!pace.take())',
    'while (!pace.take() && pace.wait() < 0)',
  ),
  weaken(
    'C97',
    'the modal switches to any network that a page adds',
    'frame-app/src/modal/flows/rpc-request.ts',
    '.some((network) => network.id === id)) throw unknownChain(id)',
    '.some((network) => network.id === scope)) throw unknownChain(id)',
  ),
  weaken(
    'C97',
    'the wallet takes any network that a page adds',
    'frame-app/src/wallet/provider/safe.ts',
    'if (!rpc[id]?.length) throw unknownChain(id)',
    'if (!rpc[id]?.length && id.length === 0) throw unknownChain(id)',
  ),
  weaken(
    'C97',
    'a network is added before anybody has connected',
    'frame-app/src/modal/flows/rpc-request.ts',
    '  connectionOf(context, scope)\n  const id = readAddedChain(params)',
    '  const id = readAddedChain(params)',
  ),
]

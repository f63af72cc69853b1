/** What wallets of the Wallet Standard do on Solana that the standard does not say. A new one is a row here. */
import { base58 } from '@scure/base'
import { later, never, type Row } from '../wallet.ts'
import type { Feature, Input, Quirk } from './wallet.ts'

const answering =
  (asked: string, answer: (inputs: readonly Input[], next: () => unknown) => unknown): NonNullable<Quirk['handle']> =>
  (name, inputs, _, next: Feature) =>
    name === asked ? answer(inputs, () => next(...inputs)) : next(...inputs)

const likeOutputs = (value: unknown, change: (output: object) => object): unknown =>
  Array.isArray(value) ? value.map((output: object) => change(output)) : value

/** The bytes in an output, in another form. */
const inBytes = (write: (bytes: Uint8Array) => unknown) => (output: object) =>
  Object.fromEntries(
    Object.entries(output).map(([key, value]) => [
      key,
      value instanceof Uint8Array ? write(value) : (value as unknown),
    ]),
  )

const each = (outcome: string, signIn: string) => ({
  sign: outcome,
  'sign a transaction': outcome,
  send: outcome,
  'sign in': signIn,
})
const refused = each('USER_REJECTED', 'not signed in: declined')
const failed = each('WALLET_FAILED', 'not signed in: failed')

export const quirks: Readonly<Record<string, Row<Quirk>>> = {
  'has none': {},

  'signs legacy transactions only': {
    versions: ['legacy'],
    expects: { 'sign a transaction': 'WALLET_FAILED', send: 'WALLET_FAILED' },
  },
  'signs and does not send': { lacks: ['solana:signAndSendTransaction'], expects: { send: 'sent' } },
  'sends and does not sign alone': {
    lacks: ['solana:signTransaction', 'solana:signMessage', 'solana:signIn'],
    expects: {
      sign: 'METHOD_NOT_ALLOWED',
      'sign a transaction': 'METHOD_NOT_ALLOWED',
      'sign in': 'not signed in: failed',
    },
  },
  'has no sign-in of its own': { lacks: ['solana:signIn'] },
  'signs in with a text of its own': {
    handle: answering('signIn', (_, next) =>
      likeOutputs(next(), (output) => ({ ...output, signedMessage: new TextEncoder().encode('Welcome!') })),
    ),
    expects: { 'sign in': 'not signed in: failed' },
  },
  'signs a text with a prefix of its own': {
    handle: answering('signMessage', (_, next) =>
      likeOutputs(next(), (output) => ({
        ...output,
        signedMessage: Uint8Array.of(0xff, ...(Reflect.get(output, 'signedMessage') as Uint8Array)), // as: of the wallet
      })),
    ),
    expects: { sign: 'WALLET_FAILED' },
  },

  'cannot disconnect': { lacks: ['standard:disconnect'] },
  'forgets to answer when it disconnects': { handle: answering('disconnect', never) },
  'has no events': {
    lacks: ['standard:events'],
    expects: { 'left in the wallet': 'says connected, shares nothing', 'other account': 'says the old account' },
  },
  'says everything twice': {
    emit(send, change) {
      send(change)
      send(change)
    },
  },
  'says that something has changed, and not what': { emit: (send) => send({}) },
  'tells of its change a moment late': { emit: (send, change) => void setTimeout(() => send(change), 200) },

  'shares no account': {
    handle: answering('connect', () => ({ accounts: [] })),
    expects: { connect: 'failed: UNAUTHORIZED' },
  },
  'lists its accounts and answers nothing': {
    handle: answering('connect', (_, next) => {
      next()
      return undefined
    }),
  },
  'shares its account without an answer': {
    handle: (name, inputs, wallet, next) => {
      if (name !== 'connect' || inputs[0]?.silent) return next(...inputs)
      next(...inputs)
      wallet.changed()
      return never()
    },
    expects: { connect: 'waiting' },
  },
  'asks again for what it shares': {
    // It takes a silent question for any other, as wallets without the option do.
    handle: answering('connect', (inputs, next) => (inputs[0]?.silent ? later(10_000, next) : next())),
  },
  'refuses in words': {
    handle: (name, inputs, _, next) => {
      if (name.startsWith('sign')) throw new Error('User rejected the request.')
      return next(...inputs)
    },
    expects: refused,
  },
  'refuses with a code': {
    handle: (name, inputs, _, next) => {
      if (name.startsWith('sign')) throw Object.assign(new Error('No.'), { code: 4001 })
      return next(...inputs)
    },
    expects: refused,
  },
  'throws words': {
    handle: (name, inputs, _, next) => {
      if (name.startsWith('sign')) throw 'no'
      return next(...inputs)
    },
    expects: failed,
  },
  'refuses with a code when it is asked silently while it is locked': {
    handle: (name, inputs, wallet, next) => {
      if (name === 'connect' && inputs[0]?.silent && (wallet.isLocked || !wallet.isShared)) throw { code: 4001 }
      return next(...inputs)
    },
  },
  'writes its bytes as lists of numbers': {
    handle: (_name, inputs, _wallet, next) =>
      likeOutputs(
        next(...inputs),
        inBytes((bytes) => [...bytes]),
      ),
  },
  'writes its bytes in another class': {
    handle: (_name, inputs, _wallet, next) =>
      likeOutputs(
        next(...inputs),
        inBytes((bytes) => Uint16Array.from(bytes)),
      ),
  },
  'writes its bytes in base58': {
    handle: (_name, inputs, _wallet, next) => likeOutputs(next(...inputs), inBytes(base58.encode)),
    expects: failed,
  },
  'changes its key while it signs': {
    handle: (name, inputs, wallet, next) => {
      if (!name.startsWith('sign')) return next(...inputs)
      wallet.isOther = true
      wallet.changed()
      return next(...inputs)
    },
    // The modal asks the other account to sign in.
    expects: { ...failed, 'sign in': 'not signed in: ready' },
  },
  'names no networks for its accounts': {
    list: (accounts) => accounts.map((account) => ({ ...account, chains: [] })),
    expects: { connect: 'failed: UNAUTHORIZED' },
  },
  'lists each account twice': { list: (accounts) => [...accounts, ...accounts] },
  'answers one thing instead of a list': {
    handle: (_name, inputs, _wallet, next) => {
      const answer = next(...inputs)
      return Array.isArray(answer) ? (answer[0] as unknown) : answer
    },
    expects: failed,
  },

  'serves one network only': {
    chains: ['solana:mainnet'],
    expects: { switch: 'CHAIN_NOT_SUPPORTED, stays on A' },
  },
  'has accounts of another chain among its own': {
    list: (accounts) => [{ address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', chains: ['eip155:1'] }, ...accounts],
  },
  'has accounts that are none among its own': { list: (accounts) => [null, 'x', {}, ...accounts] },

  'registers itself late': { register: (register) => void setTimeout(register, 400) },
  'registers itself three times': {
    register(register) {
      for (let n = 0; n < 3; n++) register()
    },
  },
  'is frozen': { wrap: (wallet) => Object.freeze(wallet) },
  'is behind a proxy': { wrap: (wallet) => new Proxy(wallet, {}) },
}

/** What Bitcoin wallets do that the makers of their shape do not say. A new one is a row here. */
import { base64, hex } from '@scure/base'
import { RpcError } from '../../world/rpc.ts'
import { never, type Row } from '../wallet.ts'
import type { Core } from './shapes.ts'
import type { Quirk } from './wallet.ts'

type Request = (method: string, params: unknown) => Promise<unknown>
/** Over the one function of its provider. */
const requesting =
  (change: (method: string, params: unknown, next: Request) => unknown): NonNullable<Quirk['wrap']> =>
  (provider) => {
    const next = Reflect.get(provider, 'request') as Request // as: of the shape
    return { ...provider, request: (method: string, params: unknown) => change(method, params, next) }
  }
const refusing = (thrown: unknown) => (): Partial<Core> => {
  const refuse = () => Promise.reject(thrown as Error) // as: what wallets throw
  return { signMessage: refuse, send: refuse, signPsbt: refuse }
}
const refused = {
  sign: 'USER_REJECTED',
  'sign a transaction': 'USER_REJECTED',
  send: 'USER_REJECTED',
  'sign in': 'not signed in: declined',
} as const
const inHex = (text: string) => hex.encode(base64.decode(text))
const withHex = (core: Core): Partial<Core> => ({
  signMessage: async (...asked) => inHex(await core.signMessage(...asked)),
  signPsbt: async (...asked) => inHex(await core.signPsbt(...asked)),
})

export const quirks: Readonly<Record<string, Row<Quirk>>> = {
  'has none': {},
  'is like UniSat': { shape: 'unisat' },
  'is like Leather': {
    shape: 'leather',
    // It tells its accounts only with a prompt, and nothing of changes.
    expects: {
      reload: 'disconnected',
      'two tabs': 'on A, in the other tab disconnected',
      'left in the wallet': 'says connected, shares nothing',
      'moved in the wallet': 'on A',
      'other account': 'says the old account',
    },
  },

  'does not know the newer methods': {
    wrap: requesting((method, params, next) =>
      method.startsWith('wallet_')
        ? { jsonrpc: '2.0', id: '1', error: { code: -32601, message: 'Unknown method.' } }
        : next(method, params),
    ),
    // It tells its accounts only with a prompt.
    expects: {
      reload: 'disconnected',
      'two tabs': 'on A, in the other tab disconnected',
      switch: 'METHOD_NOT_ALLOWED, stays on A',
      'moved in the wallet': 'disconnected',
      'other account': 'disconnected',
    },
  },
  'throws its errors': {
    wrap: requesting(async (method, params, next) => {
      const envelope = await next(method, params)
      const error: unknown = Reflect.get(Object(envelope), 'error')
      if (error) throw envelope
      return envelope
    }),
  },
  'writes its signatures in hex': { change: withHex },
  'writes its signatures in hex with 0x': {
    change: (core) => ({
      signMessage: async (...asked) => `0x${inHex(await core.signMessage(...asked))}`,
      signPsbt: async (...asked) => `0x${inHex(await core.signPsbt(...asked))}`,
    }),
  },
  'signs messages in hex, like UniSat': {
    shape: 'unisat',
    change: (core) => ({ signMessage: async (...asked) => inHex(await core.signMessage(...asked)) }),
  },
  'signs transactions in base64, like UniSat': {
    shape: 'unisat',
    wrap: (provider) => {
      const sign = Reflect.get(provider, 'signPsbt') as (...asked: unknown[]) => Promise<string> // as: of the shape
      return { ...provider, signPsbt: async (...asked: unknown[]) => base64.encode(hex.decode(await sign(...asked))) }
    },
  },
  'refuses with the code of EIP-1193': { change: refusing(new RpcError(4001, 'no')), expects: refused },
  'refuses with the code of EIP-1193, like UniSat': {
    shape: 'unisat',
    change: refusing(new RpcError(4001, 'no')),
    expects: refused,
  },
  'refuses in words, like UniSat': {
    shape: 'unisat',
    change: refusing(new Error('User rejected the request.')),
    expects: refused,
  },
  'cannot disconnect': { change: () => ({ disconnect: () => Promise.reject(new RpcError(-32601, 'no')) }) },
  'forgets to answer when it disconnects': { change: () => ({ disconnect: never }) },
  'cannot switch': {
    change: () => ({ move: () => Promise.reject(new RpcError(-32601, 'no')) }),
    expects: { switch: 'METHOD_NOT_ALLOWED, stays on A' },
  },
  'agrees to switch and stays': {
    change: () => ({ move: () => Promise.resolve() }),
    expects: { switch: 'CHAIN_NOT_SUPPORTED, stays on A' },
  },
  'moves without an answer': {
    change: (core) => ({
      async move(network) {
        await core.move(network)
        return never()
      },
    }),
  },
  'says everything twice': {
    emit(send) {
      send()
      send()
    },
  },
  'has no events, like UniSat': {
    shape: 'unisat',
    wrap: (provider) => ({ ...provider, on: undefined, removeListener: undefined }),
    expects: {
      'left in the wallet': 'says connected, shares nothing',
      'moved in the wallet': 'says A, is on B',
      'other account': 'says the old account',
    },
  },
  'writes addresses in upper case': {
    change: (core) => {
      const upper = async (list: Promise<readonly object[]>) =>
        (await list).map((told) => ({ ...told, address: String(Reflect.get(told, 'address')).toUpperCase() }))
      return { connect: () => upper(core.connect()), accounts: () => upper(core.accounts()) }
    },
  },
  'shares no account': {
    change: () => ({ connect: () => Promise.resolve([]) }),
    expects: { connect: 'failed: UNAUTHORIZED' },
  },
  'has addresses of another chain among its own': {
    change: (core) => {
      const more = async (list: Promise<readonly object[]>) => [
        { address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE', purpose: 'stacks' },
        ...(await list),
      ]
      return { connect: () => more(core.connect()), accounts: () => more(core.accounts()) }
    },
  },
  'lists each address twice': {
    change: (core) => {
      const twice = async (list: Promise<readonly object[]>) => [...(await list), ...(await list)]
      return { connect: () => twice(core.connect()), accounts: () => twice(core.accounts()) }
    },
  },
  'tells no public key, like UniSat': {
    shape: 'unisat',
    wrap: (provider) => ({ ...provider, getPublicKey: () => Promise.reject(new RpcError(-32601, 'no')) }),
  },
  'answers a refusal instead of throwing it, like UniSat': {
    shape: 'unisat',
    wrap: (provider) => ({
      ...provider,
      signMessage: async () => ({ code: 4001, message: 'User rejected.' }),
      sendBitcoin: async () => ({ code: 4001, message: 'User rejected.' }),
      signPsbt: async () => ({ code: 4001, message: 'User rejected.' }),
    }),
    expects: {
      sign: 'WALLET_FAILED',
      'sign a transaction': 'WALLET_FAILED',
      send: 'WALLET_FAILED',
      'sign in': 'not signed in: failed',
    },
  },
  'is frozen': { wrap: (provider) => Object.freeze(provider) },
  'is behind a proxy, like UniSat': { shape: 'unisat', wrap: (provider) => new Proxy(provider, {}) },
}

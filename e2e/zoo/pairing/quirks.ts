/** What wallets on phones do that the protocol does not say, or says otherwise. A new one is a row here. */
import { RpcError } from '../../world/rpc.ts'
import { later, never, type Row } from '../wallet.ts'
import { type Namespaces, type PairedCall, type PairedWallet, type Part, type Quirk, secondAddress } from './wallet.ts'

const [A, B] = ['eip155:1', 'eip155:10'] as const
const change =
  (write: (part: Part) => Partial<Part>): NonNullable<Quirk['grant']> =>
  (namespaces) =>
    Object.fromEntries(Object.entries(namespaces).map(([key, part]) => [key, { ...part, ...write(part) }]))
const isSwitch = ({ method }: PairedCall) => /^wallet_(switch|add)EthereumChain$/.test(method)
const chainOf = ({ params }: PairedCall) => `eip155:${Number(Reflect.get(Object(params[0]), 'chainId'))}` as const
const switching =
  (answer: (wallet: PairedWallet, next: () => unknown, call: PairedCall) => unknown): NonNullable<Quirk['handle']> =>
  (call, wallet, next) =>
    isSwitch(call) ? answer(wallet, () => next(call), call) : next(call)
/** Writes its signatures in its own way. */
const signing =
  (write: (signature: string) => string): NonNullable<Quirk['handle']> =>
  async (call, _, next) =>
    call.method === 'personal_sign' ? write(String(await next(call))) : next(call)
const stayed = 'USER_REJECTED, stays on A'
const said =
  (write: (data: unknown) => unknown): NonNullable<Quirk['tell']> =>
  (send, [name, params]) => {
    const event = Reflect.get(Object(params), 'event') as { readonly name: string; readonly data: unknown } | undefined // as: of the wallet
    send(name, event ? { ...Object(params), event: { ...event, data: write(event.data) } } : params)
  }
const onNumbers = (write: (chain: number) => unknown) => said((data) => (typeof data === 'number' ? write(data) : data))

export const quirks: Readonly<Record<string, Row<Quirk>>> = {
  'has none': {},

  'grants one network, and more when it is asked': { chains: [A] },
  'grants one network and knows no other': {
    chains: [A],
    handle: switching(() => {
      throw new RpcError(4902, 'Unrecognized chain ID.')
    }),
    expects: { switch: 'CHAIN_NOT_SUPPORTED, stays on A', add: 'CHAIN_NOT_SUPPORTED, stays on A' },
  },
  'grants one network, agrees to switch, and stays': {
    chains: [A],
    handle: switching(() => null),
    expects: { switch: stayed, add: stayed },
  },
  'grants one network and declines to switch': {
    chains: [A],
    handle: switching(() => {
      throw new RpcError(5000, 'User rejected.')
    }),
    expects: { switch: stayed, add: stayed },
  },
  'answers before it grants the network': {
    chains: [A],
    handle: switching((wallet, _, call) => {
      setTimeout(() => {
        wallet.chains = [...wallet.chains, chainOf(call)]
        wallet.update()
      }, 1_000)
      return null
    }),
  },
  'grants the network and loses the answer': {
    chains: [A],
    handle: switching((_, next) => {
      next()
      return never()
    }),
  },
  'grants the network without saying that it moved': {
    chains: [A],
    handle: switching((wallet, _, call) => {
      wallet.chains = [...wallet.chains, chainOf(call)]
      wallet.update()
      return null
    }),
  },
  'says that it moved, and grants nothing': {
    chains: [A],
    handle: switching((wallet, _, call) => {
      wallet.say('chainChanged', Number(chainOf(call).slice(7)), chainOf(call))
      return null
    }),
    expects: { switch: stayed, add: stayed },
  },
  'has another account on each network': {
    grant: change(({ accounts }) => ({
      accounts: accounts.map((account) => (account.startsWith(`${B}:`) ? `${B}:${secondAddress}` : account)),
    })),
  },
  'names its accounts on one network only': {
    grant: change(({ accounts }) => ({ accounts: accounts.slice(0, 1) })),
  },
  'grants each network by itself': {
    grant: ({ eip155 }): Namespaces =>
      Object.fromEntries(
        (eip155?.chains ?? []).map((chain) => [
          chain,
          {
            accounts: eip155?.accounts.filter((account) => account.startsWith(`${chain}:`)) ?? [],
            methods: eip155?.methods ?? [],
            events: eip155?.events ?? [],
          },
        ]),
      ),
  },
  'names no networks besides those of its accounts': {
    grant: ({ eip155 }): Namespaces => {
      const { chains: _, ...rest } = eip155 ?? { accounts: [], methods: [], events: [] }
      return { eip155: rest }
    },
  },
  'grants no way to switch': {
    chains: [A],
    grant: change(({ methods }) => ({ methods: methods.filter((method) => !method.startsWith('wallet_')) })),
    expects: { switch: 'CHAIN_NOT_SUPPORTED, stays on A', add: 'CHAIN_NOT_SUPPORTED, stays on A' },
  },
  'grants no account': { grant: change(() => ({ accounts: [] })), expects: { connect: 'failed: UNAUTHORIZED' } },
  'has other networks among its own': {
    grant: ({ eip155 }): Namespaces => ({
      ...(eip155 && { eip155 }),
      cosmos: {
        accounts: ['cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'],
        methods: [],
        events: [],
      },
    }),
  },
  'writes addresses in lower case': {
    grant: change(({ accounts }) => ({ accounts: accounts.map((account) => account.toLowerCase()) })),
  },

  'says its network in hex': { tell: onNumbers((chain) => `0x${chain.toString(16)}`) },
  'says its network in decimal': { tell: onNumbers(String) },
  'says its network as CAIP-2': { tell: onNumbers((chain) => `eip155:${chain}`) },
  'says bare addresses': {
    tell: said((data) => (Array.isArray(data) ? data.map((one) => String(one).split(':').at(-1)) : data)),
  },
  'says everything twice': {
    tell(send, news) {
      send(...news)
      send(...news)
    },
  },
  'says everything a second late': {
    tell: (send, news) => void setTimeout(() => send(...news), 1_000),
    // It took the network away a moment before, and had not said so.
    expects: { add: 'on A' },
  },
  'says only what its session is': {
    tell: (send, news) => news[0] !== 'session_event' && send(...news),
    expects: { 'moved in the wallet': 'on A' },
  },

  'declines in the words of its library': {
    handle: (call, _, next) => {
      if (/sign|send/i.test(call.method)) throw { code: 5000, message: 'User rejected.' }
      return next(call)
    },
    expects: { sign: 'USER_REJECTED', send: 'USER_REJECTED', 'sign in': 'not signed in: declined' },
  },
  'declines in words only': {
    handle: (call, _, next) => {
      if (/sign|send/i.test(call.method)) throw new Error('User rejected the request')
      return next(call)
    },
    expects: { sign: 'USER_REJECTED', send: 'USER_REJECTED', 'sign in': 'not signed in: declined' },
  },
  'thinks about a session for a while': { approve: (approve) => later(5_000, approve) },
  'declines the session': {
    approve: () => {
      throw { code: 5000, message: 'User rejected.' }
    },
    expects: { connect: 'declined' },
  },
  'ends its session in use': {
    handle: (call, wallet, next) => {
      if (!/sign|send/i.test(call.method)) return next(call)
      wallet.end()
      throw new Error("No matching key. session topic doesn't exist")
    },
    expects: { sign: 'DISCONNECTED', send: 'DISCONNECTED', 'sign in': 'disconnected' },
  },
  'lets its session end while it is asked': {
    handle: (call, wallet, next) => {
      if (!/sign|send/i.test(call.method)) return next(call)
      setTimeout(() => wallet.expire(), 1_000)
      return never()
    },
    expects: { sign: 'DISCONNECTED', send: 'DISCONNECTED', 'sign in': 'disconnected' },
  },
  'grants nothing of what is optional': { grant: () => ({}), expects: { connect: 'failed: UNAUTHORIZED' } },
  'says another network than it grants': {
    handle: switching((wallet, next, call) => {
      wallet.say('chainChanged', 137, chainOf(call))
      return next()
    }),
  },
  'changes the account while it signs': {
    handle: (call, wallet, next) => {
      if (call.method === 'personal_sign') wallet.choose('second')
      return next(call)
    },
    // The modal asks the other account to sign in.
    expects: { sign: 'UNAUTHORIZED', 'sign in': 'not signed in: ready' },
  },
  'signs with a recovery bit of 0 or 1': {
    handle: signing((signature) => `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`),
  },
  'signs in upper case': { handle: signing((signature) => `0x${signature.slice(2).toUpperCase()}`) },
  'signs without 0x': { handle: signing((signature) => signature.slice(2)) },
  'sends without an id': {
    handle: (call, _, next) => (call.method === 'eth_sendTransaction' ? null : next(call)),
    expects: { send: 'WALLET_FAILED' },
  },
  'has a session of three seconds': {
    lastsMs: 3_000,
    expects: {
      reload: 'disconnected',
      switch: 'disconnected',
      'switch at once': 'on B',
      add: 'disconnected',
      'two tabs': 'disconnected, then disconnected',
      'moved in the wallet': 'disconnected',
      'other account': 'disconnected',
    },
  },
}

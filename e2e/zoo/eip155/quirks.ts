/**
 * What wallets do that the standards do not say, each as real ones do it. A new one is a row here: what it does, and the outcomes that differ
 * from those of a wallet without quirks (`flows.ts`).
 */

import { RpcError } from '../../world/rpc.ts'
import { later, never, type Row } from '../wallet.ts'
import { type Call, type EvmWallet, type Quirk, second, toHex } from './wallet.ts'

/** A quirk of one method. */
const answering =
  (
    method: string,
    answer: (wallet: EvmWallet, next: () => unknown, chain: number) => unknown,
  ): NonNullable<Quirk['handle']> =>
  (call, wallet, next) =>
    call.method === method
      ? answer(wallet, () => next(call), Number(Reflect.get(Object(call.params[0]), 'chainId')))
      : next(call)

const [toSwitch, toAdd] = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']
const stayed = 'USER_REJECTED, stays on A'

export const quirks: Readonly<Record<string, Row<Quirk>>> = {
  'has none': {},

  'writes addresses in lower case': {
    handle: (call, _, next) => inAddresses(lowerCase, next(call)),
    emit: (event, payload, next) => next(event, inAddresses(lowerCase, payload)),
  },
  'writes addresses in upper case': {
    handle: (call, _, next) => inAddresses(upperCase, next(call)),
    emit: (event, payload, next) => next(event, inAddresses(upperCase, payload)),
  },
  'writes its chain id as a number': {
    handle: answering('eth_chainId', ({ chain }) => chain),
    emit: (event, payload, next) => next(event, event === 'chainChanged' ? Number(payload) : payload),
  },
  'writes its chain id in decimal': {
    handle: answering('eth_chainId', ({ chain }) => String(chain)),
    emit: (event, payload, next) => next(event, event === 'chainChanged' ? String(Number(payload)) : payload),
  },
  'writes its chain id in upper case': {
    handle: answering('eth_chainId', ({ chain }) => toHex(chain).toUpperCase()),
    emit: (event, payload, next) => next(event, event === 'chainChanged' ? String(payload).toUpperCase() : payload),
  },
  'writes its chain id with zeros in front': {
    handle: answering('eth_chainId', ({ chain }) => `0x${chain.toString(16).padStart(4, '0')}`),
    emit: (event, payload, next) =>
      next(event, event === 'chainChanged' ? `0x${Number(payload).toString(16).padStart(4, '0')}` : payload),
  },

  'moves without an answer': {
    handle: answering(toSwitch, async (_, next) => {
      await next()
      return never()
    }),
  },
  'agrees to switch and stays': {
    handle: answering(toSwitch, () => null),
    expects: { switch: stayed, add: stayed },
  },
  'moves a moment after its answer': {
    handle: answering(toSwitch, (wallet, _, chain) => {
      setTimeout(() => wallet.move(chain), 300)
      return null
    }),
  },
  'moves without an event': {
    emit: (event, payload, next) => event !== 'chainChanged' && next(event, payload),
    expects: { 'moved in the wallet': 'says A, is on B' },
  },
  'adds a network and stays until it is asked again': {
    handle: answering(toAdd, (wallet, _, chain) => {
      wallet.known = [...wallet.known, chain]
      return null
    }),
  },
  'adds a network and stays': {
    handle: (call, wallet, next) => {
      if (call.method === toAdd) {
        wallet.known = [...wallet.known, 10]
        return null
      }
      return call.method === toSwitch && wallet.calls.includes(toAdd) ? null : next(call)
    },
    expects: { add: stayed },
  },
  'says unknown network inside of another error': {
    handle: answering(toSwitch, ({ known }, next, chain) => {
      if (known.includes(chain)) return next()
      throw new RpcError(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4902, message: 'Unrecognized' } })
    }),
  },
  'says unknown network inside of an error with another code': {
    handle: answering(toSwitch, ({ known }, next, chain) => {
      if (known.includes(chain)) return next()
      throw new RpcError(-32000, 'wrapped', { originalError: { code: 4902 } })
    }),
  },
  'says unknown network in words only': {
    handle: answering(toSwitch, ({ known }, next, chain) => {
      if (known.includes(chain)) return next()
      throw new Error(
        `Unrecognized chain ID "${toHex(chain)}". Try adding the chain using wallet_addEthereumChain first.`,
      )
    }),
  },
  'declines with −32603': {
    handle: (call, _, next) => {
      if (call.method === toAdd || call.method === toSwitch) throw new RpcError(-32603, 'User rejected the request.')
      return next(call)
    },
    expects: { switch: stayed, add: stayed },
  },
  'is busy with another request': {
    handle: (call, _, next) => {
      if (
        /^(eth_requestAccounts|wallet_|personal_sign|eth_send)/.test(call.method) &&
        call.method !== 'wallet_revokePermissions'
      )
        throw new RpcError(-32002, 'Request already pending.')
      return next(call)
    },
    expects: { connect: 'pending' },
  },

  'says everything twice': {
    emit: (event, payload, next) => {
      next(event, payload)
      next(event, payload)
    },
  },
  'says an old network after the new one': {
    emit: (event, payload, next) => {
      next(event, payload)
      if (event === 'chainChanged') setTimeout(() => next('connect', { chainId: payload }), 5)
    },
  },
  'changes the account while it switches': {
    handle: answering(toSwitch, (wallet, next) => {
      if (wallet.isShared) wallet.choose(second)
      return next()
    }),
    expects: { switch: 'on B, other account', add: 'on B, other account' },
  },
  'shares no account': {
    handle: answering('eth_requestAccounts', () => []),
    expects: { connect: 'failed: UNAUTHORIZED' },
  },
  'cannot revoke': {
    handle: answering('wallet_revokePermissions', () => {
      throw new RpcError(4200, 'not supported')
    }),
  },
  'forgets to answer when it revokes': {
    handle: answering('wallet_revokePermissions', async (_, next) => {
      await next()
      return never()
    }),
  },
  'shares its account without an answer': {
    handle: answering('eth_requestAccounts', (wallet, next) => {
      wallet.emit('accountsChanged', next())
      return never()
    }),
    expects: { connect: 'waiting' },
  },
  'sleeps for ten seconds when it is asked what it shares': {
    handle: answering('eth_accounts', (_, next) => later(10_000, next)),
  },
  'is on a network with a large id': { chain: 11_297_108_109 },
  'answers nothing where null is meant': {
    handle: (call, _, next) => next(call) ?? undefined,
  },
  'has accounts that are none among its own': {
    handle: (call, _, next) => {
      const answer = next(call)
      return Array.isArray(answer) && answer.length > 0 ? [...(answer as string[]), '0x1', null] : answer
    },
    expects: { connect: 'failed: WALLET_FAILED' },
  },

  'announces itself late': { announce: (announce) => void setTimeout(announce, 400) },
  'announces itself three times': {
    announce: (announce) => {
      for (let n = 0; n < 3; n++) announce()
    },
  },
  'has another uuid for every announcement': {
    announce: (announce) =>
      announce({
        uuid: `350670db-19fa-4704-a166-${Math.floor(Math.random() * 1e12)
          .toString()
          .padStart(12, '0')}`,
      }),
  },

  'throws words': {
    handle: (call, wallet, next) => {
      try {
        return next(call)
      } catch (error) {
        if (error instanceof RpcError && error.code === 4902 && wallet) throw `Unrecognized chain ID`
        throw String(error)
      }
    },
  },
  'throws at once': {
    wrap: (provider) => ({
      ...provider,
      request(call: Call) {
        if (call.method === 'wallet_revokePermissions') throw new RpcError(4200, 'not supported')
        return provider.request(call)
      },
    }),
  },
  'is frozen': { wrap: (provider) => Object.freeze(provider) },
  'is behind a proxy': { wrap: (provider) => new Proxy(provider, {}) },
  'is an object without a prototype': { wrap: (provider) => Object.assign(Object.create(null), provider) as object },
  'cannot remove a listener': {
    wrap: (provider) => ({ ...provider, removeListener: undefined }),
  },
  'has no events': {
    wrap: ({ request }) => ({ request }),
    expects: {
      'left in the wallet': 'says connected, shares nothing',
      'moved in the wallet': 'says A, is on B',
      'other account': 'says the old account',
    },
  },
}

const inAddresses = (write: (address: string) => string, value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? write(one) : (one as unknown))) : value
const lowerCase = (address: string) => address.toLowerCase()
const upperCase = (address: string) => `0x${address.slice(2).toUpperCase()}`

/**
 * What wallets do that the standards do not say, each as real ones do it. A new one is a row here: what it does, and the outcomes that differ
 * from those of a wallet without quirks (`flows.ts`).
 */

import { RpcError } from '../../world/rpc.ts'
import { later, never, type Row } from '../wallet.ts'
import { type Call, type EvmWallet, first, type Quirk, second, toHex } from './wallet.ts'

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
const declined = { sign: 'USER_REJECTED', send: 'USER_REJECTED', 'sign in': 'not signed in: declined' }
const failed = { sign: 'WALLET_FAILED', send: 'WALLET_FAILED', 'sign in': 'not signed in: failed' }
/** Writes its signatures in its own way. */
const signing = (write: (signature: string) => string) =>
  answering('personal_sign', async (_, next) => write(String(await next())))

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
      if (event === 'chainChanged') setTimeout(() => next('connect', { chainId: toHex(1) }), 5)
    },
  },
  'says no account for a moment while it switches': {
    emit: (event, payload, next) => {
      if (event === 'chainChanged') next('accountsChanged', [])
      next(event, payload)
      if (event === 'chainChanged') setTimeout(() => next('accountsChanged', [first]), 20)
    },
  },
  'says things that are no accounts among its own': {
    emit: (event, payload, next) => next(event, Array.isArray(payload) ? [...(payload as string[]), null] : payload),
  },
  'says its accounts as objects': {
    emit: (event, payload, next) =>
      next(event, Array.isArray(payload) ? payload.map((address: string) => ({ address })) : payload),
  },
  'says nothing instead of no account': {
    emit: (event, payload, next) => next(event, Array.isArray(payload) && payload.length === 0 ? undefined : payload),
  },
  'says each account twice': {
    emit: (event, payload, next) =>
      next(event, Array.isArray(payload) ? [...(payload as string[]), ...(payload as string[])] : payload),
  },
  'says its network as an object': {
    emit: (event, payload, next) => next(event, event === 'chainChanged' ? { chainId: payload } : payload),
  },
  'says that it is loading, and then its network in an old event': {
    emit: (event, payload, next) => {
      if (event !== 'chainChanged') return next(event, payload)
      next('chainChanged', 'loading')
      next('networkChanged', String(Number(payload)))
    },
  },
  'says its network in an old event only': {
    emit: (event, payload, next) =>
      event === 'chainChanged' ? next('networkChanged', String(Number(payload))) : next(event, payload),
    expects: { 'moved in the wallet': 'says A, is on B' },
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
  'changes the account while it signs': {
    handle: answering('personal_sign', (wallet, next) => {
      wallet.choose(second)
      return next()
    }),
    // The modal asks the other account to sign in.
    expects: { sign: 'UNAUTHORIZED', 'sign in': 'not signed in: ready' },
  },
  'does not say its accounts while it is locked': {
    handle: answering('eth_accounts', ({ accounts }, next) => {
      if (accounts.length === 0) throw new RpcError(4100, 'Unauthorized. Unlock the wallet first.')
      return next()
    }),
  },
  'shares its account and answers nothing': {
    handle: answering('eth_requestAccounts', (_, next) => void next()),
  },
  'shares its account and answers an empty list': {
    handle: answering('eth_requestAccounts', (_, next) => {
      next()
      return []
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

  'answers with a whole message': {
    handle: async (call, _, next) => ({ jsonrpc: '2.0', id: 1, result: (await next(call)) ?? null }),
    expects: { connect: 'failed: WALLET_FAILED' },
  },
  'answers a refusal instead of throwing it': {
    handle: (call, _, next) =>
      /sign|send|_(add|switch)Eth/i.test(call.method) ? { code: 4001, message: 'User rejected.' } : next(call),
    expects: { ...failed, switch: stayed, add: stayed },
  },
  'refuses without words': {
    handle: (call, _, next) => {
      if (/sign|send|_(add|switch)Eth/i.test(call.method)) throw { code: 4001 }
      return next(call)
    },
    expects: { ...declined, switch: stayed, add: stayed },
  },
  'throws nothing': {
    handle: (call, _, next) => {
      if (/sign|send/i.test(call.method)) throw undefined
      return next(call)
    },
    expects: failed,
  },
  'signs with a recovery bit of 0 or 1': {
    handle: signing((signature) => {
      const v = Number.parseInt(signature.slice(-2), 16)
      return `${signature.slice(0, -2)}0${v - 27}`
    }),
  },
  'signs without 0x': {
    handle: signing((signature) => signature.slice(2)),
    expects: { sign: 'WALLET_FAILED', 'sign in': 'not signed in: failed' },
  },
  'signs in upper case': { handle: signing((signature) => `0x${signature.slice(2).toUpperCase()}`) },
  'answers a text that is no signature': {
    handle: signing(() => 'signed'),
    expects: { sign: 'WALLET_FAILED', 'sign in': 'not signed in: failed' },
  },
  'writes transaction ids in upper case': {
    handle: answering('eth_sendTransaction', (_, next) => `0x${String(next()).slice(2).toUpperCase()}`),
  },
  'writes transaction ids without 0x': {
    handle: answering('eth_sendTransaction', (_, next) => String(next()).slice(2)),
    expects: { send: 'WALLET_FAILED' },
  },
  'sends without an id': {
    handle: answering('eth_sendTransaction', () => null),
    expects: { send: 'WALLET_FAILED' },
  },

  'has a huge icon': { announce: (announce) => announce({ icon: `data:image/png;base64,${'A'.repeat(2_000_000)}` }) },
  'has an icon elsewhere': { announce: (announce) => announce({ icon: 'http://odd.example/icon.png' }) },
  'has no icon': { announce: (announce) => announce({ icon: undefined }) },
  'writes its domain in upper case': { announce: (announce) => announce({ rdns: 'Example.ODD' }) },
  // EIP-6963 says what these must be; rows of rivals are told apart by them.
  'has no domain': { announce: (announce) => announce({ rdns: '' }), expects: { connect: 'not listed' } },
  'has a uuid of another version': {
    announce: (announce) => announce({ uuid: '350670db-19fa-1704-a166-000000000001' }),
    expects: { connect: 'not listed' },
  },
  'does not announce itself': {
    announce() {},
    place: (page, provider) => void Object.assign(page, { ethereum: provider }),
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

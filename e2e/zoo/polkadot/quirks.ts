/** What wallets of `window.injectedWeb3` do that other extensions do not. A new one is a row here. */
import { encodeAddress } from '@polkadot/util-crypto'
import { later, never, type Row } from '../wallet.ts'
import type { Quirk } from './wallet.ts'

const refusing =
  (thrown: unknown): NonNullable<Quirk['enable']> =>
  (enable) => {
    const refuse = () => Promise.reject(thrown as Error) // as: what wallets throw
    return { ...enable(), signer: { signRaw: refuse, signPayload: refuse } }
  }
const refused = { sign: 'USER_REJECTED', 'sign a transaction': 'USER_REJECTED', 'sign in': 'not signed in: declined' }
const ethereum = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

export const quirks: Readonly<Record<string, Row<Quirk>>> = {
  'has none': {},

  'has `connect` instead of `enable`': {
    wrap: (entry) => ({ version: '0.63.1', connect: Reflect.get(entry, 'enable') as unknown }),
  },
  'provides itself late': { lateMs: 400 },
  'writes addresses for one network': {
    list: (accounts) => accounts.map((account) => ({ ...account, address: encodeAddress(account.address, 2) })),
  },
  'has an account for one network only': {
    list: (accounts) =>
      accounts.map((account) => ({ ...account, genesisHash: `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}` })),
    expects: { switch: 'UNAUTHORIZED, stays on A' },
  },
  'has EVM accounts among its own': {
    list: (accounts) => [{ address: ethereum, type: 'ethereum' }, ...accounts],
  },
  'shares no account': { list: () => [], expects: { connect: 'failed: UNAUTHORIZED' } },
  'has EVM accounts only': {
    list: () => [{ address: ethereum, type: 'ethereum' }],
    expects: { connect: 'failed: UNAUTHORIZED' },
  },
  'cannot be listened to': {
    enable: (enable) => {
      const { accounts, signer } = enable()
      return { accounts: { get: accounts.get }, signer }
    },
    expects: { 'left in the wallet': 'says connected, shares nothing', 'other account': 'says the old account' },
  },
  'says everything twice': {
    emit(send) {
      send()
      send()
    },
  },
  'signs no texts': {
    enable: (enable) => {
      const { accounts, signer } = enable()
      return { accounts, signer: { signPayload: signer.signPayload } }
    },
    expects: { sign: 'METHOD_NOT_ALLOWED', 'sign in': 'not signed in: failed' },
  },
  'refuses in words': { enable: refusing(new Error('Cancelled')), expects: refused },
  'refuses in other words': { enable: refusing(new Error('Rejected by user')), expects: refused },
  'throws words': {
    enable: refusing('no'),
    expects: { sign: 'WALLET_FAILED', 'sign a transaction': 'WALLET_FAILED', 'sign in': 'not signed in: failed' },
  },
  'answers a signature without its object': {
    enable: (enable) => {
      const { accounts, signer } = enable()
      const bare = async (input: never) => Reflect.get(Object(await signer.signRaw?.(input)), 'signature') as unknown
      return { accounts, signer: { signRaw: bare, signPayload: bare } }
    },
    expects: { sign: 'WALLET_FAILED', 'sign a transaction': 'WALLET_FAILED', 'sign in': 'not signed in: failed' },
  },
  'does not say the kinds of its accounts': {
    list: (accounts) => accounts.map(({ address }) => ({ address })),
  },
  'lists each account twice': { list: (accounts) => [...accounts, ...accounts] },
  'says nothing of its version': { wrap: (entry) => ({ enable: Reflect.get(entry, 'enable') as unknown }) },
  'answers a signature without 0x': {
    enable: (enable) => {
      const { accounts, signer } = enable()
      const short = (sign: typeof signer.signRaw) => async (input: never) => ({
        id: 1,
        signature: String(Reflect.get(Object(await sign?.(input)), 'signature')).slice(2),
      })
      return { accounts, signer: { signRaw: short(signer.signRaw), signPayload: short(signer.signPayload) } }
    },
    expects: { sign: 'WALLET_FAILED', 'sign a transaction': 'WALLET_FAILED', 'sign in': 'not signed in: failed' },
  },
  'never answers': { enable: never, expects: { connect: 'waiting' } },
  'sleeps for ten seconds before it answers': { enable: (enable) => later(10_000, enable) },
  'is frozen': { wrap: (entry) => Object.freeze(entry) },
}

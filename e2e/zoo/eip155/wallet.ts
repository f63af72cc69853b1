/** A wallet of the page (EIP-1193, EIP-6963) as the standards describe it. A quirk changes what it does (`quirks.ts`). */
import { privateKeyToAccount } from 'viem/accounts'
import { createSigner } from '../../wallets/account.ts'
import { RpcError } from '../../world/rpc.ts'
import { createEvents, icon, type Listener, type ZooWallet } from '../wallet.ts'
import { transactionId } from './asked.ts'

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}
export type Handle = (call: Call) => unknown

/** EIP-1193. */
export interface Provider {
  readonly request: (call: { readonly method: string; readonly params?: readonly unknown[] }) => Promise<unknown>
  readonly on: (event: string, listener: Listener) => unknown
  readonly removeListener: (event: string, listener: Listener) => unknown
}

/** Changes one thing that the wallet does. What it leaves out is done as the standards say. */
export interface Quirk {
  /** Answers a call, or leaves it to `next`. */
  readonly handle?: (call: Call, wallet: EvmWallet, next: Handle) => unknown
  /** Another object in the place of the provider. */
  readonly wrap?: (provider: Provider) => object
  /** Sends an event, or leaves it to `next`. */
  readonly emit?: (event: string, payload: unknown, next: (event: string, payload: unknown) => void) => void
  readonly announce?: (announce: (info?: object) => void) => void
  /** Where pages found wallets before there were announcements. */
  readonly place?: (page: EventTarget, provider: object) => void
  /** The networks that it knows, and where it is. */
  readonly known?: readonly number[]
  readonly chain?: number
}

export interface EvmWallet {
  /** What is true in the wallet. */
  chain: number
  accounts: readonly string[]
  isShared: boolean
  known: readonly number[]
  /** Methods in the order in which they were called. */
  readonly calls: string[]
  readonly emit: (event: string, payload: unknown) => void
  /** As its user does it in the wallet. */
  readonly move: (chain: number) => void
  readonly choose: (account: string) => void
}

const signers = ['11', '22'].map((byte) => createSigner(privateKeyToAccount(`0x${byte.repeat(32)}`)))
export const [first = '', second = ''] = signers.map(({ address }) => address)
export const toHex = (chain: number) => `0x${chain.toString(16)}`

export function createEvmWallet(quirk: Quirk): ZooWallet {
  const events = createEvents()
  const wallet: EvmWallet = {
    chain: quirk.chain ?? 1,
    accounts: [first],
    isShared: false,
    known: quirk.known ?? [1, 10],
    calls: [],
    emit: (event, payload) => (quirk.emit ? quirk.emit(event, payload, events.send) : events.send(event, payload)),
    move(chain) {
      wallet.chain = chain
      wallet.emit('chainChanged', toHex(chain))
    },
    choose(account) {
      wallet.accounts = [account]
      if (wallet.isShared) wallet.emit('accountsChanged', [account])
    },
  }
  const own: Handle = ({ method, params }) => {
    const [param] = params
    const wanted = Number(Reflect.get(Object(param), 'chainId'))
    switch (method) {
      case 'eth_chainId':
        return toHex(wallet.chain)
      case 'eth_requestAccounts':
        wallet.isShared = true
        return wallet.accounts
      case 'eth_accounts':
        return wallet.isShared ? wallet.accounts : []
      case 'wallet_switchEthereumChain':
        if (!wallet.known.includes(wanted)) throw new RpcError(4902, `Unrecognized chain ID ${toHex(wanted)}.`)
        wallet.move(wanted)
        return null
      case 'wallet_addEthereumChain':
        wallet.known = [...wallet.known, wanted]
        wallet.move(wanted)
        return null
      case 'wallet_revokePermissions':
        wallet.isShared = false
        wallet.emit('accountsChanged', [])
        return null
      case 'personal_sign':
        return signers.find(({ address }) => address === wallet.accounts[0])?.signMessage(params)
      case 'eth_sendTransaction':
        return transactionId
      default:
        throw new RpcError(4200, `${method} is not supported`)
    }
  }
  const handle: Handle = (call) => (quirk.handle ? quirk.handle(call, wallet, own) : own(call))
  const plain: Provider = {
    request({ method, params = [] }) {
      wallet.calls.push(method)
      return new Promise((resolve) => resolve(handle({ method, params })))
    },
    on(event, listener) {
      events.add(event, listener)
      return plain
    },
    removeListener(event, listener) {
      events.remove(event, listener)
      return plain
    },
  }
  const provider = quirk.wrap?.(plain) ?? plain
  const uuid = '350670db-19fa-4704-a166-000000000001'
  return {
    state: wallet,
    chain: () => `eip155:${wallet.chain}`,
    account: () => (wallet.isShared ? wallet.accounts[0] : undefined),
    isOther: () => wallet.accounts[0] === second,
    choose: (which) => wallet.choose(which === 'first' ? first : second),
    move: (chain) => wallet.move(Number(chain.slice('eip155:'.length))),
    drop(chain) {
      wallet.known = wallet.known.filter((id) => `eip155:${id}` !== chain)
    },
    leave() {
      wallet.isShared = false
      wallet.emit('accountsChanged', [])
    },
    lock() {
      wallet.accounts = []
    },
    unlock() {
      wallet.accounts = [first]
      wallet.emit('accountsChanged', wallet.accounts)
    },
    stumble() {
      wallet.emit('disconnect', new RpcError(1013, 'Attempting to connect'))
      setTimeout(() => wallet.emit('connect', { chainId: toHex(wallet.chain) }), 500)
    },
    /** Answers the page's questions for wallets from now on. */
    install(page) {
      quirk.place?.(page, provider)
      const announce = (more: object = {}) => {
        const detail = Object.freeze({ info: { uuid, name: 'Odd', rdns: 'example.odd', icon, ...more }, provider })
        page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
      page.addEventListener('eip6963:requestProvider', () => (quirk.announce ?? ((plainly) => plainly()))(announce))
    },
  }
}

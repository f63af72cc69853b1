/**
 * A wallet on another device, as the pairing library tells of it: what it grants, answers and says. Our own part begins at the library's
 * client (`client.ts`). A quirk changes what the wallet does (`quirks.ts`).
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { createSigner } from '../../wallets/account.ts'
import { RpcError } from '../../world/rpc.ts'
import { transactionId } from '../eip155/asked.ts'
import { never, type ZooWallet } from '../wallet.ts'

export interface Part {
  readonly accounts: readonly string[]
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type Namespaces = Readonly<Record<string, Part>>
export interface PairedCall {
  readonly chainId: string
  readonly method: string
  readonly params: readonly unknown[]
}
type Handle = (call: PairedCall) => unknown
export type News = readonly [name: string, params?: unknown]

/** Changes one thing that the wallet does. What it leaves out is done as most wallets do it. */
export interface Quirk {
  /** Its answer to the proposal. */
  readonly approve?: (approve: () => PairedSession) => unknown
  /** What it grants, as it writes it. */
  readonly grant?: (namespaces: Namespaces, wallet: PairedWallet) => Namespaces
  readonly chains?: readonly Caip2[]
  readonly handle?: (call: PairedCall, wallet: PairedWallet, next: Handle) => unknown
  /** Tells the app, or leaves it to `send`. */
  readonly tell?: (send: (...news: News) => void, news: News) => void
  /** How long its session lasts. */
  readonly lastsMs?: number
}

export interface PairedSession {
  readonly topic: string
  readonly expiry: number
  readonly namespaces: Namespaces
  readonly [more: string]: unknown
}

export interface PairedWallet {
  /** What is true in the wallet. */
  chains: readonly Caip2[]
  session: PairedSession | undefined
  owner: Owner
  /** Writes the session again and says so. */
  readonly update: () => void
  readonly say: (name: string, data: unknown, chainId: Caip2) => void
  readonly end: () => void
  /** The time of the session is over. */
  readonly expire: () => void
  readonly choose: (which: 'first' | 'second') => void
}

const signers = ['11', '22'].map((byte) => createSigner(privateKeyToAccount(`0x${byte.repeat(32)}`)))
type Owner = (typeof signers)[number] | undefined
const [firstOwner, secondOwner] = signers
export const secondAddress = secondOwner?.address ?? ''

const [A, B] = ['eip155:1', 'eip155:10'] as const
export const topic = 'a'.repeat(64)

export type Peer = ReturnType<typeof createPairedWallet>

export function createPairedWallet(quirk: Quirk) {
  const apps = new Set<(name: string, params: unknown) => void>()
  const tell = (...news: News) => {
    const send = (name: string, params?: unknown) => {
      for (const app of apps) app(name, params)
    }
    if (quirk.tell) quirk.tell(send, news)
    else send(...news)
  }
  const namespaces = (): Namespaces => {
    const accounts = wallet.chains.map((chain) => `${chain}:${wallet.owner?.address}`)
    const events = ['accountsChanged', 'chainChanged']
    const methods = [
      'personal_sign',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ]
    const granted = { eip155: { accounts, chains: wallet.chains, methods, events } }
    return quirk.grant?.(granted, wallet) ?? granted
  }
  const wallet: PairedWallet = {
    chains: quirk.chains ?? [A, B],
    session: undefined,
    owner: firstOwner,
    update() {
      if (!wallet.session) return
      wallet.session = { ...wallet.session, namespaces: namespaces() }
      tell('session_update')
    },
    say: (name, data, chainId) => tell('session_event', { event: { name, data }, chainId }),
    end() {
      wallet.session = undefined
      tell('session_delete')
    },
    expire() {
      wallet.session = undefined
      tell('session_expire')
    },
    choose(which) {
      wallet.owner = which === 'first' ? firstOwner : secondOwner
      wallet.update()
      wallet.say('accountsChanged', [`${A}:${wallet.owner?.address}`], A)
    },
  }
  let isHushed = false
  const approve = (): PairedSession => {
    const { lastsMs = 604_800_000 } = quirk
    if (quirk.lastsMs !== undefined) setTimeout(wallet.expire, lastsMs)
    wallet.session = {
      topic,
      expiry: Math.floor((Date.now() + lastsMs) / 1000),
      namespaces: namespaces(),
      self: { metadata: { name: '', url: 'https://app.example', icons: [] } },
      peer: { metadata: { name: 'Odd', url: 'https://odd.example', icons: [] } },
    }
    return wallet.session
  }
  const move = (chain: Caip2) => {
    if (!wallet.chains.includes(chain)) {
      wallet.chains = [...wallet.chains, chain]
      wallet.update()
    }
    wallet.say('chainChanged', Number(chain.slice('eip155:'.length)), chain)
  }
  const own: Handle = ({ method, params }) => {
    switch (method) {
      case 'personal_sign':
        return wallet.owner?.signMessage(params)
      case 'eth_sendTransaction':
        return transactionId
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const chain = `eip155:${Number(Reflect.get(Object(params[0]), 'chainId'))}` as const
        if (method === 'wallet_switchEthereumChain' && quirk.chains && !wallet.chains.includes(chain))
          throw new RpcError(4902, 'Unrecognized chain ID.')
        move(chain)
        return null
      }
      default:
        throw new RpcError(4200, `${method} is not supported`)
    }
  }
  const peer: ZooWallet = {
    chain: () => undefined,
    account(on) {
      const [namespace = ''] = on.split(':')
      const parts = Object.entries(wallet.session?.namespaces ?? {}).filter(([key]) => key.split(':')[0] === namespace)
      const granted = parts.flatMap(([, part]) => part.accounts)
      const own = granted.find((account) => account.startsWith(`${on}:`))
      // Many wallets name accounts for one of many networks.
      const isGranted = parts.some(([key, { chains }]) => key === on || chains?.includes(on))
      const there = (own ?? (isGranted ? granted[0] : undefined))?.split(':').at(-1)
      // As it is written with its checksum.
      return signers.find(({ address }) => address.toLowerCase() === there?.toLowerCase())?.address
    },
    isOther: () => wallet.owner === secondOwner,
    choose: wallet.choose,
    lock() {},
    unlock() {},
    leave: () => wallet.end(),
    hush() {
      isHushed = true
    },
    move,
    drop(chain) {
      wallet.chains = wallet.chains.filter((one) => one !== chain)
      wallet.update()
    },
    install() {},
  }
  return {
    ...peer,
    /** @returns the session, when its user has approved the app's code */
    approve: async () => (quirk.approve?.(approve) ?? approve()) as Promise<PairedSession> | PairedSession, // as: what the library hands on
    session: () => wallet.session,
    /** The app has ended the session. */
    ended() {
      wallet.session = undefined
    },
    answer: async (call: PairedCall) =>
      isHushed ? never() : quirk.handle ? quirk.handle(call, wallet, own) : own(call),
    listen(app: (name: string, params: unknown) => void) {
      apps.add(app)
    },
  }
}

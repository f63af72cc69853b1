/** What the wallets of every standard have in common. Each standard has a folder: its wallet, and the quirks that real ones have. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../frame-app/src/modal/core/context.ts'

/** What is played with a wallet (`flows.ts`). */
export type FlowName =
  | 'connect'
  | 'reload'
  | 'reload and unlock'
  | 'two tabs'
  | 'switch'
  | 'switch at once'
  | 'add'
  | 'sign'
  | 'sign a transaction'
  | 'send'
  | 'sign in'
  | 'disconnect'
  | 'disconnect while it is asked'
  | 'left in the wallet'
  | 'moved in the wallet'
  | 'other account'
  | 'network trouble'

/** What is true in a wallet, and what its user does in it. */
export interface ZooWallet {
  /** Where it is. Nothing for a wallet without a network of its own: each call names one. */
  readonly chain: () => Caip2 | undefined
  /** The account that it shares, as it is written on this network; nothing while it shares none. */
  readonly account: (on: Caip2) => string | undefined
  /** Its user has chosen the second account. */
  readonly isOther: () => boolean
  readonly install: (page: EventTarget) => void
  /** What is true in a wallet of the page, in plain values: in a browser it outlives a reload. */
  readonly state?: object
  readonly choose: (which: 'first' | 'second') => void
  /** Its user ends the connection. */
  readonly leave: () => void
  /** For a wallet on another device: gives the modal of a tab its client. */
  readonly pair?: (context: ModalContext) => void
  readonly lock: () => void
  readonly unlock: () => void
  readonly move?: (chain: Caip2) => void
  /** It does not know the network any more. */
  readonly drop?: (chain: Caip2) => void
  /** It answers nothing any more. */
  readonly hush?: () => void
  /** It reaches no node for a moment. */
  readonly stumble?: () => void
}

/** A call of the page. */
export interface Asked {
  readonly method: string
  readonly params: (address: string, network: Network) => Json
  readonly isRight: (answer: Json, address: string) => boolean | Promise<boolean>
}

export interface Kind {
  readonly standard: string
  readonly namespace: Namespace
  /** Where the wallet and the page are at first, and another one. */
  readonly networks: readonly [Network, Network]
  readonly asked: Readonly<Partial<Record<'sign' | 'transaction' | 'send', Asked>>>
  /** What a node of the page's networks answers; without it there is none. */
  readonly node?: (method: string, params: readonly unknown[]) => Json
  /** What becomes of the flows with a wallet without quirks. A flow that is not here cannot be played. */
  readonly usual: Readonly<Partial<Record<FlowName, string>>>
  readonly wallets: readonly {
    readonly quirk: string
    /** Outcomes that differ. With a wallet that cannot be connected, nothing else can be done. */
    readonly expects: Readonly<Partial<Record<FlowName, string>>>
    readonly create: () => ZooWallet
  }[]
}

/** What becomes of the flows with a wallet without quirks, of every standard. */
export const usualOutcomes = {
  connect: 'on A',
  reload: 'on A',
  'two tabs': 'on A, then disconnected',
  switch: 'on B',
  'switch at once': 'on B',
  sign: 'signed',
  'sign in': 'signed in',
  disconnect: 'disconnected',
  'left in the wallet': 'disconnected',
  'other account': 'on A, other account',
} as const
/** The same for a wallet of the page. */
export const usualInPage = { ...usualOutcomes, 'reload and unlock': 'on A' } as const

export type Row<Quirk> = Quirk & { readonly expects?: Readonly<Partial<Record<FlowName, string>>> }

/** A standard, with one wallet for each quirk. */
export const kindOf = <Quirk>({
  create,
  quirks,
  ...kind
}: Omit<Kind, 'wallets'> & {
  readonly create: (quirk: Quirk) => ZooWallet
  readonly quirks: Readonly<Record<string, Row<Quirk>>>
}): Kind => ({
  ...kind,
  wallets: Object.entries(quirks).map(([quirk, { expects = {}, ...rest }]) => ({
    quirk,
    expects,
    create: () => create(rest as Quirk), // as: the row without its outcomes
  })),
})

export type Listener = (payload: unknown) => void

/** The listeners of a wallet, by the name of the event. */
export function createEvents() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    add(event: string, listener: Listener): () => void {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return () => known.delete(listener)
    },
    remove: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
    send(event: string, payload: unknown) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
  }
}

/** The answer is lost. */
export const never = () => new Promise<never>(() => {})
export const later = <Value>(ms: number, value: () => Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(() => resolve(value()), ms))

export const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

/** What the user of a wallet of the page does in it: each change is told to the page. */
export const handOf = (wallet: { isOther: boolean; isShared: boolean; isLocked: boolean }, changed: () => void) => ({
  isOther: () => wallet.isOther,
  choose(which: 'first' | 'second') {
    wallet.isOther = which === 'second'
    changed()
  },
  leave() {
    wallet.isShared = false
    changed()
  },
  lock() {
    wallet.isLocked = true
  },
  unlock() {
    wallet.isLocked = false
    changed()
  },
})

/** A text in an answer of an unknown form. */
export const fieldOf = (answer: unknown, name: string): string => String(Reflect.get(Object(answer), name))

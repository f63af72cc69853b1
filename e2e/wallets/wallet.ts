/** What a spec sees of a test wallet. */
export type Behaviour =
  /** Approves at once. */
  | 'honest'
  /** Waits for `approveNext` or `decline`. */
  | 'asks'
  /** Answers 4001 at once. */
  | 'declines'
  /** The first request for accounts waits for `unlock`; further ones get -32002. */
  | 'locked'
  /** Never answers what needs approval. */
  | 'hanging'
  /** Approves after `delayMs`. */
  | 'slow'
  /** Stands on a chain that no host of ours lists. */
  | 'wrong-network'
  /** Knows only its own chain: switching answers 4902 until the chain was added. */
  | 'unsupported-chain'

export type WalletOptions = {
  readonly name: string
  readonly rdns?: string
  readonly uuid?: string
  readonly icon?: string
  readonly behaviour?: Behaviour
  /** `legacy`: `window.ethereum` alone, nothing announced. */
  readonly presence?: 'eip6963' | 'legacy'
  /** `all`: also in pages inside other pages, as extensions are. Default: the top page only. */
  readonly frames?: 'top' | 'all'
  /** The chain it starts on; the first one of the world unless told otherwise. */
  readonly chainId?: number
  /** How long `slow` takes. */
  readonly delayMs?: number
  /** Never answers when a page lets it go. */
  readonly clings?: boolean
}

/** Two products under one rdns: each gets a uuid of its own, as the standard demands. */
export const withDuplicateRdns = (options: WalletOptions, secondName: string): readonly WalletOptions[] => {
  const rdns = options.rdns ?? 'example.duplicate'
  return [
    { ...options, rdns },
    { ...options, rdns, name: secondName },
  ]
}

export type WalletCall = { readonly method: string; readonly params: unknown }

export type TestWallet = {
  readonly name: string
  readonly rdns: string
  readonly uuid: string
  readonly address: `0x${string}`
  /** Every request seen, oldest first. */
  readonly calls: readonly WalletCall[]
  /** The first request of this method, already seen or still to come. */
  readonly called: (method: string) => Promise<WalletCall>
  /** Decides the request that waits, or else the next one; overrides the behaviour once. */
  readonly approveNext: () => void
  readonly decline: () => void
  readonly unlock: () => void
  /** Emits a provider event in every open page. */
  readonly emit: (event: string, payload: unknown) => Promise<void>
}

/** An answer that is an error on purpose; the code reaches the dapp unchanged. */
export class WalletError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

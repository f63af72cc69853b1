/** A Bitcoin wallet of the page, in one of the shapes that such wallets have (`shapes.ts`). A quirk changes what it does (`quirks.ts`). */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { createBitcoinKeys } from '../../wallets/bitcoin.ts'
import { RpcError } from '../../world/rpc.ts'
import { createEvents, handOf, type ZooWallet } from '../wallet.ts'
import { type Core, shapes } from './shapes.ts'

/** Changes one thing that the wallet does. What it leaves out is done as its shape says. */
export interface Quirk {
  readonly shape?: keyof typeof shapes
  /** Other answers. */
  readonly change?: (core: Core, wallet: BitcoinWallet) => Partial<Core>
  /** Another object in the place of the provider. */
  readonly wrap?: (provider: object) => object
  readonly emit?: (send: () => void) => void
}

export interface BitcoinWallet {
  /** What is true in the wallet. */
  chain: Caip2
  isShared: boolean
  isLocked: boolean
  isOther: boolean
  readonly changed: () => void
}

export const [mainnet, testnet]: readonly [Caip2, Caip2] = [
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
]
export const transactionId = '22'.repeat(32)
const ownerOf = (byte: number) => {
  const secret = new Uint8Array(32).fill(byte)
  return { [mainnet]: createBitcoinKeys(secret, NETWORK), [testnet]: createBitcoinKeys(secret, TEST_NETWORK) }
}
const [first, second] = [ownerOf(1), ownerOf(2)]

export function createBitcoinWallet(quirk: Quirk): ZooWallet {
  const events = createEvents()
  const wallet: BitcoinWallet = {
    chain: mainnet,
    isShared: false,
    isLocked: false,
    isOther: false,
    changed() {
      const send = () => events.send('change', {})
      if (quirk.emit) quirk.emit(send)
      else send()
    },
  }
  const keys = (chain: Caip2 = wallet.chain) => (wallet.isOther ? second : first)[chain] ?? first[mainnet]
  const refuse = () => {
    throw new RpcError(-32002, 'Access denied.')
  }
  const own = () => (wallet.isShared && !wallet.isLocked ? keys() : refuse())
  const core: Core = {
    async connect() {
      wallet.isShared = true
      return own()?.addresses ?? []
    },
    accounts: async () => own()?.addresses ?? [],
    async disconnect() {
      wallet.isShared = false
    },
    network: async () => (wallet.chain === mainnet ? 'Mainnet' : 'Testnet'),
    async move(network) {
      wallet.chain = network === 'Mainnet' ? mainnet : testnet
      wallet.changed()
    },
    signMessage: async (message, address, protocol) =>
      own()?.signMessage(address ?? keys()?.addresses[0].address ?? '', message, protocol) ?? '',
    send: async () => (own() ? transactionId : ''),
    signPsbt: async (psbt, indexes) => own()?.signPsbt(psbt, indexes) ?? '',
  }
  const { provider, place } = shapes[quirk.shape ?? 'sats-connect'](
    { ...core, ...quirk.change?.(core, wallet) },
    events,
  )
  return {
    state: wallet,
    chain: () => (quirk.shape === 'leather' ? undefined : wallet.chain),
    account: (on) => (wallet.isShared ? keys(on)?.addresses[0].address : undefined),
    ...handOf(wallet, wallet.changed),
    move(chain) {
      wallet.chain = chain
      wallet.changed()
    },
    install: (page) => place(page, quirk.wrap?.(provider) ?? provider),
  }
}

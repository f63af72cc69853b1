/** A wallet of `window.injectedWeb3` with Polkadot accounts, as extensions are. A quirk changes what it does (`quirks.ts`). */

import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { encodeAddress } from '@polkadot/util-crypto'
import { createPolkadotAccount, type Extrinsic } from '../../wallets/polkadot.ts'
import { createEvents, handOf, type ZooWallet } from '../wallet.ts'

/** What the page gets after the user has agreed. */
export interface Enabled {
  readonly accounts: {
    readonly get: () => Promise<readonly object[]>
    readonly subscribe?: (listener: (accounts: readonly object[]) => void) => () => void
  }
  readonly signer: Readonly<Partial<Record<'signRaw' | 'signPayload', (input: never) => Promise<unknown>>>>
}

/** Changes one thing that the wallet does. What it leaves out is done as extensions do it. */
export interface Quirk {
  readonly enable?: (enable: () => Enabled, wallet: PolkadotWallet) => unknown
  /** The accounts as it lists them. */
  readonly list?: (accounts: readonly { readonly address: string }[]) => readonly object[]
  readonly wrap?: (entry: object) => object
  readonly lateMs?: number
  readonly emit?: (send: () => void) => void
}

export interface PolkadotWallet {
  /** What is true in the wallet. */
  isShared: boolean
  isLocked: boolean
  isOther: boolean
}

const [firstOwner, secondOwner] = await Promise.all(
  [1, 2].map((byte) => createPolkadotAccount(new Uint8Array(32).fill(byte))),
)
const prefixes: Readonly<Record<Caip2, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
}

export function createPolkadotWallet(quirk: Quirk): ZooWallet {
  const events = createEvents()
  const wallet: PolkadotWallet = { isShared: false, isLocked: false, isOther: false }
  const owner = () => (wallet.isOther ? secondOwner : firstOwner)
  const accounts = () => {
    const { address = '' } = owner() ?? {}
    const listed = wallet.isLocked || !wallet.isShared ? [] : [{ address, name: 'Savings', type: 'sr25519' }]
    return quirk.list?.(listed) ?? listed
  }
  const changed = () => {
    const send = () => events.send('change', accounts())
    if (quirk.emit) quirk.emit(send)
    else send()
  }
  const enabled = (): Enabled => {
    wallet.isShared = true
    return {
      accounts: {
        get: async () => accounts(),
        subscribe(listener) {
          listener(accounts())
          return events.add('change', () => listener(accounts()))
        },
      },
      signer: {
        signRaw: async (raw: { address: string; data: string; type: 'bytes' }) => ({
          id: 1,
          signature: owner()?.signRaw(raw),
        }),
        signPayload: async (extrinsic: Extrinsic) => ({ id: 1, signature: owner()?.signPayload(extrinsic) }),
      },
    }
  }
  const plain = { version: '0.63.1', enable: async () => quirk.enable?.(enabled, wallet) ?? enabled() }
  return {
    state: wallet,
    chain: () => undefined,
    account: (on) => (wallet.isShared ? encodeAddress(owner()?.address ?? '', prefixes[on] ?? 42) : undefined),
    ...handOf(wallet, changed),
    install(page) {
      const provide = () => Object.assign(page, { injectedWeb3: { odd: quirk.wrap?.(plain) ?? plain } })
      if (quirk.lateMs === undefined) provide()
      else setTimeout(provide, quirk.lateMs)
    },
  }
}

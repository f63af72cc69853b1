/** Methods of a wallet in `window.injectedWeb3`. Loaded with the first call of a wallet of the page. */
import { Hex, PolkadotAddress } from '../scalars/values.ts'
import { connecting, noParams, promptWith, row } from './injected.ts'
import { PolkadotPayload } from './polkadot.ts'

/** As the wallet itself writes it; it may have the prefix of another network. */
const address = PolkadotAddress

export const injectedPolkadot = {
  polkadot_connect: row(noParams, connecting),
  polkadot_accounts: row(noParams, { shares: true }),
  /** The wallet signs these bytes between `<Bytes>` and `</Bytes>`. */
  polkadot_signMessage: promptWith({ address, data: Hex }),
  /** `payload.address` is also the wallet's own form. */
  polkadot_signTransaction: promptWith({ payload: PolkadotPayload }),
} as const

export type InjectedPolkadotMethod = keyof typeof injectedPolkadot

/** Methods of a wallet in `window.injectedWeb3`. Loaded with the first call of a wallet of the page. */
import * as z from 'zod/mini'
import { Hex, PolkadotAddress } from '../scalars/values.ts'
import { connecting, noParams, prompting, row } from './injected.ts'
import { PolkadotPayload } from './polkadot.ts'

/** As the wallet itself writes it; it may have the prefix of another network. */
const address = PolkadotAddress

export const injectedPolkadot = {
  polkadot_connect: row(noParams, connecting),
  polkadot_accounts: row(noParams, { shares: true }),
  /** The wallet signs these bytes between `<Bytes>` and `</Bytes>`. */
  polkadot_signMessage: row(z.tuple([z.strictObject({ address, data: Hex })]), prompting),
  /** `payload.address` is also the wallet's own form. */
  polkadot_signTransaction: row(z.tuple([z.strictObject({ payload: PolkadotPayload })]), prompting),
} as const

export type InjectedPolkadotMethod = keyof typeof injectedPolkadot

/** Params of a wallet in `window.injectedWeb3` by method. Loaded with the first call of a wallet of the page. */
import * as z from 'zod/mini'
import { Hex, PolkadotAddress } from '../scalars/values.ts'
import { PolkadotPayload } from './polkadot.ts'

const none = z.tuple([])
/** As the wallet itself writes it; it may have the prefix of another network. */
const address = PolkadotAddress

export const injectedPolkadotParams = {
  polkadot_connect: none,
  polkadot_accounts: none,
  /** The wallet signs these bytes between `<Bytes>` and `</Bytes>`. */
  polkadot_signMessage: z.tuple([z.strictObject({ address, data: Hex })]),
  /** `payload.address` is also the wallet's own form. */
  polkadot_signTransaction: z.tuple([z.strictObject({ payload: PolkadotPayload })]),
} as const

export type InjectedPolkadotMethod = keyof typeof injectedPolkadotParams

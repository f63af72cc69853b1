/** Results of wallets in `window.injectedWeb3`, as the modal accepts them (C201). Loaded with the first such wallet. */
import * as z from 'zod/mini'
import { Hash32, Name, PolkadotAddress, PolkadotKeyType, PolkadotSignature } from '../scalars/values.ts'
import type { InjectedPolkadotMethod } from './injected-polkadot.ts'

const accounts = z
  .array(
    z.strictObject({
      address: PolkadotAddress,
      name: z.optional(Name),
      type: z.optional(PolkadotKeyType),
      /** The only network on which this account can sign, for example a hardware wallet's. */
      genesisHash: z.optional(Hash32),
    }),
  )
  .check(z.maxLength(256))
const signature = z.strictObject({ signature: PolkadotSignature })

/** Results of `injectedPolkadotParams`, as the page builds them from the wallet's answers. */
export const injectedPolkadotResults = {
  polkadot_connect: accounts,
  polkadot_accounts: accounts,
  polkadot_signMessage: signature,
  polkadot_signTransaction: signature,
} as const satisfies Record<InjectedPolkadotMethod, z.ZodMiniType>

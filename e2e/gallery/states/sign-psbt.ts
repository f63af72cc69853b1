/** A Bitcoin transaction that the page asks a signature of. */

import { type PsbtQuestion, psbtAtom } from '../../../frame-app/src/modal/features/sign-in/state/psbt.ts'
import { connectionsAtom } from '../../../frame-app/src/modal/session/state/accounts.ts'
import { bitcoin, bitcoinAddresses, connected, offer } from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

const { payment, ordinal } = bitcoinAddresses
const stranger = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const paid = { satoshis: 60_000n, address: stranger, data: undefined }
const change = { satoshis: 1_939_000n, address: payment, data: undefined }

const question = (state: string, more: Partial<PsbtQuestion>): GalleryState<'SignPsbt'> => ({
  state,
  arrange(store) {
    offer(store, [bitcoin])
    const { wallet } = connected(store, { network: bitcoin })
    const active = `${bitcoin.id}:${payment}` as const
    store.set(connectionsAtom, {
      bip122: { status: 'connected', wallet, accounts: [active], active, chainId: bitcoin.id },
    })
    store.set(psbtAtom, {
      chainId: bitcoin.id,
      own: [payment, ordinal],
      isSent: false,
      facts: { signed: 2_000_000n, fee: 1_000n, outputs: [paid, change] },
      ...more,
    })
  },
})

export const signPsbtStates: StatesOf<'SignPsbt'> = [
  question('two-outputs', {}),
  question('sent-at-once', { isSent: true }),
  question('many-outputs', {
    facts: {
      signed: 2_000_000_000_000n,
      fee: 123_456n,
      outputs: [
        { satoshis: 0n, address: undefined, data: '6f72643a'.repeat(20) },
        ...Array.from({ length: 12 }, (_, at) => ({ ...paid, satoshis: 10n ** BigInt(at) })),
        { satoshis: 546n, address: ordinal, data: undefined },
        change,
      ],
    },
  }),
]

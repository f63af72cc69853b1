/** What is shown and signed of an account: labels of the page, and the signatures of Solana wallets. */
import type { Case } from './case.ts'

export const accountCases: readonly Case[] = [
  {
    id: 'C250',
    title:
      'a page labels an address with another address, with invisible or reordered text, or in place of the address',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/flows/labels.ts#resemblesAddress',
      'frame-app/src/shared/format/display-text.ts#toDisplayText',
      'frame-app/src/modal/views/account/AddressLabel.tsx#AddressLabel',
    ],
    proof: ['frame-app/test/labels.test.ts'],
  },
  {
    id: 'C251',
    title: 'a Solana wallet that writes the sign-in text itself signs another text, or with another account',
    ends: ['modal', 'page'],
    defence: [
      'frame-app/src/modal/flows/sign-in-solana.ts#signInWithFeature',
      'host-sdk/src/injected/wallet-standard-calls.ts#callFeature',
    ],
    proof: ['frame-app/test/sign-in-solana.test.ts', 'host-sdk/test/standard-wallets.test.ts'],
  },
  {
    id: 'C252',
    title: 'a wallet that only signs returns another transaction than the one that was asked for, for us to send',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/solana/broadcast.ts#broadcast'],
    proof: ['frame-app/test/sending-solana.test.ts'],
  },
]

/** Attacks on accounts of Polkadot: their wallets, their addresses, and what they sign. */
import type { Case } from './case.ts'

const session = 'frame-app/src/modal/connectors/walletconnect/polkadot.test.ts'

export const polkadot: readonly Case[] = [
  {
    id: 'C201',
    title:
      'a wallet of Polkadot answers with something else than a signature or accounts, or is asked what it did not offer',
    ends: ['modal'],
    defence: ['frame-app/src/modal/connectors/walletconnect/polkadot.ts#readSignature'],
    proof: [session],
  },
  {
    id: 'C202',
    title: 'an SS58 address with a wrong checksum, of another length, or of another kind of chain',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/polkadot/ss58.ts#readSs58',
      'frame-app/src/modal/connectors/walletconnect/namespaces.ts#isAddress',
    ],
    proof: ['frame-app/src/shared/chains/polkadot/ss58.test.ts', session],
  },
  {
    id: 'C203',
    title:
      'a page asks for an extrinsic that names another account or network than its request, or lets the wallet change it',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/polkadot/asked.ts#askedPayload'],
    proof: [session],
  },
]

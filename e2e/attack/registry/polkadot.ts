/** Attacks on accounts of Polkadot: their wallets, their addresses, and what they sign. */
import type { Case } from './case.ts'

const wallets = 'host-sdk/test/injected-web3.test.ts'
const part = 'frame-app/src/modal/connectors/injected/polkadot.test.ts'
const session = 'frame-app/src/modal/connectors/walletconnect/polkadot.test.ts'

export const polkadot: readonly Case[] = [
  {
    id: 'C200',
    title:
      'a script fills `window.injectedWeb3` with getters, traps and thousands of entries, or takes the name of another wallet',
    ends: ['page'],
    defence: [
      'host-sdk/src/injected/injected-web3.ts#readList',
      'host-sdk/src/injected/injected-web3-parts.ts#readEnable',
      'host-sdk/src/injected/registry.ts#createRegistry',
    ],
    proof: [wallets],
  },
  {
    id: 'C201',
    title:
      'a wallet of Polkadot answers with something else than a signature or accounts, or is asked what it did not offer',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/injected/injected-web3-calls.ts#callInjected',
      'protocol/src/allowlist/injected-polkadot-results.ts#injectedPolkadotResults',
      'frame-app/src/modal/connectors/walletconnect/polkadot.ts#readSignature',
    ],
    proof: [wallets, part, session],
  },
  {
    id: 'C202',
    title: 'an SS58 address with a wrong checksum, of another length, or of another kind of chain',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/polkadot/ss58.ts#readSs58',
      'frame-app/src/modal/connectors/walletconnect/namespaces.ts#isAddress',
    ],
    proof: ['frame-app/src/shared/chains/polkadot/ss58.test.ts', part, session],
  },
  {
    id: 'C203',
    title:
      'a page asks for an extrinsic that names another account or network than its request, or lets the wallet change it',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/polkadot/asked.ts#askedPayload'],
    proof: [part, session],
  },
]

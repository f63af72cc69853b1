/** What a page sets of the modal: reconnect hints, adapters, labels of addresses, and tokens that it lists. */
import type { Case } from './case.ts'

export const pageSettings: readonly Case[] = [
  {
    id: 'C220',
    title: 'a script writes reconnect hints, so that other tabs of the page connect or ask a wallet',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/page.ts#follow',
      'frame-app/src/modal/host/follow-tabs.ts#followNetwork',
      'frame-app/src/modal/host/follow-tabs.ts#isFollowing',
    ],
    proof: ['frame-app/test/tabs.test.ts', 'host-sdk/test/store.test.ts'],
  },
  {
    id: 'C255',
    title: 'a page adds an adapter with networks that are too many, malformed, or of another namespace',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/adapters.ts#addAdapter', 'frame-app/src/modal/host/adapters.ts#addAdapter'],
    proof: ['frame-app/test/adapters.test.ts', 'host-sdk/test/adapters.test.ts'],
  },
  {
    id: 'C256',
    title: 'a page takes an adapter away while its wallet is connected, or is being asked',
    ends: ['modal'],
    defence: ['frame-app/src/modal/host/adapters.ts#removeAdapter'],
    proof: ['frame-app/test/adapters.test.ts'],
  },
  {
    id: 'C250',
    title:
      'a page labels an address with another address, with invisible or reordered text, or in place of the address',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/session/labels.ts#resemblesAddress',
      'frame-app/src/shared/format/display-text.ts#toDisplayText',
      'frame-app/src/modal/home/account/AddressLabel.tsx#AddressLabel',
    ],
    proof: ['frame-app/test/labels.test.ts'],
  },
  {
    id: 'C142',
    title: 'a page names a contract of its own as Multicall3, to answer for balances of accounts and tokens',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/multicall.ts#multicallOf'],
    proof: ['frame-app/test/listed-tokens.test.ts'],
  },
  {
    id: 'C143',
    title:
      'a page lists a token whose contract reverts, burns all gas, answers endlessly, or has invalid decimals or an invalid name',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/held-tokens.ts#readEach',
      'frame-app/src/shared/chains/eip155/tokens.ts#toToken',
      'frame-app/src/shared/chains/solana/tokens.ts#readMints',
      'frame-app/src/modal/features/assets/state/token-rules.ts#toToken',
    ],
    proof: ['frame-app/test/listed-tokens.test.ts', 'frame-app/src/shared/chains/solana/tokens.test.ts'],
  },
]

/** Wallets of the page, links that the page opens, and its own frame. */
import type { Case } from './case.ts'

const standardWallets = 'host-sdk/test/standard-wallets.test.ts'

export const pageWallets: readonly Case[] = [
  {
    id: 'C57',
    title: 'a wallet announces itself first, with the name, rdns and uuid of another one',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/injected/registry.ts#rivals'],
    proof: ['host-sdk/test/discovery.test.ts'],
  },
  {
    id: 'C58',
    title: 'a flood of announcements keeps out a wallet whose identity it copies, or takes the place of a listed one',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/injected/registry.ts#room', 'host-sdk/src/injected/registry.ts#isCut'],
    proof: ['host-sdk/test/discovery.test.ts', 'attack/cases/wallets.attack.ts'],
  },
  {
    id: 'C59',
    title: 'the frame sends the page to another address, with what stands in its query and fragment',
    ends: ['page'],
    defence: ['host-sdk/src/links/browse.ts#isPhone', 'host-sdk/src/links/browse.ts#pathname'],
    proof: ['host-sdk/test/pairing-links.test.ts'],
  },
  {
    id: 'C84',
    title: 'a new frame in an open dialog takes input before its HELLO',
    ends: ['page'],
    defence: ['host-sdk/src/frame/element.ts#cover'],
    proof: ['specs/frame-loss.spec.ts'],
  },
  {
    id: 'C65',
    title: 'a listing or a frame starts a program that is not a wallet, or gives an app a command',
    ends: ['page', 'modal'],
    defence: ['protocol/src/scalars/app-schemes.ts#isAppScheme', 'host-sdk/src/links/pairing.ts#form'],
    proof: ['host-sdk/test/pairing-links.test.ts', 'frame-app/src/modal/api/listing.test.ts'],
  },
  {
    id: 'C99',
    title:
      'the frame or a stored hint has the page announce a wallet with markup, a remote picture or a name that hides something',
    ends: ['page'],
    defence: [
      'host-sdk/src/announce/eip6963.ts#read',
      'protocol/src/contracts/shapes/announced.ts#WalletName',
      'protocol/src/contracts/shapes/announced.ts#WalletIcon',
    ],
    proof: ['host-sdk/test/announce.test.ts'],
  },
  {
    id: 'C100',
    title: 'a library signs the visitor in to another site, or adds a line to the text that it signs',
    ends: ['page'],
    defence: ['host-sdk/src/standard/sign-in.ts#signInText'],
    proof: ['host-sdk/test/wallet-standard.test.ts'],
  },
  {
    id: 'C181',
    title:
      'a script registers Wallet Standard wallets with getters and traps, in a flood, or under a name that is taken',
    ends: ['page'],
    defence: [
      'host-sdk/src/injected/wallet-standard.ts#readStandardWallet',
      'host-sdk/src/injected/registry.ts#createRegistry',
    ],
    proof: [standardWallets],
  },
  {
    id: 'C182',
    title:
      'a Wallet Standard wallet answers with another message, other bytes or other accounts, or is asked for a feature that it does not offer',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/injected/wallet-standard-calls.ts#callFeature',
      'protocol/src/allowlist/injected-solana-results.ts#injectedSolanaResults',
    ],
    proof: [standardWallets, 'frame-app/src/modal/connectors/injected/solana.test.ts'],
  },
  {
    id: 'C183',
    title: 'a wallet takes the name of another one, to share its row',
    ends: ['modal'],
    defence: ['frame-app/src/modal/state/connectors.ts#partsOf'],
    proof: ['frame-app/test/several-namespaces.test.ts'],
  },
]

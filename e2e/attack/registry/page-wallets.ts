/** Wallets of the page, those for Solana, Bitcoin and Polkadot too, links that the page opens, and its own frame. */
import type { Case } from './case.ts'
import {
  bitcoinFlows,
  bitcoinWallets,
  frame,
  polkadotPart,
  polkadotSession,
  polkadotWallets,
  standardWallets,
} from './proofs.ts'

export const pageWallets: readonly Case[] = [
  {
    id: 'C351',
    title:
      'a frame spends a press that the user made on the page: opens a link, leads the page away, learns its address',
    ends: ['page'],
    defence: [
      'host-sdk/src/press.ts#expectPress',
      'host-sdk/src/press.ts#expectOwnPress',
      'host-sdk/src/page.ts#redirect',
    ],
    proof: [
      frame,
      'host-sdk/test/links.test.ts',
      'host-sdk/test/pairing-links.test.ts',
      'host-sdk/test/login-return.test.ts',
      'host-sdk/test/frame-effects.test.ts',
    ],
  },
  {
    id: 'C379',
    title: 'presses that nobody has made: forged by a frame or a stranger, or in floods',
    ends: ['page'],
    defence: [
      'protocol/src/parent-link.ts#openParentLink',
      'host-sdk/src/press-round.ts#createPressRound',
      'host-sdk/src/press.ts#expectPress',
    ],
    proof: ['protocol/test/link.test.ts', 'host-sdk/test/press-round.test.ts'],
  },
  {
    id: 'C363',
    title: 'a frame reports an account for a wallet of the page that this wallet has not shared',
    ends: ['page'],
    defence: [
      'host-sdk/src/injected/shared.ts#createShared',
      'host-sdk/src/injected/forward.ts#shares',
      'host-sdk/src/injected/relay.ts#isInPage',
      'host-sdk/src/page.ts#ofTheWallet',
      'host-sdk/src/modal.ts#isShared',
    ],
    proof: [
      frame,
      'host-sdk/test/shared.test.ts',
      'host-sdk/test/injected-web3.test.ts',
      'host-sdk/test/modal.test.ts',
    ],
  },
  {
    id: 'C352',
    title: 'a frame that nobody sees takes the keyboard from the page',
    ends: ['page'],
    defence: ['host-sdk/src/frame/style.ts#style', 'host-sdk/src/frame/focus-guard.ts#guardFocus'],
    proof: [frame],
  },
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
    defence: ['protocol/src/scalars/app-schemes.ts#isAppScheme', 'protocol/src/scalars/pairing-links.ts#form'],
    proof: ['host-sdk/test/pairing-links.test.ts', 'frame-app/src/modal/core/api/listing.test.ts'],
  },
  {
    id: 'C386',
    title:
      'an intent of Android names an action, a component, a page to go to instead, or a scheme that is no app of a wallet',
    ends: ['page', 'modal'],
    defence: ['protocol/src/scalars/pairing-links.ts#readIntent', 'protocol/src/scalars/app-schemes.ts#isAppScheme'],
    proof: ['host-sdk/test/pairing-links.test.ts'],
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
    title: 'a library signs the user in to another site, or adds a line to the text that it signs',
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
    proof: [standardWallets, 'frame-app/src/modal/features/connect/injected/solana.test.ts'],
  },
  {
    id: 'C355',
    title: 'a wallet under another rdns shows itself with the name of a known one, without a mark',
    ends: ['page'],
    defence: ['host-sdk/src/injected/registry.ts#isSameName'],
    proof: ['host-sdk/test/discovery.test.ts'],
  },
  {
    id: 'C183',
    title: 'a wallet takes the name of another one, to share its row',
    ends: ['modal'],
    defence: ['frame-app/src/modal/session/state/connectors.ts#partsOf'],
    proof: ['frame-app/test/several-namespaces.test.ts'],
  },
  {
    id: 'C184',
    title:
      'a script puts Bitcoin wallets on the page: with getters and traps, in a flood, at a path of its own, or under a name that is taken',
    ends: ['page'],
    defence: [
      'host-sdk/src/injected/bitcoin/discovery.ts#readBitcoinWallets',
      'host-sdk/src/injected/bitcoin/functions.ts#functionsOf',
      'host-sdk/src/injected/registry.ts#createRegistry',
    ],
    proof: [bitcoinWallets, 'host-sdk/test/bitcoin.test.ts'],
  },
  {
    id: 'C185',
    title:
      'a Bitcoin wallet answers in another form, or is asked for another account, another network or what it does not have',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/injected/bitcoin/calls.ts#callBitcoin',
      'protocol/src/allowlist/injected-bitcoin-results.ts#injectedBitcoinResults',
      'frame-app/src/modal/features/connect/injected/bitcoin.ts#createBitcoinPart',
    ],
    proof: [bitcoinWallets, 'frame-app/src/modal/features/connect/injected/bitcoin.test.ts'],
  },
  {
    id: 'C186',
    title: 'a Bitcoin wallet offers an address of another network, or one with a wrong checksum',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/bip122/address.ts#readAddress'],
    proof: [
      'frame-app/src/shared/chains/bip122/address.test.ts',
      'frame-app/src/modal/features/connect/injected/bitcoin.test.ts',
      bitcoinFlows,
    ],
  },
  {
    id: 'C187',
    title: 'a server of Bitcoin answers with another address’s balance, with junk, or without end',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/bip122/driver.ts#bip122Driver'],
    proof: ['frame-app/src/shared/chains/bip122/driver.test.ts'],
  },
  {
    id: 'C188',
    title:
      'a page has a Bitcoin transaction signed with a hidden output, an enormous fee, somebody else’s input, or a signature of a part of it',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/bip122/psbt.ts#readPsbt',
      'frame-app/src/modal/host/bitcoin-request.ts#askBitcoin',
    ],
    proof: ['frame-app/src/shared/chains/bip122/psbt.test.ts', bitcoinFlows],
  },
  {
    id: 'C189',
    title:
      'a Bitcoin wallet returns another transaction than it was asked to sign: change swapped, an output more, or unsigned',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/bip122/psbt.ts#checkSigned'],
    proof: ['frame-app/src/shared/chains/bip122/psbt.test.ts', bitcoinFlows],
  },
  {
    id: 'C190',
    title:
      'a paired wallet answers on Bitcoin in another form, or tells of addresses of another network or without end',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/pairing/walletconnect/bitcoin.ts#readAnswer'],
    proof: ['frame-app/src/modal/features/pairing/walletconnect/bitcoin.test.ts'],
  },
  {
    id: 'C377',
    title: 'a paired wallet agrees to switch, or says that it moved, to a network that its session does not grant',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/pairing/walletconnect/session.ts#createSessionConnector'],
    proof: ['frame-app/src/modal/features/pairing/walletconnect/session.test.ts'],
  },
  {
    id: 'C378',
    title: 'a paired wallet answers on EVM with something that is no signature, or no id of a transaction',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/pairing/walletconnect/translations.ts#eip155'],
    proof: ['frame-app/src/modal/features/pairing/walletconnect/session.test.ts'],
  },
  {
    id: 'C251',
    title: 'a Solana wallet that writes the sign-in text itself signs another text, or with another account',
    ends: ['modal', 'page'],
    defence: [
      'frame-app/src/modal/features/sign-in/sign-in-solana.ts#signInWithFeature',
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
    proof: [polkadotWallets],
  },
  {
    id: 'C201',
    title:
      'a wallet of Polkadot answers with something else than a signature or accounts, or is asked what it did not offer',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/injected/injected-web3-calls.ts#callInjected',
      'protocol/src/allowlist/injected-polkadot-results.ts#injectedPolkadotResults',
      'frame-app/src/modal/features/pairing/walletconnect/polkadot.ts#readSignature',
    ],
    proof: [polkadotWallets, polkadotPart, polkadotSession],
  },
  {
    id: 'C202',
    title: 'an SS58 address with a wrong checksum, of another length, or of another kind of chain',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/polkadot/ss58.ts#readSs58',
      'frame-app/src/modal/features/pairing/walletconnect/namespaces.ts#isAddress',
    ],
    proof: ['frame-app/src/shared/chains/polkadot/ss58.test.ts', polkadotPart, polkadotSession],
  },
  {
    id: 'C203',
    title:
      'a page asks for an extrinsic that names another account or network than its request, or lets the wallet change it',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/polkadot/asked.ts#askedPayload'],
    proof: [polkadotPart, polkadotSession],
  },
]

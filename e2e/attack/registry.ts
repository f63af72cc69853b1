/**
 * The attack corpus as a table: every case and every threat, its defence, and the files that prove it. Tests
 * carry their numbers as tags (`@C12`) or in their titles (`[T8]`); the runner compares them with this table.
 */

import { approvals } from './registry/approvals.ts'
import type { Case, End } from './registry/case.ts'
import { custody } from './registry/custody.ts'
import { decoding } from './registry/decoding.ts'
import { accountHistory } from './registry/history.ts'
import { loginChanges } from './registry/logins.ts'
import { modalFrame } from './registry/modal-frame.ts'
import { names } from './registry/names.ts'
import { pageSettings } from './registry/page-settings.ts'
import { pageWallets } from './registry/page-wallets.ts'
import { payments } from './registry/payments.ts'
import { pictures } from './registry/pictures.ts'
import { rotationCases } from './registry/rotation.ts'
import { service } from './registry/service.ts'
import { sessions } from './registry/sessions.ts'
import { smartAccountCases } from './registry/smart-accounts.ts'
import { socialCases } from './registry/social.ts'
import { swapCases } from './registry/swap.ts'

const links: readonly End[] = ['page', 'modal', 'wallet link']
const messages = 'attack/cases/messages.attack.ts'
const calls = 'attack/cases/calls.attack.ts'
const handshake = 'attack/cases/handshake.attack.ts'
const nested = 'specs/nested-frames.spec.ts'
const strangers = 'attack/cases/strangers.attack.ts'
const frame = 'attack/cases/frame.attack.ts'
const host = 'attack/cases/host.attack.ts'
const wallets = 'attack/cases/wallets.attack.ts'
const listing = 'attack/cases/listing.attack.ts'
const pairing = 'attack/cases/pairing.attack.ts'

const walk = 'protocol/src/walk.ts#walk'
const receive = 'protocol/src/channel.ts#receive'
const windowPeer = 'protocol/src/window-peer.ts#listenToWindow'
const nextChild = 'protocol/src/handshake.ts#nextChild'
const nextParent = 'protocol/src/handshake.ts#nextParent'
const parentLink = 'protocol/src/link.ts#openParentLink'

const wire: readonly Case[] = [
  {
    id: 'C01',
    title: 'values that are not messages: null, numbers, lists, dates, maps, errors',
    ends: links,
    defence: ['protocol/src/envelope.ts#Envelope', walk],
    proof: [messages],
  },
  {
    id: 'C02',
    title: 'own keys that name prototypes, at every level',
    ends: links,
    defence: [walk],
    proof: [messages, 'protocol/test/walk.test.ts'],
  },
  {
    id: 'C03',
    title: 'unknown fields; errors name the place, never the value',
    ends: links,
    defence: ['protocol/src/envelope.ts#strictObject', 'protocol/src/parse.ts#parse'],
    proof: [messages, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C04',
    title: 'invalid ids are refused and never echoed',
    ends: links,
    defence: ['protocol/src/envelope.ts#Envelope'],
    proof: [messages, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C05',
    title: 'one id twice: in flight, after its end',
    ends: links,
    defence: ['protocol/src/channel.ts#DUPLICATE_ID', 'protocol/src/channel/serving-state.ts#replayed'],
    proof: [messages, calls, host, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C06',
    title: 'a request of another session',
    ends: links,
    defence: ['protocol/src/channel.ts#STALE_EPOCH', 'host-sdk/src/injected/registry.ts#renew'],
    proof: [messages, handshake, frame, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C07',
    title: 'answers that belong to no request, or are not the contract’s',
    ends: links,
    defence: ['protocol/src/channel.ts#UNKNOWN_ID'],
    proof: [messages, calls, host, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C08',
    title: 'two answers for one id that contradict each other',
    ends: links,
    defence: ['protocol/src/channel/calls.ts#retired'],
    proof: [calls, host, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C09',
    title: 'an answer after the deadline',
    ends: ['page', 'wallet link'],
    defence: ['protocol/src/channel/calls.ts#judge'],
    proof: [calls, 'protocol/test/channel/deadlines.test.ts'],
  },
  {
    id: 'C10',
    title: 'the answer of another type under a live id',
    ends: links,
    defence: ['protocol/src/channel.ts#TYPE_MISMATCH'],
    proof: [calls, host, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C11',
    title: 'errors with extra fields, stacks, codes in text',
    ends: links,
    defence: ['protocol/src/contracts/wire-error.ts#WireError', 'protocol/src/wire-error.ts#fromWireError'],
    proof: [calls, host, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C12',
    title: 'valid messages from another origin, unread',
    ends: links,
    defence: [windowPeer],
    proof: [strangers, handshake, nested, 'protocol/test/link.test.ts'],
  },
  {
    id: 'C13',
    title: 'the right origin from another window',
    ends: links,
    defence: [windowPeer],
    proof: [strangers, handshake],
  },
  {
    id: 'C14',
    title: 'windows without an origin',
    ends: links,
    defence: [windowPeer],
    proof: [strangers, handshake, 'protocol/test/link.test.ts'],
  },
  {
    id: 'C15',
    title: 'origins that look like a listed one',
    ends: ['page', 'modal', 'service'],
    defence: [windowPeer, 'frame-app/src/modal/host/embedder.ts#findEmbedder', 'service/src/frames/headers.ts#source'],
    proof: [strangers, 'protocol/test/link.test.ts'],
  },
  {
    id: 'C16',
    title: 'forged events',
    ends: links,
    defence: [windowPeer, 'protocol/src/transport.ts#isTrusted'],
    proof: [strangers, handshake, 'protocol/test/link.test.ts'],
  },
  {
    id: 'C17',
    title: 'poisoned prototypes',
    ends: ['page'],
    defence: ['protocol/src/natives.ts#readSource', 'protocol/src/natives.ts#postToPort'],
    proof: [wallets],
  },
  {
    id: 'C18',
    title: 'a sibling sends ports every 3 ms',
    ends: ['page', 'modal'],
    defence: [windowPeer, 'host-sdk/src/frame/element.ts#attachShadow'],
    proof: [strangers, handshake, 'protocol/test/link.test.ts', 'protocol/test/handshake.test.ts'],
  },
  {
    id: 'C19',
    title: 'the opener of the page sends ports',
    ends: ['page', 'modal'],
    defence: [windowPeer, 'host-sdk/src/frame/element.ts#attachShadow'],
    proof: [strangers, 'protocol/test/link.test.ts'],
  },
  {
    id: 'C20',
    title: 'a second INIT after the first',
    ends: ['modal', 'wallet link'],
    defence: [nextChild],
    proof: [handshake, host, 'protocol/test/link.test.ts', 'protocol/test/handshake.test.ts'],
  },
  {
    id: 'C21',
    title: 'INIT with another number of ports, or with one of them twice',
    ends: ['modal', 'wallet link'],
    defence: [nextChild],
    proof: [handshake, 'protocol/test/link.test.ts', 'protocol/test/handshake.test.ts'],
  },
  {
    id: 'C22',
    title: 'wrong, missing and replayed nonces',
    ends: links,
    defence: [nextChild, nextParent],
    proof: [handshake, 'protocol/test/link.test.ts', 'protocol/test/handshake.test.ts'],
  },
  {
    id: 'C23',
    title: 'the frame goes to another origin in mid-session',
    ends: ['page'],
    defence: [windowPeer, 'protocol/src/window-peer.ts#postToWindow', 'protocol/src/pulse.ts#probe'],
    proof: [strangers, nested, 'protocol/test/link.test.ts'],
  },
  {
    id: 'C24',
    title: 'the frame reloads while a request waits',
    ends: ['page'],
    defence: [nextParent, 'protocol/src/frames/supervisor.ts#superviseFrame'],
    proof: ['specs/frame-loss.spec.ts', 'protocol/test/link.test.ts'],
  },
  {
    id: 'C25',
    title: 'the frame is removed; destroy twice',
    ends: ['page'],
    defence: ['host-sdk/src/frame/element.ts#onRemoved', 'host-sdk/src/create.ts#isDestroyed'],
    proof: ['specs/frame-loss.spec.ts', 'specs/instance.spec.ts', 'protocol/test/link.test.ts'],
  },
  {
    id: 'C26',
    title: 'the frame dies silently',
    ends: ['page'],
    defence: ['protocol/src/pulse.ts#startPulse'],
    proof: ['specs/frame-loss.spec.ts', frame],
    needs: 'the modal in a window of its own, to be offered where its frame has died twice',
  },
  {
    id: 'C27',
    title: '50 000 small messages',
    ends: links,
    defence: ['protocol/src/pace.ts#createBucket', 'protocol/src/channel.ts#FLOOD'],
    proof: [messages, 'protocol/test/channel/sending.test.ts'],
  },
  {
    id: 'C28',
    title: '64 MB of text, 400 000 objects, too many keys',
    ends: links,
    defence: [walk],
    proof: [messages, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C29',
    title: 'nesting of 17, 1000, 2000 levels',
    ends: links,
    defence: [walk],
    proof: [messages, 'protocol/test/walk.test.ts'],
  },
  { id: 'C30', title: 'cycles', ends: links, defence: [walk], proof: [messages, 'protocol/test/walk.test.ts'] },
  {
    id: 'C31',
    title: 'keys, blobs, buffers, streams, ports',
    ends: links,
    defence: [walk, 'protocol/src/transport.ts#smuggled'],
    proof: [messages, 'protocol/test/channel/receiving.test.ts', 'protocol/test/transport.test.ts'],
  },
  {
    id: 'C32',
    title: 'messages that cannot be deserialised',
    ends: links,
    defence: ['protocol/src/channel.ts#UNREADABLE'],
    proof: [messages, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C33',
    title: 'a sender that passes getters, proxies, functions, symbols',
    ends: ['wallet link'],
    defence: ['protocol/src/channel.ts#prepare'],
    proof: [calls, 'protocol/test/channel/sending.test.ts'],
  },
  {
    id: 'C34',
    title: 'values that only look like JSON; -0 becomes 0',
    ends: links,
    defence: [walk],
    proof: [messages, calls, 'protocol/test/walk.test.ts'],
  },
  {
    id: 'C35',
    title: 'endless names, and names with control and direction marks; signed bytes stay as they are',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/injected/read.ts#readName', 'frame-app/src/shared/format/display-text.ts#toDisplayText'],
    proof: [wallets, host, frame],
  },
  {
    id: 'C36',
    title: 'methods outside the list, misspelt, or named like a prototype’s',
    ends: ['page', 'modal'],
    defence: ['protocol/src/allowlist/index.ts#findMethod', 'host-sdk/src/injected/forward.ts#createForward'],
    proof: [frame, host, 'specs/provider.spec.ts', 'protocol/test/allowlist.test.ts'],
  },
  {
    id: 'C37',
    title: 'invalid addresses and chain ids',
    ends: ['page', 'modal'],
    defence: ['protocol/src/allowlist/eip155.ts#eip155', 'protocol/src/allowlist/injected.ts#injectedEvm'],
    proof: [frame, host, 'protocol/test/allowlist.test.ts'],
  },
  {
    id: 'C38',
    title: 'messages that only the other end may send',
    ends: links,
    defence: ['protocol/src/channel.ts#WRONG_DIRECTION'],
    proof: [messages, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C39',
    title: 'messages before READY and after the end',
    ends: ['page', 'modal'],
    defence: [parentLink, 'frame-app/src/modal/host/handlers.ts#configured', receive],
    proof: [handshake, host, 'protocol/test/channel/receiving.test.ts', 'protocol/test/link.test.ts'],
  },
  {
    id: 'C40',
    title: 'impossible, foreign and reversed versions',
    ends: links,
    defence: ['protocol/src/handshake.ts#commonVersion', 'protocol/src/contracts/handshake.ts#Version', nextChild],
    proof: [handshake, 'protocol/test/handshake.test.ts'],
  },
  {
    id: 'C41',
    title: 'cancelling an unknown request, one request twice, or an answered one',
    ends: links,
    defence: ['protocol/src/channel.ts#cancelled', 'protocol/src/channel/serving-state.ts#nextServing'],
    proof: [messages, calls, host, 'protocol/test/channel/deadlines.test.ts'],
  },
  {
    id: 'C42',
    title: '65 requests at a time',
    ends: links,
    defence: ['protocol/src/channel.ts#BUSY'],
    proof: [calls, frame, host, 'protocol/test/channel/receiving.test.ts'],
  },
  {
    id: 'C43',
    title: 'links that run, load or lie',
    ends: ['page'],
    defence: ['host-sdk/src/links/rule.ts#readLink'],
    proof: ['specs/links.spec.ts'],
  },
  {
    id: 'C44',
    title: 'a link 7 s after the click',
    ends: ['page'],
    defence: ['host-sdk/src/press.ts#hasPress'],
    proof: [frame],
  },
  {
    id: 'C45',
    title: 'wallets that announce changing, throwing, endless and duplicate values',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/injected/read.ts#readAnnouncement', 'host-sdk/src/injected/registry.ts#createRegistry'],
    proof: [wallets],
  },
  {
    id: 'C46',
    title: 'wallets that announce such values through the Wallet Standard',
    ends: ['page'],
    defence: ['host-sdk/src/injected/wallet-standard.ts#readStandardWallet'],
    proof: ['host-sdk/test/standard-wallets.test.ts'],
  },
  {
    id: 'C47',
    title: 'malformed events of wallets',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/injected/events.ts#readPayload',
      'frame-app/src/modal/features/connect/injected/eip155.ts#readEvent',
    ],
    proof: [wallets, host, 'host-sdk/test/forward.test.ts'],
  },
  {
    id: 'C48',
    title: 'an approval that is covered, faded, moved or clicked by script',
    ends: ['wallet'],
    defence: ['frame-app/src/shared/approve/gate.ts#stillMs', 'frame-app/src/shared/approve/watch-gate.ts#watchGate'],
    proof: ['specs/approve-gate.spec.ts'],
  },
  {
    id: 'C49',
    title: 'a page with the strictest policies',
    ends: ['page'],
    defence: ['host-sdk/src/frame/style.ts#replaceSync', 'host-sdk/src/frame/delegate.ts#delegate'],
    proof: ['specs/strict-host/policies.spec.ts'],
  },
  {
    id: 'C50',
    title: 'pages that may not have the frame, each with its own reason',
    ends: ['page', 'service'],
    defence: ['host-sdk/src/link/connection.ts#isAboutFrame', 'service/src/frames/headers.ts#modalDirectives'],
    proof: ['specs/frame-refused.spec.ts', 'specs/strict-host/policies.spec.ts', 'specs/strict-host/framed.spec.ts'],
  },
  {
    id: 'C51',
    title: 'themes with more than design tokens',
    ends: ['page', 'modal'],
    defence: ['protocol/src/contracts/shapes/theme.ts#Colour'],
    proof: [host, frame, 'protocol/test/contracts.test.ts'],
  },
  {
    id: 'C52',
    title: 'a clock that jumps while a call waits',
    ends: ['page', 'wallet link'],
    defence: ['protocol/src/channel/calls.ts#graced'],
    proof: [calls, 'protocol/test/channel/deadlines.test.ts'],
  },
  {
    id: 'C53',
    title: 'the page returns from the back/forward cache',
    ends: ['page', 'modal'],
    defence: ['protocol/src/pulse.ts#suspendedMs', 'frame-app/src/modal/host/page-return.ts#askAllowedAccounts'],
    proof: ['specs/strict-host/bfcache.spec.ts'],
  },
  {
    id: 'C54',
    title: 'two instances on one page',
    ends: ['page'],
    defence: ['host-sdk/src/create.ts#instances', 'host-sdk/src/claim.ts#isClaimed'],
    proof: ['specs/instance.spec.ts', 'specs/strict-host/copies.spec.ts'],
  },
]

const threats: readonly Case[] = [
  {
    id: 'T1',
    title: 'embedding from an origin that is not listed',
    ends: ['service', 'modal'],
    defence: [
      'service/src/frames/headers.ts#modalDirectives',
      'frame-app/src/modal/host/embedder.ts#findEmbedder',
      'protocol/src/window-peer.ts#postToWindow',
    ],
    proof: [
      'specs/frame-refused.spec.ts',
      'specs/strict-host/framed.spec.ts',
      nested,
      strangers,
      'frame-app/src/modal/host/embedder.test.ts',
    ],
  },
  {
    id: 'T2',
    title: 'clickjacking an approval',
    ends: ['wallet'],
    defence: [
      'frame-app/src/shared/approve/gate.ts#next',
      'frame-app/src/shared/approve/watch-gate.ts#watchGate',
      'frame-app/src/wallet/approval/approvals.ts#needsWindow',
      'frame-app/src/wallet/approval/view/ApprovalView.tsx#ApproveGate',
      'frame-app/src/wallet/window/use-armed.ts#useArmed',
    ],
    proof: [
      'specs/approve-gate.spec.ts',
      'frame-app/src/shared/approve/gate.test.ts',
      'frame-app/src/wallet/approval/approvals.test.ts',
      'frame-app/src/wallet/approval/view/approval-place.test.ts',
    ],
  },
  {
    id: 'T3',
    title: 'a page that lies about its name',
    ends: ['modal'],
    defence: ['frame-app/src/modal/home/shell/RequestedBy.tsx#RequestedBy'],
    proof: [host],
  },
  {
    id: 'T4',
    title: 'a flood of requests to sign',
    ends: ['page', 'wallet'],
    defence: [
      'host-sdk/src/injected/forward.ts#REQUEST_PENDING',
      'frame-app/src/wallet/approval/queue.ts#maxWaiting',
      'frame-app/src/wallet/approval/queue.ts#calmUntil',
    ],
    proof: [frame, 'frame-app/src/wallet/approval/queue.test.ts'],
  },
  {
    id: 'T5',
    title: 'script in an honest page',
    ends: ['page', 'key worker'],
    defence: [windowPeer, 'host-sdk/src/create.ts#createInstance', 'frame-app/src/wallet/key-link/surface.ts#surface'],
    proof: [
      wallets,
      strangers,
      'specs/sign-in.spec.ts',
      'specs/one-click.spec.ts',
      'frame-app/src/wallet/key-worker/calls.test.ts',
    ],
  },
  {
    id: 'T6',
    title: 'a changed build',
    ends: ['release'],
    defence: ['service/src/release/seal.ts#sealPage', 'service/src/release/verify.ts#verifyDeployment'],
    proof: ['specs/release.spec.ts', 'service/test/release.test.ts'],
  },
  {
    id: 'T7',
    title: 'the frame attacks the page through the bridge',
    ends: links,
    defence: [receive, 'protocol/src/channel.ts#UNKNOWN_TYPE'],
    proof: [messages, frame],
  },
  {
    id: 'T8',
    title: 'the frame navigates the page',
    ends: ['page'],
    defence: ['host-sdk/src/frame/element.ts#sandbox', 'host-sdk/src/links/phone.ts#isPhone'],
    proof: [frame, 'specs/frame-hardening.spec.ts'],
  },
  {
    id: 'T9',
    title: 'siblings and openers offer their own ports',
    ends: ['page', 'modal'],
    defence: [windowPeer, nextChild, 'host-sdk/src/frame/element.ts#attachShadow'],
    proof: [strangers, handshake, nested],
  },
  {
    id: 'T10',
    title: 'siblings send HELLO in the frame’s name',
    ends: ['page'],
    defence: [windowPeer],
    proof: [strangers, 'protocol/test/link.test.ts'],
  },
  {
    id: 'T11',
    title: 'floods of the window',
    ends: ['page'],
    defence: [windowPeer, 'protocol/src/link.ts#readings'],
    proof: [strangers],
  },
  {
    id: 'T12',
    title: 'other documents talk to the relay of wallets',
    ends: ['page'],
    defence: ['host-sdk/src/injected/relay.ts#createRelay'],
    proof: [wallets, frame],
  },
  {
    id: 'T13',
    title: 'announcements with getters and traps',
    ends: ['page'],
    defence: ['host-sdk/src/injected/read.ts#readAnnouncement'],
    proof: [wallets, 'host-sdk/test/discovery.test.ts'],
  },
  {
    id: 'T14',
    title: 'copied identities, swapped providers',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/injected/registry.ts#disputed', 'host-sdk/src/injected/registry.ts#known'],
    proof: [wallets, 'specs/same-identity.spec.ts', 'host-sdk/test/discovery.test.ts'],
  },
  {
    id: 'T15',
    title: 'pictures that run, load or track',
    ends: ['page', 'modal'],
    defence: ['protocol/src/scalars/values.ts#Icon', 'service/src/frames/headers.ts#modalDirectives'],
    proof: [wallets, host, 'service/test/headers.test.ts'],
  },
  {
    id: 'T16',
    title: 'wallets that answer nonsense, never answer, or throw',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/injected/forward.ts#callWallet',
      'protocol/src/allowlist/injected-results.ts#injectedResults',
    ],
    proof: [wallets, host, 'host-sdk/test/forward.test.ts'],
  },
  {
    id: 'T17',
    title: 'a hostile listing: links, names, pictures and endless answers',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/listed-wallet.ts#readListedWallet',
      'frame-app/src/modal/core/api/listing.ts#readAnswer',
      'frame-app/src/shared/http/bounded.ts#getBounded',
    ],
    proof: [listing, 'frame-app/src/modal/core/api/listing.test.ts'],
  },
  {
    id: 'T18',
    title: 'names that imitate others',
    ends: ['page', 'modal'],
    defence: ['frame-app/src/shared/format/display-text.ts#toDisplayText'],
    proof: [wallets, host, frame, listing, 'host-sdk/test/discovery.test.ts'],
  },
  {
    id: 'T19',
    title: 'nodes that lie about balances and simulations',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/approval/eip155/transaction.ts#evmChainId',
      'frame-app/src/wallet/decode/solana/transaction.ts#isProven',
      'frame-app/src/wallet/approval/view/Amounts.tsx#outlookWords',
    ],
    proof: [
      'frame-app/src/wallet/approval/eip155/lying-node.test.ts',
      'frame-app/src/wallet/decode/solana/transaction.test.ts',
      'frame-app/src/wallet/approval/view/approval-place.test.ts',
    ],
  },
  {
    id: 'T20',
    title: 'nodes that hang, or give endless or deeply nested answers',
    ends: ['modal'],
    defence: ['frame-app/src/shared/http/json-rpc.ts#readText', 'frame-app/src/shared/http/json-rpc.ts#maxWalk'],
    proof: ['specs/chain-reads.spec.ts'],
  },
  {
    id: 'T21',
    title: 'a page learns whether a user has used the frame before',
    ends: ['modal'],
    defence: ['frame-app/src/modal/host/embedder.ts#findEmbedder', 'protocol/src/link.ts#openChildLink'],
    proof: [strangers, host, 'specs/frame-refused.spec.ts'],
  },
  {
    id: 'T22',
    title: 'one user recognised on two sites',
    ends: ['modal'],
    defence: ['frame-app/src/modal/core/storage.ts#createStorage'],
    proof: ['attack/cases/sites.attack.ts', 'frame-app/src/modal/core/storage.test.ts'],
  },
  {
    id: 'T23',
    title: 'a dependency leaks a key or a token',
    ends: ['wallet link'],
    defence: ['protocol/src/channel.ts#prepare', 'protocol/src/channel.ts#outbound'],
    proof: [calls, 'protocol/test/channel/sending.test.ts'],
  },
  {
    id: 'T24',
    title: 'a reload in the middle of a request',
    ends: ['page'],
    defence: [nextParent, 'protocol/src/frames/supervisor.ts#superviseFrame'],
    proof: ['specs/frame-loss.spec.ts'],
  },
  {
    id: 'T25',
    title: 'the page modifies built-ins that the SDK uses',
    ends: ['page'],
    defence: ['protocol/src/natives.ts#readSource', 'protocol/src/natives.ts#postToPort'],
    proof: [wallets],
  },
  {
    id: 'T26',
    title: 'an old protocol',
    ends: ['page', 'modal'],
    defence: ['protocol/src/handshake.ts#commonVersion'],
    proof: [handshake, 'service/test/release.test.ts'],
  },
  {
    id: 'T27',
    title: 'permissions requested in our name',
    ends: ['service', 'page'],
    defence: ['service/src/frames/headers.ts#permissions', 'host-sdk/src/frame/delegate.ts#features'],
    proof: ['specs/harness.spec.ts', 'specs/frame-hardening.spec.ts', 'service/test/headers.test.ts'],
  },
  {
    id: 'T28',
    title: 'windows that Airlock opens: links to other sites, and the wallet’s own window',
    ends: ['page', 'service'],
    defence: ['host-sdk/src/links/open.ts#noopener', 'service/src/frames/headers.ts#windowDirectives'],
    proof: ['specs/links.spec.ts', 'specs/chosen-wallet.spec.ts', 'service/test/headers.test.ts'],
  },
  {
    id: 'T29',
    title: 'a malicious paired wallet: endless or malformed accounts, names, events and answers',
    ends: ['modal', 'page'],
    defence: [
      'frame-app/src/modal/features/pairing/walletconnect/client.ts#checkNoMore',
      'frame-app/src/modal/features/pairing/walletconnect/agreement.ts#readAgreement',
      'frame-app/src/modal/features/pairing/walletconnect/namespaces.ts#readAccount',
      'frame-app/src/modal/features/pairing/walletconnect/namespaces.ts#maxAccounts',
      'frame-app/src/modal/features/pairing/walletconnect/session.ts#readResult',
      'frame-app/src/modal/features/pairing/walletconnect/session.ts#calmed',
      'frame-app/src/modal/features/sign-in/watch-sign-in.ts#lookUps',
    ],
    proof: [
      pairing,
      'specs/one-click.spec.ts',
      'frame-app/test/sign-in.test.ts',
      'frame-app/src/modal/features/pairing/walletconnect/calmed.test.ts',
    ],
  },
  {
    id: 'T30',
    title: 'a frame that nobody sees takes the keyboard of the page',
    ends: ['page'],
    defence: ['host-sdk/src/frame/style.ts#style', 'host-sdk/src/frame/focus-guard.ts#guardFocus'],
    proof: [frame],
  },
]

export const registry: readonly Case[] = [
  ...wire,
  ...sessions,
  ...pageWallets,
  ...modalFrame,
  ...pageSettings,
  ...custody,
  ...loginChanges,
  ...approvals,
  ...decoding,
  ...service,
  ...names,
  ...accountHistory,
  ...pictures,
  ...payments,
  ...socialCases,
  ...smartAccountCases,
  ...swapCases,
  ...rotationCases,
  ...threats,
].sort(byNumber)

function byNumber({ id: one }: Case, { id: other }: Case): number {
  return one[0] === other[0] ? Number(one.slice(1)) - Number(other.slice(1)) : one.localeCompare(other)
}

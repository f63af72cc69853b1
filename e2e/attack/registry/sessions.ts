/** Sessions and sign-ins: the site that they belong to, what they allow, and what the page and its server accept as proof of an account. */
import type { Case } from './case.ts'
import { sites, siwx, siwxServer, universal, universalScopes } from './proofs.ts'

const agreement = 'frame-app/src/modal/features/pairing/walletconnect/agreement'
const namespaces = 'frame-app/src/modal/features/pairing/walletconnect/namespaces'
const storage = 'frame-app/src/modal/core/storage'
const message = 'protocol/src/sign-in/message'
const siwxCheck = 'host-sdk/src/siwx/check.ts'

export const sessions: readonly Case[] = [
  {
    id: 'C55',
    title: 'a paired wallet’s session is used by another origin of the site, or by another project',
    ends: ['modal'],
    defence: [`${storage}.ts#createStorage`, `${agreement}.ts#pickAgreement`],
    proof: [sites, `${storage}.test.ts`, `${agreement}.test.ts`],
  },
  {
    id: 'C56',
    title: 'an origin where the user has not connected is told the embedded wallet’s address',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/login/session.ts#isConnectedHere',
      'frame-app/src/wallet/login/create-account.ts#signedIn',
      'frame-app/src/wallet/login/store.ts#ofHost',
    ],
    proof: [sites, 'e2e/accounts/sites.full.test.ts'],
  },
  {
    id: 'C61',
    title: 'the sign-in of one press signs more than the sign-in view would',
    ends: ['modal'],
    defence: [
      `${message}.ts#readSignInParts`,
      'protocol/src/scalars/line.ts#line',
      'protocol/src/contracts/shapes/sign-in.ts#recap',
    ],
    proof: ['protocol/test/sign-in-message.test.ts', 'frame-app/test/sign-in.test.ts'],
  },
  {
    id: 'C66',
    title: 'a sign-in message names another scheme than the page has',
    ends: ['modal', 'wallet'],
    defence: [`${message}.ts#judge`],
    proof: ['protocol/test/sign-in-message.test.ts'],
  },
  {
    id: 'C67',
    title: 'a paired wallet grants methods that no request may use',
    ends: ['modal'],
    defence: [`${namespaces}.ts#methodsOf`],
    proof: [`${namespaces}.test.ts`, 'frame-app/src/modal/features/pairing/walletconnect/one-click.test.ts'],
  },
  {
    id: 'C97',
    title:
      'a page adds a network of its own, whose node would tell balances, fees and nonces, or asks for permissions without a connection',
    ends: ['modal', 'wallet'],
    defence: [
      'protocol/src/allowlist/added-chain.ts#readAddedChain',
      'frame-app/src/modal/host/rpc-request.ts#addChain',
      'frame-app/src/wallet/provider/safe.ts#permissions',
    ],
    proof: ['frame-app/test/rpc-request.test.ts', 'frame-app/src/wallet/provider/provider.test.ts'],
  },
  {
    id: 'C210',
    title: 'a signed message is handed in a second time',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/index.ts#waiting', 'host-sdk/src/siwx/server/store.ts#add'],
    proof: [siwx, siwxServer],
  },
  {
    id: 'C211',
    title: 'a message has a nonce that the server has not made, or an old one',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/nonce.ts#createNonces'],
    proof: [siwxServer],
  },
  {
    id: 'C212',
    title: 'a signature for another site, network, account or time counts as a sign-in',
    ends: ['page'],
    defence: [`${siwxCheck}#checkMessage`],
    proof: [siwx, siwxServer, 'host-sdk/test/siwx-verify.test.ts'],
  },
  {
    id: 'C213',
    title: 'a node, or a contract account, makes whoever verifies a signature ask an address of its choice',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/verify/eip155-contract.ts#askNode', 'host-sdk/contracts/SignatureValidator.sol#check'],
    proof: ['host-sdk/test/siwx-verify.test.ts'],
  },
  {
    id: 'C214',
    title: 'another site signs a user in or out at the page’s server',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/http.ts#createAnswers'],
    proof: [siwxServer],
  },
  {
    id: 'C215',
    title: 'a sign-in cookie is forged, altered, or used after its user has signed out',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/cookie.ts#createCookies', 'host-sdk/src/siwx/server/keys.ts#keyOf'],
    proof: [siwxServer],
  },
  {
    id: 'C337',
    title: 'a request ends the server of a page that signs users in, by its method, its length or a cut upload',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/node.ts#answerTo', 'host-sdk/src/siwx/server/http.ts#createAnswers'],
    proof: ['host-sdk/test/siwx-node.test.ts', siwxServer],
  },
  {
    id: 'C338',
    title: 'one account signs in under several names',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/verify/index.ts#canonicalAddress', 'host-sdk/src/siwx/server/index.ts#toKept'],
    proof: [siwxServer],
  },
  {
    id: 'C216',
    title: 'a page that never ends a session keeps the user connected',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/sign-in/watch-sign-in.ts#endSessions'],
    proof: ['frame-app/test/sign-out.test.ts'],
  },
  {
    id: 'C217',
    title: 'a page that signs in and out without end in one tab floods its other tabs',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/sign-in/watch-sign-in.ts#follow'],
    proof: ['frame-app/test/sign-out.test.ts'],
  },
  {
    id: 'C383',
    title: 'a page goes on with what the wallet’s window has kept, by a made-up key or after the user has signed out',
    ends: ['wallet', 'modal'],
    defence: [
      'frame-app/src/wallet/login/kept.ts#lookInWindow',
      'frame-app/src/wallet/login/kept.ts#takeUp',
      'frame-app/src/modal/session/reconnect-hints.ts#withKept',
    ],
    proof: ['frame-app/src/wallet/login/login.test.ts', 'frame-app/test/email-login.test.ts'],
  },
  {
    id: 'C384',
    title: 'a site gets what the wallet’s window has kept for another site',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/login/kept.ts#sealing', 'frame-app/src/wallet/login/kept.ts#lookInWindow'],
    proof: ['frame-app/src/wallet/login/login.test.ts'],
  },
  {
    id: 'C361',
    title: 'a page names a function of a session by another one with the same selector',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/requests/smart-session/intent.ts#named'],
    proof: ['frame-app/src/wallet/requests/smart-session/sessions.test.ts'],
  },
  {
    id: 'C230',
    title:
      'a library asks for a session with values that are no scopes, that change while they are read, or without end',
    ends: ['page'],
    defence: ['host-sdk/src/universal/scopes.ts#readRequest', 'host-sdk/src/conform.ts#copyOf'],
    proof: [universal, universalScopes],
  },
  {
    id: 'C231',
    title: 'a library calls a network or a method that its session does not have',
    ends: ['page'],
    defence: ['host-sdk/src/universal/invoke.ts#networkFor', 'host-sdk/src/universal/grant.ts#grant'],
    proof: [universal, universalScopes],
  },
  {
    id: 'C232',
    title: 'a script writes a session into the storage of the page',
    ends: ['page'],
    defence: ['host-sdk/src/universal/storage.ts#readAll', 'host-sdk/src/universal/sessions.ts#isHeld'],
    proof: [universal],
  },
  {
    id: 'C233',
    title: 'a transaction reaches an injected wallet on another network than the one that was called',
    ends: ['page'],
    defence: ['host-sdk/src/providers/scoped.ts#bind', 'host-sdk/src/providers/scoped.ts#turns'],
    proof: ['host-sdk/test/scoped.test.ts'],
  },
]

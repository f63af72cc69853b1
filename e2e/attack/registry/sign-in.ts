/** Signing in with a message: what the page and its server accept as proof of an account. */
import type { Case } from './case.ts'

const page = 'host-sdk/test/siwx.test.ts'
const check = 'host-sdk/src/siwx/check.ts'

const server = 'host-sdk/test/siwx-server.test.ts'

export const signIns: readonly Case[] = [
  {
    id: 'C210',
    title: 'a signed message is handed in a second time',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/index.ts#waiting', 'host-sdk/src/siwx/server/store.ts#add'],
    proof: [page, server],
  },
  {
    id: 'C211',
    title: 'a message has a nonce that the server has not made, or an old one',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/nonce.ts#createNonces'],
    proof: [server],
  },
  {
    id: 'C212',
    title: 'a signature for another site, network, account or time counts as a sign-in',
    ends: ['page'],
    defence: [`${check}#checkMessage`],
    proof: [page, server, 'host-sdk/test/siwx-verify.test.ts'],
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
    title: 'another site signs a visitor in or out at the page’s server',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/http.ts#createAnswers'],
    proof: [server],
  },
  {
    id: 'C215',
    title: 'a sign-in cookie is forged, altered, or used after its visitor has signed out',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/cookie.ts#createCookies', 'host-sdk/src/siwx/server/keys.ts#keyOf'],
    proof: [server],
  },
  {
    id: 'C337',
    title: 'a request ends the server of a page that signs visitors in, by its method, its length or a cut upload',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/server/node.ts#answerTo', 'host-sdk/src/siwx/server/http.ts#createAnswers'],
    proof: ['host-sdk/test/siwx-node.test.ts', server],
  },
  {
    id: 'C338',
    title: 'one account signs in under several names',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/verify/index.ts#canonicalAddress', 'host-sdk/src/siwx/server/index.ts#toKept'],
    proof: [server],
  },
  {
    id: 'C216',
    title: 'a page that never ends a session keeps the visitor connected',
    ends: ['modal'],
    defence: ['frame-app/src/modal/flows/sign-in.ts#endSessions'],
    proof: ['frame-app/test/sign-out.test.ts'],
  },
  {
    id: 'C217',
    title: 'a page that signs in and out without end in one tab floods its other tabs',
    ends: ['modal'],
    defence: ['frame-app/src/modal/flows/sign-in.ts#follow'],
    proof: ['frame-app/test/sign-out.test.ts'],
  },
]

/** Signing in with a message: what the page and its server accept as proof of an account. */
import type { Case } from './case.ts'

const page = 'host-sdk/test/siwx.test.ts'
const check = 'host-sdk/src/siwx/check.ts'

export const signIns: readonly Case[] = [
  {
    id: 'C210',
    title: 'a signed message is handed in a second time',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/index.ts#waiting'],
    proof: [page],
  },
  {
    id: 'C212',
    title: 'a signature for another site, network, account or time counts as a sign-in',
    ends: ['page'],
    defence: [`${check}#checkMessage`],
    proof: [page],
  },
  {
    id: 'C213',
    title: 'a node, or a contract account, makes whoever verifies a signature ask an address of its choice',
    ends: ['page'],
    defence: ['host-sdk/src/siwx/verify/eip155-contract.ts#askNode', 'host-sdk/contracts/SignatureValidator.sol#check'],
    proof: ['host-sdk/test/siwx-verify.test.ts'],
  },
]

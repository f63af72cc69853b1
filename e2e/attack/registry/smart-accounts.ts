/** Several calls at once, delegation and smart accounts of the embedded wallet. */
import type { Case } from './case.ts'

const wallet = 'frame-app/src/wallet'
const batches = `${wallet}/batches/batches.test.ts`
const sign = `${wallet}/key-worker/signing/sign.test.ts`

export const smartAccountCases: readonly Case[] = [
  {
    id: 'C264',
    title: 'a delegation of the account to a contract that is not in the wallet’s list',
    ends: ['key worker'],
    defence: [`${wallet}/key-worker/signing/evm.ts#isDelegate`, `${wallet}/signing/implementations.ts#isDelegate`],
    proof: [sign],
  },
  {
    id: 'C265',
    title: 'a delegation that is valid on every network (chain id 0)',
    ends: ['key worker'],
    defence: [`${wallet}/signing/request.ts#EvmBatch`],
    proof: [sign],
  },
  {
    id: 'C266',
    title: 'a call of a batch that the approval does not show, or shows without its amount',
    ends: ['wallet'],
    defence: [
      `${wallet}/decode/eip155/batch.ts#readBatch`,
      `${wallet}/decode/eip155/known-calls.ts#expectOwnCode`,
      `${wallet}/decode/eip155/transaction.ts#isPaidBeside`,
    ],
    proof: [batches, `${wallet}/decode/eip155/transaction.test.ts`],
  },
  {
    id: 'C267',
    title: 'a batch with more calls than anybody reads',
    ends: ['wallet'],
    defence: [`${wallet}/batches/request.ts#mostCalls`],
    proof: [batches],
  },
  {
    id: 'C268',
    title: 'calls that are sent twice under one id, or the status of calls of another page',
    ends: ['wallet'],
    defence: [`${wallet}/batches/sent-batches.ts#isOf`, `${wallet}/batches/prepare.ts#expectNew`],
    proof: [batches],
  },
  {
    id: 'C269',
    title: 'a user operation disguised as typed data',
    ends: ['wallet', 'key worker'],
    defence: [
      `${wallet}/decode/eip155/typed-data-intent.ts#isEntryPoint`,
      `${wallet}/key-worker/signing/evm.ts#isEntryPoint`,
    ],
    proof: [sign, `${wallet}/decode/eip155/typed-data.test.ts`],
  },
  {
    id: 'C272',
    title: 'a node or a network without the contract of smart accounts, where calls would be lost silently',
    ends: ['wallet'],
    defence: [`${wallet}/batches/delegation.ts#codeHash`],
    proof: [batches],
  },
]

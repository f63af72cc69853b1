/** Several calls at once, delegation and smart accounts of the embedded wallet. */
import type { Case } from './case.ts'

const wallet = 'frame-app/src/wallet'
const batches = `${wallet}/requests/calls/calls.test.ts`
const sponsored = `${wallet}/requests/operation/sponsored.test.ts`
const evil = `${wallet}/requests/operation/evil-sponsor.full.test.ts`
const sessions = `${wallet}/requests/smart-session/sessions.test.ts`
const attempts = `${wallet}/requests/smart-session/attempts.full.test.ts`
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
      `${wallet}/decode/eip155/call-table.ts#expectOwnCode`,
      `${wallet}/decode/eip155/transaction.ts#isPaidBeside`,
    ],
    proof: [batches, `${wallet}/decode/eip155/transaction.test.ts`],
  },
  {
    id: 'C267',
    title: 'a batch with more calls than anybody reads',
    ends: ['wallet'],
    defence: [`${wallet}/requests/calls/request.ts#mostCalls`],
    proof: [batches],
  },
  {
    id: 'C268',
    title: 'calls that are sent twice under one id, or the status of calls of another page',
    ends: ['wallet'],
    defence: [`${wallet}/approval/eip155/sent-batches.ts#isOf`, `${wallet}/requests/calls/calls.ts#expectNew`],
    proof: [batches],
  },
  {
    id: 'C269',
    title: 'a user operation or a delegation disguised as typed data',
    ends: ['wallet', 'key worker'],
    defence: [
      `${wallet}/decode/eip155/typed-data-intent.ts#isOutOfReach`,
      `${wallet}/key-worker/signing/evm.ts#isOutOfReach`,
    ],
    proof: [sign, `${wallet}/decode/eip155/typed-data.test.ts`],
  },
  {
    id: 'C270',
    title: 'a paymaster or a bundler that adds fields to a user operation, or sets its calls, account, number or fee',
    ends: ['wallet'],
    defence: [
      `${wallet}/approval/eip155/sponsor.ts#Paying`,
      `${wallet}/requests/operation/user-operation.ts#fillOperation`,
    ],
    proof: [evil, sponsored],
  },
  {
    id: 'C271',
    title: 'a user operation that a bundler has changed after it was signed',
    ends: ['wallet', 'key worker'],
    defence: [`${wallet}/signing/operation.ts#operationData`, `${wallet}/key-worker/signing/evm.ts#signEvmOperation`],
    proof: [evil, sign],
  },
  {
    id: 'C300',
    title: 'a user operation without a sponsor, or with more gas than it may have',
    ends: ['wallet', 'key worker'],
    defence: [
      `${wallet}/signing/request.ts#EvmOperation`,
      `${wallet}/requests/operation/user-operation.ts#fillOperation`,
    ],
    proof: [evil, sign],
  },
  {
    id: 'C301',
    title: 'a sponsor that declines, or declines late, so that the account pays without being told',
    ends: ['wallet'],
    defence: [
      `${wallet}/requests/calls/calls.ts#notSponsored`,
      `${wallet}/requests/operation/operation.ts#createOperations`,
    ],
    proof: [evil],
  },
  {
    id: 'C302',
    title: 'calls that a bundler refuses and sends nevertheless, beside those that replace them',
    ends: ['wallet'],
    defence: [`${wallet}/requests/operation/user-operation.ts#nextOperation`],
    proof: [evil],
  },
  {
    id: 'C303',
    title: 'a bundler that lies about what has become of calls, or hides it',
    ends: ['wallet'],
    defence: [
      `${wallet}/provider/answers/operation-status.ts#lookUp`,
      `${wallet}/provider/answers/operation-status.ts#readReceipt`,
    ],
    proof: [evil],
  },
  {
    id: 'C304',
    title: 'a page that takes the code of a smart account away, or an authorization of the zero address by another way',
    ends: ['wallet', 'key worker'],
    defence: [
      `${wallet}/provider/provider.ts#undelegate`,
      `${wallet}/key-worker/signing/evm.ts#signEvmUndelegation`,
      `${wallet}/signing/request.ts#EvmUndelegation`,
    ],
    proof: [sign, `${wallet}/provider/provider.test.ts`],
  },
  {
    id: 'C305',
    title: 'a page that names a paymaster which the project does not list',
    ends: ['wallet'],
    defence: [`${wallet}/approval/eip155/sponsor.ts#readSponsor`, 'service/src/frames/headers.ts#sponsorUrls'],
    proof: [sponsored, 'service/test/headers.test.ts'],
  },
  {
    id: 'C272',
    title: 'a node or a network without the contract of smart accounts, where calls would be lost silently',
    ends: ['wallet'],
    defence: [`${wallet}/approval/eip155/delegation.ts#codeHash`],
    proof: [batches],
  },
  {
    id: 'C380',
    title: 'a bundler whose answer to a page holds more than was asked, or tells of another operation',
    ends: ['wallet'],
    defence: [`${wallet}/provider/answers/bundler.ts#askBundler`, `${wallet}/provider/answers/bundler.ts#questions`],
    proof: [sponsored],
  },
  {
    id: 'C381',
    title: 'a user operation of the page’s own making, which the wallet would send or ask its user about',
    ends: ['modal', 'wallet'],
    defence: ['protocol/src/allowlist/eip155.ts#eip155', 'protocol/src/allowlist/refused.ts#refused'],
    proof: [`${wallet}/provider/provider.test.ts`, 'frame-app/test/rpc-request.test.ts'],
  },
  {
    id: 'C306',
    title: 'a smart session that calls another contract or function, or spends more than its limit',
    ends: ['wallet', 'key worker'],
    defence: [`${wallet}/signing/session.ts#caveats`],
    proof: [attempts],
  },
  {
    id: 'C307',
    title: 'a smart session after its end',
    ends: ['wallet', 'key worker'],
    defence: [`${wallet}/signing/session.ts#until`],
    proof: [attempts],
  },
  {
    id: 'C308',
    title: 'a smart session after its revocation, and a revocation by somebody else',
    ends: ['wallet'],
    defence: [`${wallet}/requests/smart-session/context.ts#disableDelegation`],
    proof: [attempts],
  },
  {
    id: 'C309',
    title: 'a smart session in other hands, with other limits, on another network, or of an account without its code',
    ends: ['wallet', 'key worker'],
    defence: [`${wallet}/signing/session.ts#typedDelegation`],
    proof: [attempts, sign],
  },
  {
    id: 'C310',
    title: 'a smart session without one of its limits, for everybody, or one that could free itself of them',
    ends: ['key worker'],
    defence: [`${wallet}/signing/session.ts#isOutOfReach`, `${wallet}/key-worker/signing/evm.ts#delegationOf`],
    proof: [sign, attempts],
  },
  {
    id: 'C311',
    title: 'a smart session that is missing in the list of its user',
    ends: ['wallet'],
    defence: [`${wallet}/requests/smart-session/grant.ts#finishGrant`],
    proof: [sessions],
  },
  {
    id: 'C312',
    title: 'a page that asks for a smart session with limits that no contract enforces, or without some',
    ends: ['wallet'],
    defence: [`${wallet}/requests/smart-session/request.ts#readSession`],
    proof: [sessions],
  },
  {
    id: 'C313',
    title: 'reading or ending the smart sessions of another account, or recording one for a page that is not listed',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/smart-sessions.ts#requireOwn',
      'service/src/wallet/domain/smart-sessions.ts#requireOrigin',
    ],
    proof: ['service/test/wallet/smart-sessions.test.ts'],
  },
  {
    id: 'C314',
    title: 'a page that reads the smart sessions of another page, and a service that lies about a revocation',
    ends: ['wallet'],
    defence: [
      `${wallet}/provider/answers/sessions.ts#grantedOn`,
      `${wallet}/requests/smart-session/network.ts#readRevoked`,
    ],
    proof: [sessions],
  },
  {
    id: 'C315',
    title: 'a transaction that brings a revoked smart session back',
    ends: ['wallet'],
    defence: [`${wallet}/decode/eip155/call-table.ts#restoresSession`],
    proof: [sessions],
  },
  {
    id: 'C356',
    title: 'a call that is blocked, wrapped into a call of the account’s own code that the wallet does not read',
    ends: ['wallet'],
    defence: [
      `${wallet}/decode/eip155/call-table.ts#readSingle`,
      `${wallet}/decode/eip155/transaction.ts#contractIsAccount`,
    ],
    proof: ['frame-app/src/wallet/decode/eip155/transaction.test.ts'],
  },
  {
    id: 'C333',
    title:
      'a service that lists a smart session with other limits or another end, or one that the account has not signed',
    ends: ['wallet'],
    defence: [
      `${wallet}/provider/answers/sessions.ts#isLimitedSo`,
      `${wallet}/requests/smart-session/context.ts#isSignedFor`,
    ],
    proof: [sessions],
  },
  {
    id: 'C334',
    title: 'a revocation on another network than that of the smart session, where it ends nothing and is paid for',
    ends: ['wallet'],
    defence: [`${wallet}/requests/smart-session/revocation.ts#networkOfRevocation`],
    proof: [sessions],
  },
  {
    id: 'C336',
    title: 'a node that denies a smart session or calls it revoked, so that its user does not revoke it',
    ends: ['wallet'],
    defence: [
      `${wallet}/requests/smart-session/context.ts#recoverTypedDataAddress`,
      `${wallet}/requests/smart-session/network.ts#readRevoked`,
    ],
    proof: [sessions],
  },
]

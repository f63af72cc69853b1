/** The embedded wallet's decoding of signing requests. */
import type { Case } from './case.ts'

const decode = 'frame-app/src/wallet/decode'
const approval = 'frame-app/src/wallet/approval'

export const decoding: readonly Case[] = [
  {
    id: 'C376',
    title: 'one of two nodes lies about the network of a Solana transaction, or about the decimals of its token',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/approval/solana/network-of.ts#isOfNetwork',
      'frame-app/src/wallet/approval/solana/node.ts#createNode',
      'frame-app/src/wallet/requests/transaction/prepare-solana.ts#readTokens',
    ],
    proof: ['frame-app/src/wallet/requests/transaction/solana.test.ts'],
  },
  {
    id: 'C360',
    title:
      'a node lies about a lookup table, and so decides recipient and token of a Solana transaction without a word',
    ends: ['wallet'],
    defence: [
      `${decode}/solana/transaction.ts#byTable`,
      'frame-app/src/wallet/requests/transaction/prepare-solana.ts#readTables',
    ],
    proof: [
      'frame-app/src/wallet/decode/solana/transaction.test.ts',
      'frame-app/src/wallet/requests/transaction/solana.test.ts',
    ],
  },
  {
    id: 'C357',
    title: 'typed data whose empty lists, such as no limits, are not shown',
    ends: ['wallet'],
    defence: [`${decode}/eip155/typed-data-intent.ts#isEmpty`],
    proof: ['frame-app/src/wallet/decode/eip155/typed-data.test.ts'],
  },
  {
    id: 'C76',
    title: 'a text or typed data that another service takes for a login, a key or a vote, signed inside the modal',
    ends: ['wallet'],
    defence: [
      `${decode}/intent.ts#needsOwnWindow`,
      `${decode}/site.ts#namesOtherSite`,
      `${decode}/eip155/typed-data-intent.ts#forService`,
    ],
    proof: [
      'frame-app/src/wallet/approval/approvals.test.ts',
      `${decode}/message.test.ts`,
      `${decode}/site.test.ts`,
      `${decode}/eip155/typed-data.test.ts`,
    ],
  },
  {
    id: 'C77',
    title: 'a text that is signed with characters that are not shown, or is cut without a warning',
    ends: ['wallet'],
    defence: [
      'frame-app/src/shared/format/display-text.ts#toVisible',
      `${decode}/text.ts#readLines`,
      `${decode}/intent.ts#cutShort`,
    ],
    proof: [
      `${decode}/message.test.ts`,
      `${decode}/eip155/typed-data.test.ts`,
      'frame-app/src/shared/format/format.test.ts',
    ],
  },
  {
    id: 'C78',
    title: 'typed data whose digest leaves out a struct because of its name',
    ends: ['wallet'],
    defence: [`${decode}/eip155/typed-data.ts#identifier`],
    proof: [`${decode}/eip155/typed-data.test.ts`],
  },
  {
    id: 'C79',
    title: 'a text of the wallet’s own protocol, signed for a page',
    ends: ['wallet'],
    defence: ['protocol/src/wallet-service/texts.ts#reservedOpenings', `${decode}/message.ts#isReserved`],
    proof: [`${decode}/message.test.ts`, `${decode}/solana/message.test.ts`],
  },
  {
    id: 'C80',
    title: 'an allowance that is lowered slightly and shown as revoked, or raised and shown as the total',
    ends: ['wallet'],
    defence: [`${decode}/eip155/call-table.ts#lowerAllowance`],
    proof: [`${decode}/eip155/transaction.test.ts`],
  },
  {
    id: 'C83',
    title: 'a mistyped address whose checksum is wrong',
    ends: ['wallet'],
    defence: [`${decode}/eip155/transaction.ts#checkedAddress`],
    proof: ['frame-app/src/wallet/approval/approvals.test.ts', `${decode}/eip155/typed-data.test.ts`],
  },
  {
    id: 'C382',
    title:
      'a transaction of an unknown type, or with fields that contradict each other, signed as one that means something else',
    ends: ['modal', 'wallet'],
    defence: ['protocol/src/allowlist/transaction.ts#SentTransaction'],
    proof: [
      'protocol/src/allowlist/explain.test.ts',
      'frame-app/src/wallet/approval/approvals.test.ts',
      'frame-app/test/rpc-request.test.ts',
    ],
  },
  {
    id: 'C91',
    title: 'typed data without a type of its domain, which one library signs with the domain and another without',
    ends: ['wallet'],
    defence: [`${decode}/eip155/typed-data.ts#domainTypeOf`],
    proof: [`${decode}/eip155/typed-data.test.ts`],
  },
  {
    id: 'C92',
    title: 'a key that goes down in the host and clicks Approve with a focus that the host has just handed over',
    ends: ['wallet link'],
    defence: ['frame-app/src/shared/approve/gate.ts#frameFocusSince'],
    proof: ['frame-app/src/shared/approve/gate.test.ts'],
  },
  {
    id: 'C98',
    title: 'typed data that is asked for under an older version, which libraries hash in another way',
    ends: ['wallet'],
    defence: [`${decode}/eip155/typed-data.ts#checkThird`],
    proof: [`${decode}/eip155/typed-data.test.ts`],
  },
  {
    id: 'C177',
    title: 'a swapped token has the name of another, or a name that continues the sentence about the swap',
    ends: ['wallet'],
    defence: [`${approval}/eip155/swaps.ts#isNameOfAnother`, `${approval}/view/SwapHeadline.tsx#oddName`],
    proof: [`${approval}/eip155/swaps.test.ts`, `${approval}/view/approval-view.test.ts`],
  },
  {
    id: 'C178',
    title: 'a call is shown as an ordinary swap, although it does more, is for another, or guarantees next to nothing',
    ends: ['wallet'],
    defence: [
      `${decode}/eip155/swap.ts#readSwapIntent`,
      `${approval}/eip155/swaps.ts#isFarBelow`,
      `${approval}/unnamed-losses.ts#least`,
    ],
    proof: [`${decode}/eip155/swap.test.ts`, `${approval}/eip155/swaps.test.ts`, `${approval}/unnamed-losses.test.ts`],
  },
]

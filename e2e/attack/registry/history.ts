/** The history of accounts: hostile nodes, tokens, senders and cursors. */
import type { Case } from './case.ts'
import { history, indexer } from './proofs.ts'

export const accountHistory: readonly Case[] = [
  {
    id: 'C109',
    title: 'a contract or a node writes malformed logs, to stop the index or to add false transfers',
    ends: ['service'],
    defence: [
      'service/src/gateway/indexer/transfers.ts#readTransfers',
      'service/src/gateway/indexer/rows.ts#toIndexedBlock',
    ],
    proof: [indexer],
  },
  {
    id: 'C110',
    title: 'address poisoning: a zero-amount transfer puts a look-alike of a known address into a history',
    ends: ['service'],
    defence: ['service/src/gateway/indexer/rows.ts#legsByAccount'],
    proof: [indexer],
  },
  {
    id: 'C111',
    title: 'a cursor that the gateway did not write',
    ends: ['service'],
    defence: ['service/src/gateway/history/cursor.ts#readCursor', 'service/src/gateway/history/history.ts#openLanes'],
    proof: [history],
  },
  {
    id: 'C112',
    title: 'a token whose name, symbol or decimals mislead, break a list, or fill it',
    ends: ['service'],
    defence: [
      'service/src/gateway/eip155/describe.ts#describe',
      'service/src/gateway/tokens/spam.ts#isSpam',
      'service/src/gateway/tokens/directory.ts#createTokenDirectory',
    ],
    proof: [history],
  },
  {
    id: 'C113',
    title: 'a node answers with receipts of another block, or from another network',
    ends: ['service'],
    defence: ['service/src/gateway/indexer/reader.ts#join', 'service/src/gateway/indexer/reader.ts#verify'],
    proof: [indexer],
  },
  {
    id: 'C114',
    title: 'a stalled process writes to the index after its successor',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/index-writer.ts#moveTip'],
    proof: ['service/test/store/gateway-stores.test.ts', 'service/test/gateway/gateway-postgres.full.test.ts'],
  },
  {
    id: 'C176',
    title: 'a transfer that the account did not make is offered to be sent again, to an address like a known one',
    ends: ['modal', 'service'],
    defence: [
      'service/src/gateway/history/payment.ts#paymentOf',
      'frame-app/src/modal/features/ledger/state/activity-rules.ts#readEntries',
    ],
    proof: [history, 'frame-app/src/modal/features/ledger/state/activity-rules.test.ts'],
  },
  {
    id: 'C180',
    title: 'a contract or a token fakes the payout of a swap: a higher amount, or another recipient',
    ends: ['service'],
    defence: ['service/src/gateway/indexer/coins.ts#readPayout', 'service/src/gateway/indexer/coins.ts#readWrapping'],
    proof: ['service/test/gateway/indexer-coins.test.ts'],
  },
  {
    id: 'C140',
    title: 'a gateway mixes rows of another network, malformed rows, and spam into a list',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/gateway.ts#fetchBalances',
      'frame-app/src/modal/features/ledger/state/activity-rules.ts#readEntries',
    ],
    proof: ['e2e/world/hosted-api/client.test.ts'],
  },
  {
    id: 'C141',
    title: 'an active approval is shown as a small amount, or as revoked',
    ends: ['modal', 'service'],
    defence: [
      'service/src/gateway/history/approval.ts#approvalOf',
      'frame-app/src/modal/features/ledger/state/known-calls.ts#readCall',
      'frame-app/src/modal/features/activity/view/words.ts#wordsOf',
    ],
    proof: [
      'service/test/gateway/approval.test.ts',
      'frame-app/src/modal/features/ledger/state/known-calls.test.ts',
      'frame-app/src/modal/features/activity/view/words.test.ts',
    ],
  },
]

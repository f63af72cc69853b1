import type { Sent, SentLog } from '../../src/wallet/approval/eip155/nonces.ts'
import type { BatchLog } from '../../src/wallet/approval/eip155/sent-batches.ts'
import { createLoginStore } from '../../src/wallet/login/store.ts'

/** What the tabs of a partition have sent, in memory. */
export function createSentLog(): SentLog {
  let all: readonly Sent[] = []
  return {
    read: () => all,
    write(next) {
      all = next
    },
  }
}

/** The calls that they have sent, as they are stored. */
export function createBatchLog(): BatchLog {
  const store = createLoginStore('test', 'https://app.example', undefined)
  return {
    read: () => store.read('sentBatches') ?? [],
    write: (all) => store.write('sentBatches', all),
  }
}

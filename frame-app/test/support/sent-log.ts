import type { Sent, SentLog } from '../../src/wallet/approval/eip155/nonces.ts'

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

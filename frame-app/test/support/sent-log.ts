/** What the tabs of a partition have sent, and what the wallet service keeps for them, in memory. */
import { type SmartSession, sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import * as z from 'zod/mini'
import type { Sent, SentLog } from '../../src/wallet/approval/eip155/nonces.ts'
import type { BatchLog } from '../../src/wallet/approval/eip155/sent-batches.ts'
import type { CallService } from '../../src/wallet/approval/eip155/tools.ts'
import { ServiceRefusal } from '../../src/wallet/custody/service.ts'
import { createLoginStore } from '../../src/wallet/login/store.ts'

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

/** The records of smart sessions that the wallet service keeps, behind the same calls. */
export function createSessionService() {
  const rows: (SmartSession & { account: string })[] = []
  const state = { isReachable: true }
  const answer = (path: string, account: string, request: unknown): unknown => {
    if (!state.isReachable) throw new ServiceRefusal('UNREACHABLE')
    if (path === sessionEndpoints.smartSessionRevoke.path) {
      const { pci } = z.parse(sessionEndpoints.smartSessionRevoke.request, request)
      for (const row of rows) if (row.pci === pci) row.revokedAt = Math.floor(Date.now() / 1000)
      return { ok: true }
    }
    const added = z.safeParse(sessionEndpoints.smartSessionAdd.request, request)
    if (!added.success) return { pcis: rows.filter((row) => row.account === account) }
    const { url, ...rest } = added.data
    const pci = `pci-0000000000000000000${rows.length}`
    const project = { id: 'p', name: 'app', url, iconUrl: null }
    rows.push({ ...rest, project, pci, createdAt: 1, revokedAt: null, account })
    return { pci }
  }
  const call: CallService = async (endpoint, { path = {}, request }) =>
    endpoint.response.parse(answer(endpoint.path, path['account'] ?? '', request)) as never // as: parsed by its schema
  return { call, rows, state }
}

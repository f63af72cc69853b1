/**
 * Users, devices and tabs around one service, and what can go wrong between them: a tab dies before or after any step of its own, so that
 * what it asked for was done or was not, and nobody has heard the answer.
 */
import { type Custody, openReplacement, openWallet } from '../../src/wallet/custody/open-wallet.ts'
import type { CustodyService, EscrowService } from '../../src/wallet/custody/service.ts'
import type { KeyWorkerCalls } from '../../src/wallet/key-link/surface.ts'
import { openVault } from '../../src/wallet/key-worker/vault.ts'
import { startCalls } from './key-worker.ts'
import type { TestService } from './wallet-service.ts'

/** At which of its own steps a tab dies, counted from 0, and whether the step was done. */
export interface Death {
  readonly step: number
  readonly isDone: boolean
}
export class Died extends Error {
  override readonly name = 'Died'
}

let partitions = 0

/** Browser storage of one host site. Its tabs share it, and the lock, if the browser has one. */
export function createPartition({ hasLocks = true } = {}) {
  const name = `custody-${partitions++}`
  let last: Promise<unknown> = Promise.resolve()
  const alone: Custody['alone'] = (_, work) => {
    if (!hasLocks) return work()
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
  return { vault: () => openVault(name), alone }
}
export type Partition = ReturnType<typeof createPartition>

/** What else happens before a step of a tab. */
export interface Meanwhile {
  readonly step: number
  readonly happens: () => Promise<unknown>
}

interface Visit {
  readonly death?: Death | undefined
  readonly meanwhile?: Meanwhile
  /** That somebody has pressed for. */
  readonly passkey?: Custody['passkey']
  readonly signal?: AbortSignal
}

/** One tab from its start to an address, or to its death. Each start has a Worker of its own. */
export async function visit(service: TestService, userId: string, partition: Partition, options: Visit = {}) {
  const { custody, calls, steps } = await openTab(service, userId, partition, options)
  const addresses = await openWallet(custody)
  return { addresses, steps: steps(), calls }
}

/** One tab that opens the wallet and replaces it by one with a new key; it dies while it replaces it. */
export async function replace(service: TestService, userId: string, partition: Partition, options: Visit = {}) {
  const { calls } = await visit(service, userId, partition)
  const tab = await openTab(service, userId, partition, options, calls)
  const { call } = tab.custody
  const addresses = await openReplacement(tab.custody, async () => {
    const walletId = service.active(userId)?.walletId ?? ''
    const request = { walletId, what: 'rotation', ...(await call('recipient', {})) } as const
    const ticket = await tab.own.exportTicket(request)
    return call('rotate', { userId, ticket, recovery: [{ kind: 'escrow' }] })
  })
  return { addresses, steps: tab.steps(), calls }
}

async function openTab(
  service: TestService,
  userId: string,
  partition: Partition,
  { death, meanwhile, passkey, signal = new AbortController().signal }: Visit,
  calls = startCalls(partition.vault()),
) {
  let step = 0
  const mortal = async <T>(work: () => Promise<T>): Promise<T> => {
    if (step === meanwhile?.step) await meanwhile.happens()
    if (step++ !== death?.step) return work()
    // Whatever is answered, nobody hears it.
    if (death.isDone) await work().catch(() => {})
    throw new Died()
  }
  const call: Custody['call'] = (method, request) =>
    mortal(() => {
      const run: KeyWorkerCalls[typeof method] = calls[method]
      return run(request)
    })
  const own = service.as(userId, (await calls.device({})).thumbprint)
  const remote: CustodyService = {
    wallets: () => mortal(() => own.wallets()),
    createWallet: (request) => mortal(() => own.createWallet(request)),
    activateWallet: (id, request) => mortal(() => own.activateWallet(id, request)),
    share: (id, request) => mortal(() => own.share(id, request)),
    addSet: (id, request) => mortal(() => own.addSet(id, request)),
    activateSet: (id, setId, request) => mortal(() => own.activateSet(id, setId, request)),
    openRecovery: (id, request) => mortal(() => own.openRecovery(id, request)),
  }
  const escrow: EscrowService = {
    put: (half, beforeReplacing) => mortal(() => service.escrow.put(half, beforeReplacing)),
    open: (half) => mortal(() => service.escrow.open(half)),
  }
  const custody: Custody = {
    userId,
    call,
    service: remote,
    escrow,
    newRecovery: [{ kind: 'escrow' }],
    ...(passkey && { passkey }),
    async recover({ set: { walletId }, methods }) {
      const [method] = methods
      if (!method) throw new Error('no method')
      const { methodId, sealedR } = method
      const sealedShare = await escrow.open({ walletId, methodId, ...(await calls.recipient({})) })
      return { kind: 'escrow', methodId, sealedR, sealedShare }
    },
    alone: partition.alone,
    signal,
  }
  return { custody, calls, own, steps: () => step }
}

/**
 * Does what the steps say, one user and one browser partition at a time. Rule 2 of custody holds by the order of the steps: the address
 * is what the last one answers, after the shares were stored, read back, proven and made active.
 */
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { type FailureCode, KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf, Method, NewRecovery, OpenRecovery, RequestOf } from '../key-link/surface.ts'
import { type CustodyService, type EscrowService, ServiceRefusal } from './service.ts'
import { type Found, next, type RecoveryEcho, type Step } from './steps.ts'

export interface Custody {
  readonly userId: string
  call<M extends Method>(method: M, request: RequestOf<M>): Promise<AnswerOf<M>>
  readonly service: CustodyService
  /** Where halves of recovery secrets go; absent where one operator keeps all. */
  readonly escrow?: EscrowService | undefined
  /** How the recovery secret of a new wallet is put away. */
  readonly newRecovery: readonly NewRecovery[]
  /** This device's passkey, where a person has pressed for it: with it what the service has lost, wallet or device, is stored again. */
  readonly passkey?: RequestOf<'restore'>['passkey']
  /** What only a person can bring on a new device: a tap in a mail, or a passkey. */
  readonly recover: (opened: AnsweredRecovery) => Promise<OpenRecovery>
  /** Runs alone among the tabs of this partition. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Before it answers: what was opened has never been opened by anybody before. */
  readonly onCreated?: () => void
  readonly signal: AbortSignal
}
type Stored = Awaited<ReturnType<CustodyService['createWallet' | 'addSet']>>
export type AnsweredRecovery = Awaited<ReturnType<CustodyService['openRecovery']>>

/** Another wallet can be faster once; a key can be exchanged meanwhile. More than this is a service that does not agree with itself. */
const maxOvertaken = 5

/**
 * An abort ends every wait for somebody else: for the services, for a person, and for the tab whose turn it is; a turn that comes later is
 * given back at once. What the service hears of after that is what it hears of a tab that has died.
 * @throws {ServiceRefusal} {@link KeyWorkerError}; the signal's reason when it was aborted.
 */
export const openWallet = (custody: Custody): Promise<Addresses> => {
  const { alone, userId, signal } = custody
  const run = async (): Promise<Addresses> => {
    let step: Step = { at: 'reading' }
    for (let overtaken = 0; ; ) {
      if (step.at === 'open') return step.addresses
      signal.throwIfAborted()
      const result = await take(step, custody)
      if (result.found === 'OVERTAKEN' && ++overtaken > maxOvertaken) throw new ServiceRefusal('UNAVAILABLE')
      step = next(step, result)
    }
  }
  // Who has a turn gives it back before anybody hears of it.
  let hasTurn = false
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (!hasTurn) reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    alone(`wallet:${userId}`, () => {
      hasTurn = true
      return run()
    })
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave))
    if (signal.aborted) leave()
  })
}

/** @throws the signal's reason, as soon as it is aborted. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

async function take(step: Exclude<Step, { at: 'open' }>, custody: Custody): Promise<Found> {
  const { userId, call, service, escrow } = custody
  const awaited = <T>(work: Promise<T>): Promise<T> => unlessAborted(custody.signal, work)
  switch (step.at) {
    case 'reading':
      return { found: 'READ', local: await call('known', { userId }), remote: await awaited(service.wallets()) }
    case 'unlocking': {
      const stored = await awaited(service.share(step.walletId, await call('recipient', {})))
      try {
        return { found: 'OPENED', ...(await call('unlock', { userId, stored })) }
      } catch (error) {
        if (isDamaged(error)) return { found: 'DAMAGED' }
        throw error
      }
    }
    case 'creating':
      // A wallet that another tab has seen since.
      return unlessSetAside('WRONG_WALLET', async () => {
        return { found: 'CREATED', created: await call('create', { userId, recovery: [...custody.newRecovery] }) }
      })
    case 'reviving':
      return revive(step.walletId, custody)
    case 'restoring': {
      const { passkey } = custody
      // Never another wallet in its place.
      if (!passkey) throw new ServiceRefusal('WALLET_UNKNOWN')
      return { found: 'RESTORED', restored: await call('restore', { userId, passkey }) }
    }
    case 'recovering': {
      const { passkey } = custody
      const opened = await awaited(service.openRecovery(step.walletId, await call('recipient', {})))
      const enrol = async (recovery: OpenRecovery): Promise<Found> => {
        return { found: 'ENROLLED', enrolled: await call('enrol', { userId, set: opened.set, recovery }) }
      }
      if (passkey) return enrol({ kind: 'alone', passkey })
      // Its own set under an earlier name: whoever removed the device has not taken what it keeps.
      const { sets } = await call('known', { userId })
      if (sets.some(({ setId, keepsSecret }) => keepsSecret && setId === opened.set.setId))
        try {
          return await enrol({ kind: 'device' })
        } catch (error) {
          if (!isDamaged(error)) throw error
        }
      return enrol(await awaited(custody.recover(opened)))
    }
    case 'depositing': {
      const echoes: RecoveryEcho[] = []
      // While the mailbox was asked, another device may have made the wallet that this one was to be.
      const beforeReplacing = async () => {
        if ((await service.wallets()).wallet) throw new ServiceRefusal('WALLET_EXISTS')
      }
      return unlessOvertaken(async () => {
        for (const { methodId, share } of step.halves) {
          if (!escrow) throw new ServiceRefusal('RECOVERY_REFUSED')
          const place = { walletId: step.candidate.walletId, methodId, ...(await call('recipient', {})) }
          echoes.push({ methodId, sealedShare: await awaited(escrow.put({ ...place, share }, beforeReplacing)) })
        }
        return { found: 'DEPOSITED', echoes }
      })
    }
    case 'storing': {
      const { walletId, keyVersion, shareSet, created } = step.candidate
      const { recipient } = await call('recipient', {})
      return unlessOvertaken(async () => {
        const stored = created
          ? service.createWallet({
              ...created,
              methods: [...created.methods],
              walletId,
              keyVersion,
              shareSet,
              recipient,
            })
          : service.addSet(walletId, { keyVersion, shareSet, recipient })
        const { echo, nonce } = await awaited<Stored>(stored)
        return { found: 'STORED', echo, nonce }
      })
    }
    case 'confirming': {
      const { candidate, echo, nonce } = step
      const { setId } = candidate.shareSet
      return unlessSetAside('NO_WALLET', async () => {
        const { signature } = await call('confirm', { setId, echo, recoveryEchoes: [...step.echoes], nonce })
        return { found: 'CONFIRMED', signature }
      })
    }
    case 'activating': {
      const { candidate, nonce, signature } = step
      const { walletId, shareSet, created } = candidate
      const activation = { signature, nonce }
      return unlessOvertaken(async () => {
        if (created) await awaited(service.activateWallet(walletId, activation))
        else await awaited(service.activateSet(walletId, shareSet.setId, activation))
        return { found: 'ACTIVE' }
      })
    }
    case 'settling': {
      const { shareSet, isNew } = step.candidate
      return unlessSetAside('NO_WALLET', async () => {
        const opened = await call('activated', { userId, setId: shareSet.setId })
        if (isNew) custody.onCreated?.()
        return { found: 'OPENED', ...opened }
      })
    }
  }
}

/**
 * A service that was restored from a backup may have the wallet of this device as a candidate that was never made active: with this device's
 * share it opens, and what was proven when it was made is signed for once more. Nothing of it is replaced.
 */
async function revive(walletId: string, { userId, call, service, signal }: Custody): Promise<Found> {
  try {
    const { nonce, ...stored } = await unlessAborted(signal, service.share(walletId, await call('recipient', {})))
    if (stored.status !== 'PENDING' || nonce === undefined) return { found: 'NOT_KEPT' }
    const { signature } = await call('revive', { userId, stored, nonce })
    await unlessAborted(signal, service.activateWallet(walletId, { signature, nonce }))
    return { found: 'ACTIVE' }
  } catch (error) {
    if (error instanceof ServiceRefusal && notKept.has(error.code)) return { found: 'NOT_KEPT' }
    if (error instanceof ServiceRefusal && error.code === 'WALLET_EXISTS') return { found: 'OVERTAKEN' }
    if (error instanceof KeyWorkerError && error.code !== 'STOPPED') return { found: 'NOT_KEPT' }
    throw error
  }
}
const notKept: ReadonlySet<string> = new Set(['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN'])

/** What this device keeps does not open any more. */
const isDamaged = (error: unknown) => error instanceof KeyWorkerError && damaged.has(error.code)
const damaged: ReadonlySet<FailureCode> = new Set(['WRONG_SHARES', 'WRONG_RECOVERY'])

const overtaking: ReadonlySet<string> = new Set([
  'WALLET_EXISTS',
  'KEY_VERSION_STALE',
  'WALLET_UNKNOWN',
  'SHARE_SET_UNKNOWN',
])

async function unlessOvertaken(work: () => Promise<Found>): Promise<Found> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceRefusal && overtaking.has(error.code)) return { found: 'OVERTAKEN' }
    throw error
  }
}

/** A tab that comes to its end removes what others of its partition have prepared. They read anew. */
async function unlessSetAside(code: FailureCode | undefined, work: () => Promise<Found>): Promise<Found> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeyWorkerError && error.code === code) return { found: 'OVERTAKEN' }
    throw error
  }
}

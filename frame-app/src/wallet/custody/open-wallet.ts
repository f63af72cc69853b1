/**
 * Performs the steps of `steps.ts`, one run at a time per user and storage partition. Rule 2 of custody follows from the order of the
 * steps: only the last one returns the address, after the shares were stored, read back, verified and activated.
 */
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { type FailureCode, KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf, Method, NewRecovery, OpenRecovery, RequestOf } from '../key-link/surface.ts'
import { type CustodyService, type EscrowService, ServiceRefusal } from './service.ts'
import { type Found, next, type RecoveryEcho, type Step, toCandidate } from './steps.ts'

export interface Custody {
  readonly userId: string
  call<M extends Method>(method: M, request: RequestOf<M>): Promise<AnswerOf<M>>
  readonly service: CustodyService
  /** Stores halves of recovery secrets; absent if one operator runs both services. */
  readonly escrow?: EscrowService | undefined
  /** How the recovery secret of a new wallet is stored. */
  readonly newRecovery: readonly NewRecovery[]
  /** This device's passkey, if the user chose it. With it, a wallet or a device that the service has lost is stored there again. */
  readonly passkey?: RequestOf<'restore'>['passkey']
  /** Asks the user of a new device for the recovery: an approval in an email, or a passkey. */
  readonly recover: (opened: AnsweredRecovery) => Promise<OpenRecovery>
  /** Runs alone among the tabs of this partition. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Called before `openWallet` resolves, if it has created the wallet. */
  readonly onCreated?: () => void
  readonly signal: AbortSignal
}
type Stored = Awaited<ReturnType<CustodyService['createWallet' | 'addSet']>>
export type AnsweredRecovery = Awaited<ReturnType<CustodyService['openRecovery']>>

/** Another wallet can be first only once, and a key can be replaced meanwhile. More restarts mean that the service is inconsistent. */
const maxOvertaken = 5

/**
 * An abort ends all waiting: for the services, for the user, and for another tab's turn. A turn that is granted after the abort is released
 * at once. For the service, an abort is the same as a closed tab.
 * @throws {ServiceRefusal} {@link KeyWorkerError}; the signal's reason when it was aborted.
 */
export const openWallet = (custody: Custody): Promise<Addresses> =>
  inTurn(custody, () => runFrom({ at: 'reading' }, custody))

/**
 * Performs the steps of a wallet that was just created to replace another one, which stays in use until the new one is active.
 * @throws {ServiceRefusal} {@link KeyWorkerError}; WALLET_EXISTS if another change was faster.
 */
export const openReplacement = (custody: Custody, create: () => Promise<AnswerOf<'rotate'>>): Promise<Addresses> =>
  inTurn(custody, async () => {
    const created = await create()
    const candidate = toCandidate(created, { isNew: false })
    return runFrom({ at: 'depositing', candidate, halves: created.recoveryShares }, custody, 0)
  })

async function runFrom(first: Step, custody: Custody, mayRestart = maxOvertaken): Promise<Addresses> {
  let step = first
  for (let overtaken = 0; ; ) {
    if (step.at === 'open') return step.addresses
    custody.signal.throwIfAborted()
    const result = await take(step, custody)
    if (result.found === 'OVERTAKEN' && ++overtaken > mayRestart)
      throw new ServiceRefusal(mayRestart ? 'UNAVAILABLE' : 'WALLET_EXISTS')
    step = next(step, result)
  }
}

function inTurn(custody: Custody, run: () => Promise<Addresses>): Promise<Addresses> {
  const { alone, userId, signal } = custody
  // While it has its turn, an abort ends the run itself, so that the turn is released before the caller is answered.
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

/** @throws the signal's reason as soon as it is aborted. */
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
      // WRONG_WALLET: another tab has opened a wallet meanwhile.
      return unlessSetAside('WRONG_WALLET', async () => {
        return { found: 'CREATED', created: await call('create', { userId, recovery: [...custody.newRecovery] }) }
      })
    case 'reviving':
      return revive(step.walletId, custody)
    case 'restoring': {
      const { passkey } = custody
      // Never create another wallet in its place.
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
      // This device's own set from before the device was removed: the device still has the recovery secret.
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
      const replaces = step.candidate.created?.lineage?.predecessors.at(-1)?.walletId
      // While the email approval was pending, another device may have created the user's wallet, or replaced it.
      const beforeReplacing = async () => {
        if ((await service.wallets()).wallet?.walletId !== replaces) throw new ServiceRefusal('WALLET_EXISTS')
      }
      return unlessOvertaken(async () => {
        for (const { methodId, share } of step.halves) {
          if (!escrow) throw new ServiceRefusal('RECOVERY_REFUSED')
          const place = { walletId: step.candidate.walletId, methodId, ...(await call('recipient', {})) }
          const deposited = escrow.put({ ...place, replaces, share }, beforeReplacing)
          echoes.push({ methodId, sealedShare: await awaited(deposited) })
        }
        return { found: 'DEPOSITED', echoes }
      })
    }
    case 'storing': {
      const { walletId, keyVersion, shareSet, created } = step.candidate
      const { recipient } = await call('recipient', {})
      return unlessOvertaken(async () => {
        const stored = created
          ? service.createWallet({ ...created, walletId, keyVersion, shareSet, recipient })
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
 * A service that was restored from a backup may have this device's wallet only as a candidate that was never activated. The wallet opens
 * with this device's share, and a new signature activates it. Nothing in it is replaced.
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

/** The shares or the recovery secret on this device no longer work. */
const isDamaged = (error: unknown) => error instanceof KeyWorkerError && damaged.has(error.code)
const damaged: ReadonlySet<FailureCode> = new Set(['WRONG_SHARES', 'WRONG_RECOVERY'])

const overtaking: ReadonlySet<string> = new Set([
  'WALLET_EXISTS',
  'KEY_VERSION_STALE',
  'WALLET_UNKNOWN',
  'SHARE_SET_UNKNOWN',
])

const unlessOvertaken = (work: () => Promise<Found>): Promise<Found> =>
  work().catch((error: unknown) => {
    if (error instanceof ServiceRefusal && overtaking.has(error.code)) return { found: 'OVERTAKEN' }
    throw error
  })

/** A tab that finishes removes the candidates of other tabs in its partition. Those tabs then restart with `reading`. */
const unlessSetAside = (code: FailureCode, work: () => Promise<Found>): Promise<Found> =>
  work().catch((error: unknown) => {
    if (error instanceof KeyWorkerError && error.code === code) return { found: 'OVERTAKEN' }
    throw error
  })

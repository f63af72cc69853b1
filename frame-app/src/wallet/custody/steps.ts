/**
 * From a login to an open wallet, as a table of steps: what is known at each, and what follows from what it found. Nothing here does
 * anything; `open-wallet.ts` does what a step says. An address exists in the last step alone, so nothing before it can give one away.
 *
 *   reading ─► unlocking ───────────────────────────────────► open
 *      │  ▲              └── damaged here ─► recovering
 *      │  │
 *      │  └──────── another wallet was faster ──────┐
 *      ├─► reviving ─► unlocking
 *      │      └── nothing kept ─► restoring ─► storing
 *      ├─► creating ─► depositing ─► storing ─► confirming ─► activating ─► settling ─► open
 *      └─► recovering ─────────────► storing
 *
 * Whatever ends between two steps (a crash, a closed tab, a lost answer) begins again with `reading`: candidates lie on the device and
 * at the service, and only a set that the service calls active is ever taken up.
 */
import type {
  Addresses,
  NewRecoveryMethod,
  NewShareSet,
  Sealed,
  StoredShareSet,
} from '@airlock/protocol/wallet-service/shapes.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf } from '../key-link/surface.ts'

type Remote = {
  readonly wallet?: { readonly walletId: string; readonly keyVersion: number } | undefined
  readonly shareSets: readonly {
    readonly setId: string
    readonly walletId: string
    readonly keyVersion: number
    readonly status: 'PENDING' | 'ACTIVE'
    readonly isMine: boolean
  }[]
}

/** A candidate of this device. `created` only where the service has to store the wallet itself; `isNew` where nobody has seen it before. */
export interface Candidate {
  readonly walletId: string
  readonly keyVersion: number
  readonly shareSet: NewShareSet
  readonly created?: Pick<AnswerOf<'create'>, 'ciphertext' | 'addresses' | 'evmPublicKey' | 'recoveryPublicKey'> & {
    readonly methods: readonly NewRecoveryMethod[]
  }
  readonly isNew?: boolean
}
export interface RecoveryEcho {
  readonly methodId: string
  readonly sealedShare: Sealed
}

export type Step =
  | { readonly at: 'reading' }
  | { readonly at: 'unlocking'; readonly walletId: string }
  | { readonly at: 'creating' }
  /** The service does not have the wallet that this device knows, but perhaps its candidate. */
  | { readonly at: 'reviving'; readonly walletId: string }
  /** The service has lost the wallet that this device knows. */
  | { readonly at: 'restoring' }
  | { readonly at: 'recovering'; readonly walletId: string }
  | {
      readonly at: 'depositing'
      readonly candidate: Candidate
      readonly halves: AnswerOf<'create'>['recoveryShares']
    }
  | { readonly at: 'storing'; readonly candidate: Candidate; readonly echoes: readonly RecoveryEcho[] }
  | {
      readonly at: 'confirming'
      readonly candidate: Candidate
      readonly echoes: readonly RecoveryEcho[]
      readonly echo: StoredShareSet
      readonly nonce: string
    }
  | {
      readonly at: 'activating'
      readonly candidate: Candidate
      readonly nonce: string
      readonly signature: `0x${string}`
    }
  | { readonly at: 'settling'; readonly candidate: Candidate }
  | { readonly at: 'open'; readonly addresses: Addresses }

/** What a step found. */
export type Found =
  | { readonly found: 'READ'; readonly local: AnswerOf<'known'>; readonly remote: Remote }
  | { readonly found: 'CREATED'; readonly created: AnswerOf<'create'> }
  | { readonly found: 'RESTORED'; readonly restored: AnswerOf<'restore'> }
  | { readonly found: 'ENROLLED'; readonly enrolled: AnswerOf<'enrol'> }
  | { readonly found: 'DEPOSITED'; readonly echoes: readonly RecoveryEcho[] }
  | { readonly found: 'STORED'; readonly echo: StoredShareSet; readonly nonce: string }
  | { readonly found: 'CONFIRMED'; readonly signature: `0x${string}` }
  | { readonly found: 'ACTIVE' }
  /** The service keeps nothing of it that this device could take up. */
  | { readonly found: 'NOT_KEPT' }
  | { readonly found: 'OPENED'; readonly addresses: Addresses }
  /** Another wallet, another set or another key was faster. */
  | { readonly found: 'OVERTAKEN' }
  /** What this device keeps does not open any more: it is a new device. */
  | { readonly found: 'DAMAGED' }

/** @throws {Error} for what a step cannot find: a mistake of ours. */
export function next(step: Step, result: Found): Step {
  if (result.found === 'OVERTAKEN') return { at: 'reading' }
  switch (step.at) {
    case 'reading':
      return result.found === 'READ' ? afterReading(result) : impossible(step, result)
    case 'creating': {
      if (result.found !== 'CREATED') return impossible(step, result)
      const { recoveryShares: halves } = result.created
      return { at: 'depositing', candidate: toCandidate(result.created, { isNew: true }), halves }
    }
    case 'reviving':
      if (result.found === 'NOT_KEPT') return { at: 'restoring' }
      return result.found === 'ACTIVE' ? { at: 'unlocking', walletId: step.walletId } : impossible(step, result)
    case 'restoring':
      return result.found === 'RESTORED'
        ? { at: 'storing', candidate: toCandidate(result.restored, { isNew: false }), echoes: [] }
        : impossible(step, result)
    case 'recovering':
      return result.found === 'ENROLLED'
        ? { at: 'storing', candidate: result.enrolled, echoes: [] }
        : impossible(step, result)
    case 'depositing':
      return result.found === 'DEPOSITED'
        ? { at: 'storing', candidate: step.candidate, echoes: result.echoes }
        : impossible(step, result)
    case 'storing': {
      if (result.found !== 'STORED') return impossible(step, result)
      const { echo, nonce } = result
      return { at: 'confirming', candidate: step.candidate, echoes: step.echoes, echo, nonce }
    }
    case 'confirming':
      return result.found === 'CONFIRMED'
        ? { at: 'activating', candidate: step.candidate, nonce: step.nonce, signature: result.signature }
        : impossible(step, result)
    case 'activating':
      return result.found === 'ACTIVE' ? { at: 'settling', candidate: step.candidate } : impossible(step, result)
    case 'unlocking':
      if (result.found === 'DAMAGED') return { at: 'recovering', walletId: step.walletId }
      return result.found === 'OPENED' ? { at: 'open', addresses: result.addresses } : impossible(step, result)
    case 'settling':
      return result.found === 'OPENED' ? { at: 'open', addresses: result.addresses } : impossible(step, result)
    case 'open':
      return impossible(step, result)
  }
}

/**
 * The service's word decides which wallet is the user's; what this device keeps decides how it opens. A candidate of this device that
 * the service calls active is this device's set, whether or not the answer that said so ever arrived.
 */
function afterReading({ local, remote }: Extract<Found, { found: 'READ' }>): Step {
  const { wallet, shareSets } = remote
  if (!wallet) return local.pin ? { at: 'reviving', walletId: local.pin.walletId } : { at: 'creating' }
  const { walletId, keyVersion } = wallet
  // Before anybody is asked to open that other one here.
  if (local.pin && local.pin.walletId !== walletId) throw new KeyWorkerError('WRONG_WALLET')
  const isHere = shareSets.some(
    (set) =>
      set.isMine &&
      set.status === 'ACTIVE' &&
      set.walletId === walletId &&
      set.keyVersion === keyVersion &&
      local.sets.some(({ setId }) => setId === set.setId),
  )
  return isHere ? { at: 'unlocking', walletId } : { at: 'recovering', walletId }
}

function toCandidate(made: AnswerOf<'create'>, { isNew }: { readonly isNew: boolean }): Candidate {
  const { walletId, keyVersion, shareSet, ciphertext, addresses, evmPublicKey, recoveryPublicKey, methods } = made
  const created = { ciphertext, addresses, evmPublicKey, recoveryPublicKey, methods }
  return { walletId, keyVersion, shareSet, created, isNew }
}

function impossible(step: Step, { found }: Found): never {
  throw new Error(`${step.at} cannot find ${found}`)
}

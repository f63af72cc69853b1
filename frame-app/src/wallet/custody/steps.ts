/**
 * The steps from a login to an open wallet: the data of each step, and the next step for each result. Pure; `open-wallet.ts` performs the
 * steps. Only the last step has an address, so that no earlier one can reveal it.
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
 * After any interruption (a crash, a closed tab, a lost answer) the run starts again with `reading`. Candidates stay on the device and
 * at the service, and only a set that is active at the service is ever used.
 */
import type { ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Addresses, NewShareSet, Sealed, StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf } from '../key-link/surface.ts'

type Wallets = ResponseOf<WalletEndpoints, 'wallets'>
interface Remote {
  readonly wallet?: Pick<NonNullable<Wallets['wallet']>, 'walletId' | 'keyVersion'> | undefined
  readonly shareSets: readonly Omit<Wallets['shareSets'][number], 'deviceId'>[]
}

/** A candidate of this device. `created` is set if the service has to store the wallet too, `isNew` if the wallet has just been created. */
export interface Candidate {
  readonly walletId: string
  readonly keyVersion: number
  readonly shareSet: NewShareSet
  readonly created?: Pick<
    AnswerOf<'create'>,
    'ciphertext' | 'addresses' | 'evmPublicKey' | 'recoveryPublicKey' | 'methods' | 'lineage'
  >
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
  /** The service does not have the wallet that this device knows, but may have it as a candidate. */
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

/** The result of a step. */
export type Found =
  | { readonly found: 'READ'; readonly local: AnswerOf<'known'>; readonly remote: Remote }
  | { readonly found: 'CREATED'; readonly created: AnswerOf<'create'> }
  | { readonly found: 'RESTORED'; readonly restored: AnswerOf<'restore'> }
  | { readonly found: 'ENROLLED'; readonly enrolled: AnswerOf<'enrol'> }
  | { readonly found: 'DEPOSITED'; readonly echoes: readonly RecoveryEcho[] }
  | { readonly found: 'STORED'; readonly echo: StoredShareSet; readonly nonce: string }
  | { readonly found: 'CONFIRMED'; readonly signature: `0x${string}` }
  | { readonly found: 'ACTIVE' }
  /** The service has no candidate that this device could activate. */
  | { readonly found: 'NOT_KEPT' }
  | { readonly found: 'OPENED'; readonly addresses: Addresses }
  /** Another wallet, share set or key was first. */
  | { readonly found: 'OVERTAKEN' }
  /** The data on this device no longer opens the wallet: it counts as a new device. */
  | { readonly found: 'DAMAGED' }

/** @throws {Error} for a result that the step cannot have, which is a programming error. */
export function next(step: Step, result: Found): Step {
  if (result.found === 'OVERTAKEN') return { at: 'reading' }
  switch (step.at) {
    case 'reading':
      return afterReading(expected(step, result, 'READ'))
    case 'creating': {
      const { created } = expected(step, result, 'CREATED')
      return { at: 'depositing', candidate: toCandidate(created, { isNew: true }), halves: created.recoveryShares }
    }
    case 'reviving':
      if (result.found === 'NOT_KEPT') return { at: 'restoring' }
      expected(step, result, 'ACTIVE')
      return { at: 'unlocking', walletId: step.walletId }
    case 'restoring': {
      const { restored } = expected(step, result, 'RESTORED')
      return { at: 'storing', candidate: toCandidate(restored, { isNew: false }), echoes: [] }
    }
    case 'recovering':
      return { at: 'storing', candidate: expected(step, result, 'ENROLLED').enrolled, echoes: [] }
    case 'depositing':
      return { at: 'storing', candidate: step.candidate, echoes: expected(step, result, 'DEPOSITED').echoes }
    case 'storing': {
      const { echo, nonce } = expected(step, result, 'STORED')
      return { at: 'confirming', candidate: step.candidate, echoes: step.echoes, echo, nonce }
    }
    case 'confirming': {
      const { signature } = expected(step, result, 'CONFIRMED')
      return { at: 'activating', candidate: step.candidate, nonce: step.nonce, signature }
    }
    case 'activating':
      expected(step, result, 'ACTIVE')
      return { at: 'settling', candidate: step.candidate }
    case 'unlocking':
      if (result.found === 'DAMAGED') return { at: 'recovering', walletId: step.walletId }
      return { at: 'open', addresses: expected(step, result, 'OPENED').addresses }
    case 'settling':
      return { at: 'open', addresses: expected(step, result, 'OPENED').addresses }
    case 'open':
      throw impossible(step, result)
  }
}

/**
 * The service decides which wallet is the user's; the data on this device decides how it opens. If the service says that a candidate of
 * this device is active, it is this device's set, even if the answer to its activation never arrived.
 */
function afterReading({ local, remote }: Extract<Found, { found: 'READ' }>): Step {
  const { wallet, shareSets } = remote
  if (!wallet) return local.pin ? { at: 'reviving', walletId: local.pin.walletId } : { at: 'creating' }
  const { walletId, keyVersion } = wallet
  // Checked before the user is asked to open that other wallet here. The Worker checks whether a wallet with a newer key is the successor.
  if (local.pin && local.pin.walletId !== walletId && local.pin.keyVersion >= keyVersion)
    throw new KeyWorkerError('WRONG_WALLET')
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

export function toCandidate(made: AnswerOf<'create'>, { isNew }: { readonly isNew: boolean }): Candidate {
  const { walletId, keyVersion, shareSet, ciphertext, addresses, evmPublicKey, recoveryPublicKey, methods, lineage } =
    made
  const created = { ciphertext, addresses, evmPublicKey, recoveryPublicKey, methods, ...(lineage && { lineage }) }
  return { walletId, keyVersion, shareSet, created, isNew }
}

function expected<F extends Found['found']>(step: Step, result: Found, found: F): Extract<Found, { found: F }> {
  if (!isFound(result, found)) throw impossible(step, result)
  return result
}
const isFound = <F extends Found['found']>(result: Found, found: F): result is Extract<Found, { found: F }> =>
  result.found === found

const impossible = (step: Step, { found }: Found) => new Error(`${step.at} cannot find ${found}`)

/** Decides whether a request is approved, by the wallet's behaviour and the spec's instructions. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Behaviour, type DecidingWallet, WalletError } from './wallet.ts'

type Decision = 'approve' | 'decline'

export type Approvals = {
  /** @throws {WalletError} 4001 when declined. */
  readonly ask: () => Promise<void>
  /** Waits while the wallet is locked. @throws {WalletError} -32002 while another request already waits. */
  readonly passLock: () => Promise<void>
  readonly isLocked: () => boolean
  /** What the spec decides: see `DecidingWallet`. */
  readonly decisions: Pick<DecidingWallet, 'approveNext' | 'decline'>
  readonly unlock: () => void
}

export function createApprovals(behaviour: Behaviour, delayMs: number): Approvals {
  const decided: Decision[] = []
  const waiting: ((decision: Decision) => void)[] = []
  let isLocked = behaviour === 'locked'
  let openLock: (() => void) | undefined

  const decision = (): Promise<Decision> | Decision => {
    const early = decided.shift()
    if (early) return early
    switch (behaviour) {
      case 'declines':
        return 'decline'
      case 'asks':
      case 'hanging':
        return new Promise((resolve) => waiting.push(resolve))
      case 'slow':
        return delay(delayMs, 'approve')
      default:
        return 'approve'
    }
  }

  const decide = (next: Decision) => {
    const resolve = waiting.shift()
    if (resolve) resolve(next)
    else decided.push(next)
  }

  return {
    ask: async () => {
      if ((await decision()) === 'decline') throw new WalletError(4001, 'User rejected the request.')
    },
    passLock: async () => {
      if (!isLocked) return
      if (openLock) throw new WalletError(-32002, 'Request already pending. Please wait.')
      await new Promise<void>((resolve) => {
        openLock = resolve
      })
    },
    isLocked: () => isLocked,
    decisions: { approveNext: () => decide('approve'), decline: () => decide('decline') },
    unlock: () => {
      isLocked = false
      openLock?.()
      openLock = undefined
    },
  }
}

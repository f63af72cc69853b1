import { expect } from '../test.ts'
import type { Probe, Subject } from './probe.ts'

export interface Rule {
  readonly standard: 'EIP-1193' | 'EIP-6963' | 'Wallet Standard'
  /** The section that says so. */
  readonly source: string
  readonly rule: string
  /** In order: before there is a connection, with one, and after it. */
  readonly when: 'before' | 'connected' | 'after'
  /** The wallets to which it applies; all unless given. */
  readonly on?: readonly Subject[]
  /** Throws if the rule is broken. */
  readonly check: (probe: Probe) => Promise<void>
}

/** A check by what this function, which runs in the page, answers there. */
export const inPage =
  (look: () => unknown, expected: unknown): Rule['check'] =>
  async ({ page }) =>
    expect(await page.evaluate(look)).toEqual(expected)

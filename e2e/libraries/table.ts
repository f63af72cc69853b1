/** The table: every library, action and wallet, EVM and Solana, and the buttons of a dapp. A cell that was neither played nor has a reason is a hole. */
import { dappCells } from './dapps/rows.ts'
import { actions, type Cell, libraries, reasonAgainst, titleOf, wallets } from './libraries.ts'
import { rows as solanaRows } from './solana/rows.ts'

export const cells: readonly Cell[] = [
  ...libraries.flatMap((library) =>
    actions.flatMap((action) =>
      wallets.map((wallet) => ({
        library: library.name,
        action,
        wallet,
        reason: reasonAgainst(library, wallet, action),
      })),
    ),
  ),
  ...solanaRows,
  ...dappCells,
]

/** Whether each action passed, by the title of the test. */
export type Played = ReadonlyMap<string, ReadonlyMap<string, boolean>>

export interface Table {
  readonly lines: readonly string[]
  /** No cell failed or is missing. */
  readonly isWhole: boolean
}

/** One line per library and action, one column per wallet. */
export function tableOf(all: readonly Cell[], played: Played): Table {
  const reasons: string[] = []
  const count = { ok: 0, 'n/a': 0, FAILED: 0, missing: 0 }
  const textOf = ({ library, action, wallet, reason }: Cell): string => {
    const passed = played.get(titleOf({ name: library }, wallet))?.get(action)
    const verdict = reason ? 'n/a' : passed === undefined ? 'missing' : passed ? 'ok' : 'FAILED'
    count[verdict] += 1
    if (!reason) return verdict
    if (!reasons.includes(reason)) reasons.push(reason)
    return `${verdict} (${reasons.indexOf(reason) + 1})`
  }
  const lineOf = (library: string, action: string, texts: readonly string[]) =>
    `${library.padEnd(34)}${action.padEnd(28)}${texts.map((text) => text.padEnd(10)).join('')}`.trimEnd()

  const rows = new Map<string, Cell[]>()
  for (const cell of all) {
    const key = `${cell.library}\n${cell.action}`
    rows.set(key, [...(rows.get(key) ?? []), cell])
  }
  const lines = [...rows.values()].flatMap((row) => {
    const [first] = row
    if (!first) return []
    const cellOf = (wallet: string) =>
      row.find((cell) => cell.wallet === wallet) ?? { ...first, wallet, reason: undefined }
    return [
      lineOf(
        first.library,
        first.action,
        wallets.map((wallet) => textOf(cellOf(wallet))),
      ),
    ]
  })
  const total = Object.values(count).reduce((sum, some) => sum + some, 0)
  return {
    lines: [
      lineOf('library', 'action', wallets),
      ...lines,
      ...reasons.map((reason, index) => `(${index + 1}) ${reason}`),
      '',
      `${total} cells: ${count.ok} played, ${count['n/a']} not applicable, ${count.FAILED} failed, ${count.missing} missing`,
    ],
    isWhole: count.FAILED === 0 && count.missing === 0,
  }
}

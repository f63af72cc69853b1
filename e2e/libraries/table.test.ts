import { expect, test } from 'vitest'
import { type Cell, titleOf, wallets } from './libraries.ts'
import { cells, tableOf } from './table.ts'

/** As if every cell with no reason had passed, except `changed`. */
const playedAll = (all: readonly Cell[], changed?: Cell, verdict?: boolean) => {
  const played = new Map<string, Map<string, boolean>>()
  for (const cell of all) {
    const passed = cell === changed ? verdict : true
    if (cell.reason || passed === undefined) continue
    const title = titleOf({ name: cell.library }, cell.wallet)
    played.set(title, (played.get(title) ?? new Map<string, boolean>()).set(cell.action, passed))
  }
  return played
}
const last = ({ lines }: { lines: readonly string[] }) => lines.at(-1)
const some = cells.findLast(({ reason }) => !reason)

test('has the libraries for EVM and for Solana, each cell once', () => {
  const names = new Set(cells.map(({ library }) => library))
  expect([...names]).toEqual(
    expect.arrayContaining(['viem 2', 'ethers 5', 'RainbowKit 2', 'wallet-adapter, our adapter']),
  )
  const keys = cells.map(({ library, action, wallet }) => `${library}, ${action}, ${wallet}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(cells.map(({ library, action }) => `${library}, ${action}`)).size * wallets.length).toBe(keys.length)
})

test('is whole when every cell was played or has a reason', () => {
  const table = tableOf(cells, playedAll(cells))
  expect(table.isWhole).toBe(true)
  expect(last(table)).toMatch(new RegExp(`^${cells.length} cells: .* 0 failed, 0 missing$`))
})

test('a cell that was not played is a hole', () => {
  const table = tableOf(cells, playedAll(cells, some, undefined))
  expect(table.isWhole).toBe(false)
  expect(last(table)).toMatch(/ 0 failed, 1 missing$/)
})

test('a wallet that a library has no cell for is a hole too', () => {
  const fewer = cells.filter((cell) => cell !== some)
  const table = tableOf(fewer, playedAll(fewer))
  expect(table.isWhole).toBe(false)
  expect(last(table)).toMatch(/ 0 failed, 1 missing$/)
})

test('a failed cell is named, and the table is not whole', () => {
  const table = tableOf(cells, playedAll(cells, some, false))
  expect(table.isWhole).toBe(false)
  expect(last(table)).toMatch(/ 1 failed, 0 missing$/)
  expect(table.lines.filter((line) => line.includes('FAILED'))).toEqual([expect.stringContaining(some?.action ?? '?')])
})

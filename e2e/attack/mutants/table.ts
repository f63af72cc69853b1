/**
 * The rows of a table of mutants: `case | symbol | change | what is off | test`. The last column, if any, is a text of
 * the titles of the browser tests to run, or `(unit)`. A row without a case is a further edit of the mutant above it.
 */
import { readChange } from '../rewrite/operators.ts'
import type { Edit } from '../rewrite/rewrite.ts'

/** One defence in the source switched off, and the case that must fail. */
export type Mutant = {
  readonly name: string
  /** The number of the case that must fail. */
  readonly case: string
  readonly edits: readonly Edit[]
  /** Runs only tests whose titles contain this text, if a few of the case's tests are enough. */
  readonly only?: string
  /** The case's unit tests must fail, although it has browser tests too. */
  readonly isUnit?: true
}

/** @throws with the line that is no row. */
export function readTable(text: string): readonly Mutant[] {
  const rows: Mutant[] = []
  for (const line of text.split('\n').filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const [id = '', symbol = '', change = '', name = '', only, ...more] = line.split(' | ').map((cell) => cell.trim())
    if (symbol === '' || more.length > 0) throw new Error(`Not a row: ${line}`)
    const edit = { symbol, change: readChange(change) }
    const above = rows.at(-1)
    if (id === '' && name === '' && above) rows.splice(-1, 1, { ...above, edits: [...above.edits, edit] })
    else if (/^[CT]\d{1,3}$/.test(id) && name !== '')
      rows.push({ case: id, name, edits: [edit], ...(only === '(unit)' ? { isUnit: true } : only && { only }) })
    else throw new Error(`Not a row: ${line}`)
  }
  return rows
}

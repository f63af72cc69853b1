/**
 * `npm run bench`: what the product costs. Each figure is measured in turn with its floor, so that a busy machine
 * affects both. `-- --json` prints the figures as JSON, `-- --only bridge,open` runs some of the groups. A slow figure
 * is printed as OVER but does not fail; the exit code only tells whether everything could be measured.
 */
import { parseArgs } from 'node:util'
import { measureBridge } from './bridge.ts'
import { measureEmbedded } from './embedded.ts'
import { type Figure, judge, toTable } from './figure.ts'
import { measureGateway } from './gateway.ts'
import { measureGrowth } from './growth.ts'
import { measureHistory } from './history.ts'
import { measureHostCost } from './host-cost.ts'
import { measureHostile } from './hostile.ts'
import { measureOpening } from './opening.ts'
import { measureScroll } from './scroll.ts'
import { type Session, withSession } from './session.ts'
import { measureSwaps } from './swap.ts'
import { measureTyping } from './typing.ts'
import { measureWalletList } from './wallet-list.ts'

const groups: Readonly<Record<string, (session: Session) => Promise<Figure[]>>> = {
  bridge: measureBridge,
  open: measureOpening,
  host: measureHostCost,
  growth: measureGrowth,
  hostile: measureHostile,
  list: measureWalletList,
  scroll: measureScroll,
  typing: measureTyping,
  history: measureHistory,
  gateway: measureGateway,
  swap: measureSwaps,
  wallet: measureEmbedded,
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } })
const chosen = values.only?.split(',') ?? Object.keys(groups)

try {
  const figures = await withSession(async (session) => {
    const found: Figure[] = []
    for (const name of chosen) {
      const measure = groups[name]
      if (!measure) throw new Error(`There is no group ${name}; there are ${Object.keys(groups).join(', ')}`)
      found.push(...(await measure(session)))
    }
    return found
  })
  const verdicts = figures.map(judge)
  console.log(values.json ? JSON.stringify(verdicts, null, 2) : toTable(verdicts))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}

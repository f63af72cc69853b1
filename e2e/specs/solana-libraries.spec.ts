/** The Solana libraries that dapps use, unmodified, with a paired and the embedded wallet. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { titleOf } from '../libraries/libraries.ts'
import { builtSolana } from '../libraries/solana/prepare.ts'
import { libraries, pathOf, reasonAgainst, rows } from '../libraries/solana/rows.ts'
import { openStage } from '../libraries/solana/stage.ts'
import { visitors } from '../libraries/solana/visitors.ts'
import { expect, test } from '../test.ts'
import { ownWallet } from '../world/records.ts'

for (const library of libraries)
  for (const wallet of ['paired', 'embedded'] as const) {
    if (reasonAgainst(library, wallet)) continue
    test(titleOf(library, wallet), async ({ page, context, world, violations }) => {
      // Every action, two connections and four loads of the page.
      test.setTimeout(180_000)
      test.skip(!existsSync(join(builtSolana, 'inputs')), 'The libraries are not installed: npm run libraries')
      const visitor = await visitors[wallet]({ page, context, world })
      const name = library.way === 'announced' ? ownWallet.walletName : 'Airlock'
      try {
        const stage = await openStage({ page, context, world }, visitor, pathOf(library), name)
        for (const row of rows)
          if (row.library === library.name && row.wallet === wallet)
            await test.step(row.reason ? `${row.action}: ${row.reason}` : row.action, async () => row.play?.(stage))
        expect(violations.all()).toEqual([])
      } finally {
        await visitor.stop()
      }
    })
  }

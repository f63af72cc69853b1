/** The libraries that dapps use, unmodified, with every kind of wallet. `npm run libraries` prints the table. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { libraries, pathOf, titleOf, wallets } from '../libraries/libraries.ts'
import { play } from '../libraries/play.ts'
import { built } from '../libraries/sets.ts'
import { test } from '../test.ts'

for (const library of libraries)
  for (const wallet of wallets) {
    if (library.without?.[wallet]) continue
    test(titleOf(library, wallet), async ({ page, context, world }) => {
      // Every action, two connections and three loads of the page.
      test.setTimeout(120_000)
      test.skip(!existsSync(join(built, pathOf(library))), 'The libraries are not installed: npm run libraries')
      await play(library, wallet, { page, context, world })
    })
  }

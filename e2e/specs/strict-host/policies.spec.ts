/**
 * Every policy of the matrix: the modal starts and connects a wallet without a violation, or developer and user are
 * told why not and what to do.
 */

import { plant } from '../../matrix/plants.ts'
import { type MatrixPolicy, matrix } from '../../matrix/policies.ts'
import { type MatrixResult, readHeaders } from '../../matrix/table.ts'
import { dappOn } from '../../pages/dapp.ts'
import { modalOn } from '../../pages/modal.ts'
import { created, refusedOnClick } from '../../pages/refusal.ts'
import { skeletonOn } from '../../pages/skeleton.ts'
import { swept } from '../../setup/sweep.ts'
import { expect, test } from '../../test.ts'
import { hostPolicyNames } from '../../world/policies.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

const tried = swept(
  hostPolicyNames.filter((id) => id !== 'none'),
  {
    drawn: 4,
    kindOf: (id) => {
      const { outcome } = matrix[id]
      return outcome === 'connects' ? outcome : outcome.code
    },
  },
)

for (const id of tried) {
  const row: MatrixPolicy = matrix[id]
  const { outcome, violates = [], frameViolates = [] } = row
  const tag = outcome === 'connects' ? '@C49' : '@C50'
  test(`${id}: ${outcome === 'connects' ? outcome : outcome.code}`, { tag }, async ({
    parts,
    wallets: [rabbit],
    violations,
  }) => {
    const { host, page, world } = parts
    const asked = page.waitForResponse((response) => response.request().isNavigationRequest())
    await host.open({ csp: id, path: row.page ?? '/', ...(row.host && { host: row.host }) })
    const headers = readHeaders((await asked).headers(), world.origins.modal)
    if (outcome === 'connects') {
      await host.create()
      await host.connect()
      const modal = await modalOn(page, world)
      await modal.wallet('Rabbit').click()
      const dapp = dappOn(page)
      await dapp.expectStatus('connected')
      expect(await dapp.address()).toBe(rabbit?.address)
      await dapp.expectClosed()
    } else {
      const { at, code, cure } = outcome
      const refused = at === 'create' ? await created(page) : await created(page).then(() => refusedOnClick(host))
      expect(refused).toEqual({ code, message: expect.stringContaining(cure) })
      if (at === 'frame') await skeletonOn(page).expectText(cure)
    }

    const { reportedAs, isObservedOnly } = await plant(page, row.plant, world.origins.other)
    await violations.next(({ directive }) => directive === reportedAs)
    expect(kinds(violations.all())).toEqual([...violates, reportedAs])
    if (!isObservedOnly) await world.nextViolation(({ directive }) => directive === reportedAs)
    const planted = isObservedOnly ? [] : [reportedAs]
    const posted = kinds(world.violations())
    expect(posted).toEqual([...violates, ...frameViolates, ...planted])

    // Recorded for the table in the guide.
    const result = outcome === 'connects' ? outcome : outcome.code
    const seen: MatrixResult = { id, headers, result, violations: posted.length - planted.length }
    test.info().annotations.push({ type: 'matrix', description: JSON.stringify(seen) })
  })
}

/** The reported directives in order, without consecutive duplicates, which Chromium sends for a report-only policy. */
const kinds = (reports: readonly { directive: string }[]) =>
  reports.map(({ directive }) => directive).filter((kind, index, all) => kind !== all[index - 1])

/** The providers that Airlock gives to pages, judged by the rules of their standards. `npm run standards` prints the table. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtSolana } from '../libraries/solana/prepare.ts'
import { type Scene, type Visitor, visitors } from '../libraries/solana/visitors.ts'
import { flaws } from '../provider-standards/flaws.ts'
import { openProbe, type Subject } from '../provider-standards/probe.ts'
import type { Rule } from '../provider-standards/rule.ts'
import { judge, type Verdict } from '../provider-standards/rules.ts'
import { expect, test } from '../test.ts'
import { installWallet } from '../wallets/install.ts'

const reports = resolve(import.meta.dirname, '../../test-results/provider-standards')
const isBuilt = existsSync(join(builtSolana, 'standards.html'))

async function injected({ context, world }: Scene): Promise<Visitor> {
  const wallet = await installWallet(context, world, { name: 'Rabbit' })
  return {
    options: world.config,
    host: 'host',
    choose: (modal) => modal.wallet('Rabbit').click(),
    approve: async () => {},
    decline: async () => {},
    leave: () => wallet.emit('accountsChanged', []),
    emit: wallet.emit,
    stop: async () => {},
  }
}

const subjects: readonly (readonly [Subject, (scene: Scene) => Promise<Visitor>, readonly Rule['standard'][]])[] = [
  ['injected', injected, ['EIP-1193']],
  ['paired', visitors.paired, ['EIP-1193', 'Wallet Standard']],
  ['embedded', visitors.embedded, ['EIP-1193', 'EIP-6963', 'Wallet Standard']],
]

for (const [subject, start, standards] of subjects)
  test(`the providers follow their standards with the ${subject} wallet`, async ({ page, context, world }) => {
    test.setTimeout(180_000)
    test.skip(!isBuilt, 'The libraries are not installed: npm run standards')
    const visitor = await start({ page, context, world })
    try {
      const probe = await openProbe(page, world, visitor)
      const verdicts: Verdict[] = await judge(probe, subject, 'before', standards)
      const asked = probe.dapp.connect()
      await visitor.choose(await probe.modal())
      await asked
      await probe.dapp.expectStatus('connected')
      await probe.dapp.expectClosed()
      if (subject !== 'injected')
        await expect.poll(async () => (await probe.dapp.state()).accounts.solana?.status).toBe('connected')
      verdicts.push(...(await judge(probe, subject, 'connected', standards)))
      await visitor.leave()
      await probe.dapp.expectStatus('disconnected')
      await probe.dapp.call((airlock) => airlock.close())
      await probe.dapp.expectClosed()
      verdicts.push(...(await judge(probe, subject, 'after', standards)))
      mkdirSync(reports, { recursive: true })
      writeFileSync(join(reports, `${subject}.json`), JSON.stringify(verdicts, null, 2))
      expect(verdicts.filter(({ broken }) => broken !== undefined)).toEqual([])
      expect(verdicts.length).toBeGreaterThan(10)
    } finally {
      await visitor.stop()
    }
  })

test('a provider with one flaw breaks the rule that names it', async ({ page, context, world }) => {
  test.setTimeout(120_000)
  test.skip(!isBuilt, 'The libraries are not installed: npm run standards')
  const visitor = await injected({ page, context, world })
  for (const [rule, flaw] of Object.entries(flaws)) {
    const probe = await openProbe(page, world, visitor, {}, flaw)
    const verdicts = await judge(probe, 'embedded', 'before', ['EIP-1193', 'EIP-6963', 'Wallet Standard'])
    expect(verdicts.filter(({ broken }) => broken !== undefined).map((one) => one.rule)).toContain(rule)
  }
})

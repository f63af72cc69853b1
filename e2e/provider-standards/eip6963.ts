/** EIP-6963, for the embedded wallet, which Airlock announces. */
import { expect } from '../test.ts'
import { ownWallet } from '../world/records.ts'
import type { Probe } from './probe.ts'
import type { Rule } from './rule.ts'

interface Detail {
  readonly info: Readonly<Record<string, string>>
  readonly provider: { request: (call: object) => Promise<unknown> }
}
interface Standards {
  readonly details: readonly Detail[]
}

const on = ['embedded'] as const
const eip6963 = (rule: Omit<Rule, 'standard' | 'on'>): Rule => ({ standard: 'EIP-6963', on, ...rule })

/** Requests announcements, and reads all of them so far. */
const announced = ({ page }: Probe) =>
  page.evaluate(async () => {
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const { details } = Reflect.get(window, 'standards') as Standards
    return Promise.all(
      details.map(async (detail) => ({
        info: { ...detail.info },
        isFrozen: Object.isFrozen(detail) && Object.isFrozen(detail.info),
        isFirst: detail === details[0],
        accounts: await detail.provider.request({ method: 'eth_accounts' }),
      })),
    )
  })

export const eip6963Rules: readonly Rule[] = [
  eip6963({
    source: 'Window Events',
    rule: 'nothing is announced that cannot be used: no wallet before the sign-in',
    when: 'before',
    check: async (probe) => expect(await announced(probe)).toEqual([]),
  }),
  eip6963({
    source: 'Window Events: announce at load and at each request',
    rule: 'the wallet is announced once by itself, and once more for each request, as the same object',
    when: 'connected',
    async check(probe) {
      const before = (await announced(probe)).length
      expect(before).toBeGreaterThan(1)
      const all = await announced(probe)
      expect(all).toHaveLength(before + 1)
      expect(all.every(({ isFirst }) => isFirst)).toBe(true)
    },
  }),
  eip6963({
    source: 'Announce Event: MUST be frozen',
    rule: 'the detail and its info are frozen',
    when: 'connected',
    check: async (probe) => expect((await announced(probe)).every(({ isFrozen }) => isFrozen)).toBe(true),
  }),
  eip6963({
    source: 'EIP6963ProviderInfo',
    rule: 'uuid of version 4, a name, a `data:` picture, and an rdns; nothing else',
    when: 'connected',
    async check(probe) {
      const [first] = await announced(probe)
      expect(first?.info).toEqual({
        uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
        name: ownWallet.walletName,
        icon: expect.stringMatching(/^data:image\//),
        rdns: expect.stringMatching(/^[a-z\d-]+(\.[a-z\d-]+)+$/),
      })
    },
  }),
  eip6963({
    source: 'EIP6963ProviderDetail',
    rule: 'the announced provider is the EIP-1193 provider with the account',
    when: 'connected',
    check: async (probe) => expect((await announced(probe)).at(-1)?.accounts).toEqual([await probe.dapp.address()]),
  }),
  eip6963({
    source: 'Window Events',
    rule: 'our own list does not show our own announcement, and a signed-out wallet is not announced',
    when: 'after',
    async check(probe) {
      const before = (await announced(probe)).length
      expect(await announced(probe)).toHaveLength(before)
      const asked = probe.request({ method: 'eth_requestAccounts' })
      const modal = await probe.modal()
      await modal.expectView('Connect Wallet')
      await expect(modal.wallet(ownWallet.walletName)).toHaveCount(0)
      await modal.close.click()
      await asked
    },
  }),
]

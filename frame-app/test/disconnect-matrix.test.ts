/** Disconnecting: namespace × kind of wallet × before or after a reload × in this tab or in another one. */
import { type Namespace, namespaces } from '@airlock/protocol/scalars/caip.ts'
import { describe, expect, test } from 'vitest'
import { sampled } from '../../scripts/testing/gate-size.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { network, siteTime } from './support/modal.ts'
import { createSite, type Tab } from './support/site.ts'
import { checkHints, checkTab, saidIn } from './support/site-check.ts'
import { createEmbedded, createPageWallet, createPhone, places, type SiteWallet } from './support/site-wallets.ts'

const settle = siteTime(6000)

const networks = namespaces.flatMap((namespace) => places[namespace].map((id) => network(0, { id, name: id })))

interface Kind {
  readonly make: (namespace: Namespace) => SiteWallet & { prepare?: (context: Tab['context']) => void }
  readonly in: readonly Namespace[]
}
/** A kind of wallet that learns another namespace gets it here. */
const kinds: Readonly<Record<string, Kind>> = {
  'of the page': { make: (namespace) => createPageWallet('Metro', namespace), in: namespaces },
  'of the page that cannot revoke': {
    make: (namespace) => createPageWallet('Metro', namespace, { canRevoke: false }),
    in: namespaces,
  },
  'of the page’s developer': {
    make: (namespace) => createPageWallet('Ledger', namespace, { type: 'external' }),
    in: ['eip155'],
  },
  'on a phone': { make: () => createPhone(), in: namespaces },
  embedded: { make: () => createEmbedded(), in: ['eip155', 'solana'] },
}
const by = ['the page', 'the page, of all', 'the wallet'] as const

const cells = Object.entries(kinds).flatMap(([kind, { make, in: served }]) =>
  served.flatMap((namespace) =>
    [false, true].flatMap((isReloaded) =>
      [false, true].flatMap((isElsewhere) =>
        by.map((who) => ({ kind, make, namespace, isReloaded, isElsewhere, who })),
      ),
    ),
  ),
)

/** A wallet in another namespace, which stays unless all are disconnected. */
const companionOf = (namespace: Namespace) =>
  createPageWallet('Beside', namespaces.find((name) => name !== namespace) ?? 'solana')

describe.each(Object.keys(kinds))('a wallet %s', (kind) => {
  test.each(sampled(cells).filter((cell) => cell.kind === kind))(
    '$namespace, reloaded: $isReloaded, in another tab: $isElsewhere, by $who',
    async ({ make, namespace, isReloaded, isElsewhere, who }) => {
      const wallet = make(namespace)
      const beside = companionOf(namespace)
      const [other] = beside.namespaces
      const wallets = [wallet, beside]
      const site = createSite({ networks }, { prepare: wallet.prepare })
      const opened = async () => {
        const tab = site.open(...wallets.flatMap((one) => one.connectors()))
        await settle()
        return tab
      }
      let [here, there] = [await opened(), await opened()]
      await wallet.connect(here.context, namespace)
      await settle()
      await beside.connect(here.context, other ?? 'solana')
      await settle()
      for (const tab of [here, there]) {
        const connected = saidIn(tab).accounts.filter(({ status }) => status === 'connected')
        expect(connected.map((one) => one.namespace)).toEqual(expect.arrayContaining([namespace, other]))
        await checkTab(tab, wallets, 'before')
      }
      if (isReloaded) {
        here.close()
        there.close()
        ;[here, there] = [await opened(), await opened()]
        for (const tab of [here, there]) await checkTab(tab, wallets, 'after the reload')
      }

      const at = isElsewhere ? there : here
      if (who === 'the wallet') for (const one of wallet.isShared ? wallet.namespaces : [namespace]) wallet.leave(one)
      else await disconnect(at.context, who === 'the page' ? namespace : undefined)
      await settle()

      const rest = who === 'the page, of all' ? [] : [other]
      const third = await opened()
      for (const tab of [here, there, third]) {
        const connected = saidIn(tab).accounts.filter(({ status }) => status === 'connected')
        expect(connected.map((one) => one.namespace)).toEqual(rest)
        await checkTab(tab, wallets, 'after it')
        checkHints(site, tab, wallets, 'after it')
      }
      if (kind !== 'of the page that cannot revoke') expect(wallet.isOpen(namespace)).toBe(false)
    },
  )
})

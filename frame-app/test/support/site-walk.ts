/** A random walk over what users, pages, wallets and browsers do with connections. */
import { type Namespace, namespaceOf, namespaces, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { addNetwork, removeNetwork } from '../../src/modal/features/networks/networks.ts'
import { switchNetwork } from '../../src/modal/features/networks/switch-network.ts'
import { disconnect } from '../../src/modal/session/disconnect.ts'
import { network } from './bare-context.ts'
import { createSite, type Tab } from './site.ts'
import { checkHints, checkTab, saidIn } from './site-check.ts'
import { createEmbedded, createPageWallet, createPhone, places, type SiteWallet } from './site-wallets.ts'

const all = namespaces.flatMap((namespace) => places[namespace].map((id) => network(0, { id, name: id })))
const one = <T>(list: readonly T[]) => fc.constantFrom(...list)
const tab = fc.nat(1)
const wallet = fc.nat(6)
const namespace = one(namespaces)
const place = fc.nat(1)

/** Numbers are turned into what exists when the step is taken. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('connect' as const), tab, wallet, namespace }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('disconnect' as const), tab, namespace }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('disconnectAll' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('switch' as const), tab, namespace, place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('add' as const), namespace, place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), namespace, place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reload' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('loseFrame' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('changeAccount' as const), wallet, namespace }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('changeNetwork' as const), wallet, namespace }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), wallet, namespace }) },
)

/** One session of several namespaces at a time: a hint names only the first namespace of each (docs/decisions/connecting.md). */
export const walk = (length: number) =>
  fc.record({ hasPhone: fc.boolean(), steps: fc.array(step, { minLength: length, maxLength: length }) })
type Walk = ReturnType<typeof walk> extends fc.Arbitrary<infer T> ? T : never

async function settle() {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(6000)
}

/** Takes the steps, and checks every tab after each. */
export async function take({ hasPhone, steps }: Walk): Promise<void> {
  const phone = createPhone(['eip155', 'solana', 'bip122', 'polkadot'])
  const embedded = createEmbedded()
  const wallets: readonly SiteWallet[] = [
    ...namespaces.map((name) => createPageWallet(`Metro ${name}`, name)),
    createPageWallet('Second', 'eip155'),
    createPageWallet('Ledger', 'eip155', { type: 'external', canRevoke: false }),
    hasPhone ? phone : embedded,
  ]
  let listed = [...all]
  const site = createSite(
    { networks: listed, allowUnsupportedChain: true },
    {
      prepare(context) {
        phone.prepare(context)
        embedded.prepare(context)
      },
    },
  )
  const openTab = async () => {
    const opened = site.open(...wallets.flatMap((each) => each.connectors()))
    for (const { id } of all) if (!listed.some((known) => known.id === id)) removeNetwork(opened.context, id)
    await settle()
    return opened
  }
  const tabs: [Tab, Tab] = [await openTab(), await openTab()]
  const reload = async (at: 0 | 1) => {
    tabs[at].close()
    tabs[at] = await openTab()
  }
  const taken: string[] = []
  for (const next of steps) {
    taken.push(JSON.stringify(next))
    const at = 'tab' in next && next.tab === 1 ? 1 : 0
    const { context } = tabs[at]
    const used = 'wallet' in next ? wallets[next.wallet] : undefined
    const space: Namespace =
      'namespace' in next
        ? used && !used.namespaces.includes(next.namespace)
          ? (used.namespaces[0] ?? 'eip155')
          : next.namespace
        : 'eip155'
    const id = places[space]['place' in next && next.place === 1 ? 1 : 0]
    switch (next.does) {
      case 'connect':
        await used?.connect(context, space)
        break
      case 'disconnect':
        await disconnect(context, space).catch(() => {})
        break
      case 'disconnectAll':
        await disconnect(context).catch(() => {})
        break
      case 'switch':
        await switchNetwork(context, id).catch(() => {})
        break
      case 'add':
        listed = [...listed.filter((known) => known.id !== id), network(0, { id, name: id })]
        for (const each of tabs) addNetwork(each.context, network(0, { id, name: id }))
        break
      case 'remove':
        if (
          listed.filter((known) => namespaceOf(known.id) === space).length < 2 ||
          !listed.some((known) => known.id === id)
        )
          break
        listed = listed.filter((known) => known.id !== id)
        for (const each of tabs) removeNetwork(each.context, id)
        break
      case 'reload':
      case 'loseFrame':
        await reload(at)
        break
      case 'changeAccount':
        used?.changeAccount(space)
        break
      case 'changeNetwork':
        used?.changeNetwork(space)
        break
      case 'leave':
        used?.leave(space)
        break
    }
    await settle()
    const trace = `step ${taken.length} of ${taken.slice(-6).join(' ')}`
    for (const each of tabs) await checkTab(each, wallets, trace)
    for (const each of tabs) checkHints(site, each, wallets, trace)
    const [here, there] = tabs.map(connectedIn)
    for (const name of namespaces)
      expect(agree(here?.[name], there?.[name]), `${trace}: ${name} is the same in both tabs`).toBe(true)
  }
  for (const each of tabs) each.close()
}

/** Which wallet and account each namespace has; the network of a session's other namespaces is each tab's own. */
const connectedIn = (tab: Tab): Readonly<Record<string, string>> =>
  Object.fromEntries(
    saidIn(tab).accounts.flatMap(({ status, namespace: name, wallet: its, active }) =>
      status === 'connected' ? [[name, `${its?.type} ${its?.name} ${parseCaip10(active ?? '').address}`]] : [],
    ),
  )

/** A tab that was opened later has a namespace of the session that another wallet has left meanwhile. */
const agree = (here: string | undefined, there: string | undefined) =>
  here === there || ((here === undefined || there === undefined) && /^(walletConnect|auth) /.test(here ?? there ?? ''))

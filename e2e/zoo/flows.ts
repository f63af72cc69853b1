/** What users do with a wallet. Each flow ends with one line: what became of it, as the page is told and as it is in the wallet. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { vi } from 'vitest'
import { connect } from '../../frame-app/src/modal/features/connect/connect.ts'
import { open } from '../../frame-app/src/modal/features/connect/open.ts'
import { switchNetwork } from '../../frame-app/src/modal/features/networks/switch-network.ts'
import { pairingAtom } from '../../frame-app/src/modal/features/pairing/state/pairing.ts'
import { agreeToPsbt } from '../../frame-app/src/modal/features/sign-in/psbt-question.ts'
import { sign } from '../../frame-app/src/modal/features/sign-in/sign-in.ts'
import { psbtAtom } from '../../frame-app/src/modal/features/sign-in/state/psbt.ts'
import { rpcRequest } from '../../frame-app/src/modal/host/rpc-request.ts'
import { disconnect } from '../../frame-app/src/modal/session/disconnect.ts'
import { connectAttemptAtom } from '../../frame-app/src/modal/session/state/attempts.ts'
import { canPairAtom, pairingRowKey } from '../../frame-app/src/modal/session/state/connectors.ts'
import { sessionAtom, signInAtom } from '../../frame-app/src/modal/session/state/sign-in.ts'
import { truthOf } from './outcomes.ts'
import { openSite, type ZooTab } from './site.ts'
import type { Asked, FlowName, Kind, ZooWallet } from './wallet.ts'

interface Visit {
  readonly kind: Kind
  readonly wallet: ZooWallet
  readonly site: ReturnType<typeof openSite>
  tab: ZooTab
}

const stepMs = 50
/** Long enough for every patience of the modal but the user's. */
const longMs = 20_000

/** Lets the clock run until the work has ended. @returns whether it has */
async function runs(work: Promise<unknown>): Promise<boolean> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  for (let ms = 0; ms < longMs && !isDone; ms += stepMs) await pass(stepMs)
  return isDone
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

async function connected(visit: Visit): Promise<string> {
  const { tab, wallet } = visit
  open(tab.context)
  if (wallet.pair) return paired(visit)
  for (let ms = 0; ms < 3_000 && !tab.connector(); ms += stepMs) await pass(stepMs)
  const { key } = tab.connector() ?? {}
  if (key === undefined) return 'not listed'
  await runs(connect(tab.context, key))
  const attempt = tab.store.get(connectAttemptAtom)
  if (tab.told().status === 'connected') return truth(visit)
  return attempt.status === 'failed' ? `failed: ${attempt.error.code}` : attempt.status
}

async function paired(visit: Visit): Promise<string> {
  const { store, context, told } = visit.tab
  store.set(canPairAtom, true)
  await runs(connect(context, pairingRowKey))
  const isOver = () => told().status === 'connected' || /failed|declined/.test(store.get(pairingAtom).status)
  for (let ms = 0; ms < longMs && !isOver(); ms += stepMs) await pass(stepMs)
  if (told().status === 'connected') return truth(visit)
  const state = store.get(pairingAtom)
  return state.status === 'failed' ? `failed: ${state.error.code}` : state.status
}

const truth = ({ kind, wallet, tab }: Visit): string => truthOf(kind, wallet, tab.told())

type Flow = (visit: Visit) => Promise<string>

/** After a connection; without one there is nothing to do. */
const after =
  (act: Flow): Flow =>
  async (visit) => {
    await connected(visit)
    if (visit.tab.told().status !== 'connected') return 'not connected'
    await pass(1_000) // the modal closes
    return act(visit)
  }

const reason = (error: unknown) => (error instanceof AirlockError ? error.code : String(error))

const switching: Flow = async (visit) => {
  let ended = 'never ends'
  const work = switchNetwork(visit.tab.context, visit.kind.networks[1].id, { isOfPage: true }).then(
    () => {
      ended = ''
    },
    (error: unknown) => {
      ended = reason(error)
    },
  )
  await runs(work)
  await pass(2_000)
  const now = truth(visit)
  return ended === '' ? now : `${ended}, ${now.replace(/^on /, 'stays on ')}`
}

/** Another tab of the site, when it knows whether it is connected. */
async function opened(site: Visit['site']): Promise<ZooTab> {
  const tab = site.open()
  await pass(4_000)
  for (let ms = 0; ms < longMs && tab.told().status === 'connecting'; ms += stepMs) await pass(stepMs)
  return tab
}

async function reloaded(visit: Visit): Promise<string> {
  visit.tab.close()
  visit.tab = await opened(visit.site)
  return truth(visit)
}

/** The page calls the wallet: an injected EVM wallet by itself, any other through the modal. */
async function asking({ kind, tab }: Visit, asked: Asked | undefined, right: string): Promise<string> {
  if (!asked) throw new Error('the kind has no such call')
  const { address = '' } = tab.told()
  const [network] = kind.networks
  const call = { scope: network.id, method: asked.method, params: asked.params(address, network) }
  const { signal } = new AbortController()
  const connector = tab.connector()
  const work =
    kind.namespace === 'eip155' && connector?.handle !== undefined
      ? connector.request(call.method, call.params, { scope: call.scope, signal })
      : rpcRequest(tab.context, call, { signal, waitsForPerson() {} } as never).then(({ result }) => result) // as: what it uses
  let outcome = 'never answered'
  // The modal shows some transactions first.
  const unsub = tab.store.sub(psbtAtom, () => queueMicrotask(() => agreeToPsbt(tab.context)))
  await runs(
    work.then(
      async (answer) => {
        outcome = (await asked.isRight(answer, address)) ? right : 'another answer'
      },
      (error: unknown) => {
        outcome = reason(error)
      },
    ),
  )
  unsub()
  return outcome
}

export const flows: Readonly<Record<FlowName, Flow>> = {
  connect: connected,
  reload: after(reloaded),
  'reload and unlock': after(async (visit) => {
    visit.wallet.lock()
    await reloaded(visit)
    visit.wallet.unlock()
    await pass(500)
    // A page that was told nothing has to be connected by its user again.
    return visit.tab.told().status === 'connected' ? truth(visit) : connected(visit)
  }),
  'two tabs': after(async (visit) => {
    const { site, tab } = visit
    const other = await opened(site)
    const both = () => [truth({ ...visit, tab: other }), truth(visit)]
    const [there, here] = both()
    if (there !== here) return `${here}, in the other tab ${there}`
    await runs(disconnect(tab.context))
    await pass(4_000)
    const [left, gone] = both()
    return left === gone ? `${here}, then ${gone}` : `${gone}, in the other tab ${left}`
  }),
  switch: after(switching),
  'switch at once': async (visit) => {
    // While the modal closes after the connection.
    await connected(visit)
    return visit.tab.told().status === 'connected' ? switching(visit) : 'not connected'
  },
  add: after((visit) => {
    visit.wallet.drop?.(visit.kind.networks[1].id)
    return switching(visit)
  }),
  sign: after((visit) => asking(visit, visit.kind.asked.sign, 'signed')),
  'sign a transaction': after((visit) => asking(visit, visit.kind.asked.transaction, 'signed')),
  send: after((visit) => asking(visit, visit.kind.asked.send, 'sent')),
  'sign in': async (visit) => {
    const { store, context } = visit.tab
    await connected(visit)
    const state = () => store.get(signInAtom)
    for (let ms = 0; ms < 3_000 && state().status !== 'ready'; ms += stepMs) await pass(stepMs)
    if (visit.tab.told().status !== 'connected') return 'not connected'
    await runs(sign(context))
    if (visit.tab.told().status !== 'connected') return visit.tab.told().status
    const { status } = state()
    const session = store.get(sessionAtom)
    if (!session) return `not signed in: ${status}`
    const { chainId, accountAddress } = session.data
    return (await visit.site.sessions.get(chainId, accountAddress)).length === 1
      ? 'signed in'
      : 'the page has no session'
  },
  disconnect: after(async (visit) => {
    const ended = await runs(disconnect(visit.tab.context))
    await pass(500)
    return ended ? truth(visit) : 'never ends'
  }),
  'disconnect while it is asked': after(async (visit) => {
    visit.wallet.hush?.()
    const asked = asking(visit, visit.kind.asked.sign, 'signed')
    await pass(500)
    await runs(disconnect(visit.tab.context))
    return `${await asked}, then ${truth(visit)}`
  }),
  'left in the wallet': after(async (visit) => {
    visit.wallet.leave()
    await pass(2_000)
    return truth(visit)
  }),
  'moved in the wallet': after(async (visit) => {
    visit.wallet.move?.(visit.kind.networks[1].id)
    await pass(2_000)
    return truth(visit)
  }),
  'other account': after(async (visit) => {
    visit.wallet.choose('second')
    await pass(2_000)
    return truth(visit)
  }),
  'network trouble': after(async (visit) => {
    visit.wallet.stumble?.()
    await pass(1_000)
    return truth(visit)
  }),
}

/** Plays one cell of the matrix, with a clock that the caller has faked. */
export async function play(kind: Kind, wallet: ZooWallet, flow: FlowName): Promise<string> {
  const site = openSite(kind, wallet, flow === 'sign in')
  const visit: Visit = { kind, wallet, site, tab: site.open() }
  try {
    return await flows[flow](visit)
  } finally {
    visit.tab.close()
  }
}

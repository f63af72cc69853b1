/** What visitors do with a wallet of the page. Each ends with one line: what became of it, as the page is told and as it is in the wallet. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { vi } from 'vitest'
import { connect } from '../../frame-app/src/modal/flows/connect.ts'
import { disconnect } from '../../frame-app/src/modal/flows/disconnect.ts'
import { open } from '../../frame-app/src/modal/flows/open.ts'
import { switchNetwork } from '../../frame-app/src/modal/flows/switch-network.ts'
import { connectAttemptAtom } from '../../frame-app/src/modal/state/attempts.ts'
import { checksum } from '../../frame-app/src/shared/chains/eip155/checksum.ts'
import { RpcError } from '../world/rpc.ts'
import { openPage, type ZooPage } from './page.ts'
import { createEvmWallet, first, type Installed, type Quirk, second } from './wallet.ts'

interface Visit extends Installed {
  page: ZooPage
}

const stepMs = 50
/** Long enough for every patience of the modal but the visitor's. */
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
  const { page } = visit
  open(page.context)
  for (let ms = 0; ms < 3_000 && !page.connector(); ms += stepMs) await pass(stepMs)
  const { key } = page.connector() ?? {}
  if (key === undefined) return 'not listed'
  await runs(connect(page.context, key))
  const attempt = page.store.get(connectAttemptAtom)
  if (page.told().status === 'connected') return truth(visit)
  return attempt.status === 'failed' ? `failed: ${attempt.error.code}` : attempt.status
}

/** Whether the page is told what is so in the wallet. */
function truth({ page, wallet }: Visit): string {
  const { status, chain, address = '', network } = page.told()
  if (status !== 'connected') return status === 'disconnected' ? 'disconnected' : status
  if (network !== `eip155:${chain}`) return `account on ${chain}, network ${network}`
  if (chain !== wallet.chain) return `says ${chain}, is on ${wallet.chain}`
  if (!wallet.isShared) return 'says connected, shares nothing'
  if (address !== checksum(address)) return `writes ${address}`
  if (address.toLowerCase() !== wallet.accounts[0]?.toLowerCase()) return 'says the old account'
  return `on ${chain}${address.toLowerCase() === first.toLowerCase() ? '' : ', other account'}`
}

type Flow = (visit: Visit) => Promise<string>

/** After a connection; without one there is nothing to do. */
const after =
  (act: Flow): Flow =>
  async (visit) => {
    await connected(visit)
    if (visit.page.told().status !== 'connected') return 'not connected'
    await pass(1_000) // the modal closes
    return act(visit)
  }

const reason = (error: unknown) => (error instanceof AirlockError ? error.code : String(error))

const switching: Flow = async (visit) => {
  let ended = 'never ends'
  const work = switchNetwork(visit.page.context, 'eip155:10', { isOfPage: true }).then(
    () => {
      ended = ''
    },
    (error: unknown) => {
      ended = reason(error)
    },
  )
  await runs(work)
  await pass(500)
  const now = truth(visit)
  return ended === '' ? now : `${ended}, ${now.replace(/^on /, 'stays on ')}`
}

async function reloaded(visit: Visit): Promise<string> {
  visit.page.close()
  visit.page = openPage(visit, visit.page)
  await pass(4_000)
  for (let ms = 0; ms < longMs && visit.page.told().status === 'connecting'; ms += stepMs) await pass(stepMs)
  return truth(visit)
}

export const flows = {
  connect: connected,
  reload: after(reloaded),
  'reload and unlock': after(async (visit) => {
    const { wallet } = visit
    const { accounts } = wallet
    wallet.accounts = []
    await reloaded(visit)
    wallet.accounts = accounts
    wallet.emit('accountsChanged', accounts)
    await pass(500)
    // A page that was told nothing has to be connected by its visitor again.
    return visit.page.told().status === 'connected' ? truth(visit) : connected(visit)
  }),
  switch: after(switching),
  'switch at once': async (visit) => {
    // While the modal closes after the connection.
    await connected(visit)
    return visit.page.told().status === 'connected' ? switching(visit) : 'not connected'
  },
  add: after((visit) => {
    visit.wallet.known.delete(10)
    return switching(visit)
  }),
  sign: after(async ({ page }) => {
    const { connector } = page
    const { signal } = new AbortController()
    const work = connector()?.request('personal_sign', ['0x68656c6c6f', page.told().address ?? ''], {
      scope: 'eip155:1',
      signal,
    })
    return Promise.resolve(work).then(
      (answer) => (answer === `0x${'11'.repeat(65)}` ? 'signed' : 'another answer'),
      reason,
    )
  }),
  disconnect: after(async (visit) => {
    const ended = await runs(disconnect(visit.page.context))
    await pass(500)
    return ended ? truth(visit) : 'never ends'
  }),
  'moved in the wallet': after(async (visit) => {
    visit.wallet.move(10)
    await pass(500)
    return truth(visit)
  }),
  'other account': after(async (visit) => {
    visit.wallet.choose(second)
    await pass(500)
    return truth(visit)
  }),
  'network trouble': after(async (visit) => {
    visit.wallet.emit('disconnect', new RpcError(1013, 'Attempting to connect'))
    await pass(500)
    visit.wallet.emit('connect', { chainId: `0x${visit.wallet.chain.toString(16)}` })
    await pass(500)
    return truth(visit)
  }),
} as const satisfies Readonly<Record<string, Flow>>

export type FlowName = keyof typeof flows
export const flowNames = Object.keys(flows) as readonly FlowName[] // as: the keys just written

/** What becomes of the flow with a wallet without quirks. */
export const usual: Readonly<Record<FlowName, string>> = {
  connect: 'on 1',
  reload: 'on 1',
  'reload and unlock': 'on 1',
  switch: 'on 10',
  'switch at once': 'on 10',
  add: 'on 10',
  sign: 'signed',
  disconnect: 'disconnected',
  'moved in the wallet': 'on 10',
  'other account': 'on 1, other account',
  'network trouble': 'on 1',
}

/** Plays one cell of the matrix, with a clock that the caller has faked. */
export async function play(quirk: Quirk, flow: FlowName): Promise<string> {
  const installed = createEvmWallet(quirk)
  const visit: Visit = { ...installed, page: openPage(installed) }
  try {
    return await flows[flow](visit)
  } finally {
    visit.page.close()
  }
}

/**
 * The embedded wallet with the real Key Worker, along a user's journey: what is loaded before the user chooses
 * email, and how long the Worker's calls take, both inside the Worker (from message to answer) and for the calling
 * document, which renders a view meanwhile. The document's floor is a call that only creates a key.
 */
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { solanaOn } from '../pages/solana.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { hostPage } from '../setup/pages.ts'
import type { World } from '../world/world.ts'
import { type Figure, median, percentile } from './figure.ts'
import { keepNames, type Session, withContext } from './session.ts'

const rounds = 15
const limitMs = 300_000
/** The promise is 2 ms; twice that is a failure. */
const twicePromised = 4

/** A call of the Worker. `start`: from the Worker's creation to its first answer. */
interface Call {
  readonly name: string
  readonly ms: number
}

/** Runs in a Key Worker before the Worker's own script, so that its listener comes first, and records how long each call takes. */
function timeCalls(): void {
  const asked = new Map<unknown, { readonly name: string; readonly at: number }>()
  const calls: Call[] = []
  const fieldOf = (data: unknown, name: string): unknown =>
    typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  self.addEventListener('message', ({ data }: Event & { readonly data?: unknown }) => {
    const path = fieldOf(data, 'path')
    asked.set(fieldOf(data, 'id'), { name: Array.isArray(path) ? String(path[0]) : '', at: performance.now() })
  })
  const post = self.postMessage.bind(self)
  Reflect.set(self, 'postMessage', (message: unknown, ...rest: never[]) => {
    const call = asked.get(fieldOf(message, 'id'))
    if (call) calls.push({ name: call.name, ms: performance.now() - call.at })
    post(message, ...rest)
  })
  Reflect.set(self, 'benchCalls', calls)
}

/** Runs in every document before its scripts, wraps the Worker constructor, and reports calls to `workerCall`. */
function watchWorkers(): void {
  const tell = (name: string, ms: number): unknown => {
    const binding: unknown = Reflect.get(globalThis, 'workerCall')
    return typeof binding === 'function' ? Reflect.apply(binding, undefined, [{ name, ms }]) : undefined
  }
  const asked = new Map<unknown, { readonly name: string; readonly at: number }>()
  const fieldOf = (data: unknown, name: string): unknown =>
    typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, data: unknown, ...rest: unknown[]) {
    const path = fieldOf(data, 'path')
    asked.set(fieldOf(data, 'id'), { name: Array.isArray(path) ? String(path[0]) : '', at: performance.now() })
    Reflect.apply(postMessage, this, [data, ...rest])
  }
  globalThis.Worker = new Proxy(Worker, {
    construct(target, given: ConstructorParameters<typeof Worker>) {
      const at = performance.now()
      const worker = new target(...given)
      let isNew = true
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const now = performance.now()
        const call = asked.get(fieldOf(data, 'id'))
        if (isNew) tell('start', now - at)
        // A call that was sent while the Worker started would include the start.
        else if (call) tell(call.name, now - call.at)
        isNew = false
      })
      return worker
    },
  })
}

export async function measureEmbedded(session: Session): Promise<Figure[]> {
  const { world } = session
  return withContext(
    session,
    async (context) => {
      const calls: Call[] = []
      await context.exposeBinding('workerCall', (_, call: Call) => void calls.push(call))
      await context.addInitScript(watchWorkers)
      const page = await context.newPage()
      const { loads, inside } = await visit(context, page, world)
      const of = (from: readonly Call[], name: string): number[] =>
        from.filter((call) => call.name === name).map(({ ms }) => ms)
      const starts = of(calls, 'start')
      const signs = of(calls, 'sign')
      const floor = median(of(calls, 'recipient'))
      const common = { group: 'wallet', unit: 'ms' } as const
      const asDocument = (name: string, ours: number, times: readonly number[]): Figure => ({
        ...common,
        name: `${name}, for the document`,
        ours,
        floor,
        rounds: times.length,
      })
      const inWorker = (name: string, limit: number, times: readonly number[], ours = median(times)): Figure => ({
        ...common,
        name: `${name}, in the Worker`,
        ours,
        floor: median(of(inside, 'recipient')),
        limit,
        rounds: times.length,
      })
      const unlocks = of(calls, 'unlock')
      const insideSigns = of(inside, 'sign')
      // Those during page load are excluded, because they wait for other keys that are created meanwhile.
      const proofs = of(inside.slice(inside.findLastIndex(({ name }) => name === 'sign')), 'prove')
      return [
        ...loads,
        {
          ...common,
          name: 'Key Worker, from its making to its first answer',
          ours: median(starts),
          floor: await emptyWorker(context),
          limit: 200,
          rounds: starts.length,
        },
        // After a lock, the Worker is a new one.
        { ...asDocument('unlock in a new Worker, p50', median(unlocks), unlocks), limit: 500 },
        { ...asDocument('unlock in a new Worker, p95', percentile(unlocks, 0.95), unlocks), limit: 500 },
        asDocument('sign with secp256k1, p50', median(signs.slice(0, rounds)), signs.slice(0, rounds)),
        asDocument('sign with ed25519, p50', median(signs.slice(rounds)), signs.slice(rounds)),
        inWorker('sign with secp256k1, p50', twicePromised, insideSigns.slice(0, rounds)),
        inWorker('sign with ed25519, p50', twicePromised, insideSigns.slice(rounds)),
        inWorker('proof of the device key, p50', twicePromised, proofs),
      ]
    },
    limitMs,
  )
}

/** Signs up, returns many times and signs. Reports which files were loaded when. */
async function visit(
  context: BrowserContext,
  page: Page,
  world: World,
): Promise<{ readonly loads: readonly Figure[]; readonly inside: readonly Call[] }> {
  const urls: string[] = []
  page.on('request', (request) => void urls.push(request.url()))
  const isOfWallet = (url: string) =>
    new URL(url).origin === world.origins.wallet || /\/(wallet-link|Email\w+View)-[\w-]+\.js/.test(url)
  const loaded = () => urls.filter(isOfWallet).length

  const host = hostPage(page, world)
  const networks = [...world.config.networks, world.solana.network]
  const options = { ...world.embedded, networks }
  const dapp = dappOn(page)
  await host.open()
  await host.create(options)
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.frame.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.waitForLoadState('networkidle')
  const before = loaded()
  await signInByMail(modal, mailboxOf(context, world, 'bench'))
  await dapp.expectStatus('connected')
  const after = loaded()
  for (const kind of [/\/wallet-link-/, /\/Email\w+View-/, /\/key-worker-/])
    if (!urls.some((url) => kind.test(url))) throw new Error(`The trace has not seen ${kind}`)
  await dapp.expectClosed()

  const comeBack = async () => {
    await host.open()
    await host.create(options)
    await dapp.expectStatus('connected')
  }
  for (let round = 0; round < rounds; round += 1) {
    urls.length = 0
    await comeBack()
  }
  const hinted = loaded()

  const inside: Call[] = []
  const collect = async () => {
    const [worker] = page.workers()
    if (!worker) throw new Error('There is no Key Worker')
    // as: set by `timeCalls`.
    inside.push(...(await worker.evaluate(() => Reflect.get(self, 'benchCalls') as Call[])))
  }
  await context.route(/\/key-worker-[\w-]+\.js$/, async (route) => {
    // Node cannot resolve names below `localhost`.
    const url = new URL(route.request().url())
    const host = url.host
    url.hostname = '127.0.0.1'
    const response = await route.fetch({ url: url.href, headers: { ...route.request().headers(), host } })
    await route.fulfill({ response, body: `${keepNames};(${String(timeCalls)})();${await response.text()}` })
  })
  for (let round = 0; round < rounds; round += 1) {
    await comeBack()
    // The Worker ends with the page. The last one is also used for signing and is read afterwards.
    if (round < rounds - 1) await collect()
  }
  const address = (await dapp.address()) ?? ''
  for (let round = 0; round < rounds; round += 1) {
    const signed = dapp.request('personal_sign', ['0x6869', address])
    await (await walletScreenOn(page, world)).approveInWindow('Sign')
    if ('code' in (await signed)) throw new Error('Nothing was signed')
    await dapp.expectClosed()
  }
  for (let round = 0; round < rounds; round += 1) {
    const signed = solanaOn(page).signMessage(new TextEncoder().encode('hi'))
    await (await walletScreenOn(page, world)).approveInWindow('Sign')
    await signed
    await dapp.expectClosed()
  }
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  for (let round = 0; round < 2 * rounds; round += 1) {
    // This view sends the service a request with a proof.
    const account = await modalOn(page, world)
    await account.button('Devices').click()
    await (await walletScreenOn(page, world)).button('Done').click()
    await account.expectView('Account')
  }
  const common = { group: 'wallet', unit: 'files', floor: after, rounds: 1 } as const
  const loads: Figure[] = [
    {
      ...common,
      name: 'of the sign-in and the Key Worker, before email is chosen; floor: after',
      ours: before,
      limit: 0,
    },
    { ...common, name: 'the same with a stored hint, unasked', ours: hinted },
  ]
  await collect()
  return { loads, inside }
}

/** Start time of a Worker that sends one message, on an otherwise empty page. */
async function emptyWorker(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const at = performance.now()
            const worker = new Worker('data:text/javascript,postMessage(1)', { type: 'module' })
            worker.addEventListener('message', () => {
              resolve(performance.now() - at)
              worker.terminate()
            })
          }),
      ),
    )
  await page.close()
  return median(times)
}

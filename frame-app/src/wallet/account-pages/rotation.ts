/**
 * Replaces the wallet by one with a new key, and moves what the old addresses hold. The user begins each of the three parts in the wallet's
 * own window: the new key, the transactions, and the end of the old account. Whatever is interrupted goes on from what the service and the
 * nodes say.
 */
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { exportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import type { SentLog } from '../approval/eip155/nonces.ts'
import { networkWords } from '../approval/networks.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { Account } from '../login/account.ts'
import type { Session } from '../login/session.ts'
import type { Passkeys } from '../recovery/passkeys.ts'
import type { Item, ItemState, NetworkNote, Plan, Sweeper, SweepParts } from '../rotation/items.ts'
import type { SweepRequest } from '../signing/sweep.ts'
import { pinOf, ticketFor } from './exports.ts'
import { createShown, type Shown, screenOf } from './shown.ts'
import { type SecurityTrouble, securityTrouble, signedInUser } from './trouble.ts'

export type RotationScreen =
  | { readonly status: 'loading' }
  /** Nothing has been replaced, or the old account was ended. `isEnded`: just now. */
  | { readonly status: 'asking'; readonly trouble?: SecurityTrouble | undefined; readonly isEnded?: boolean }
  | { readonly status: 'replacing' }
  | {
      readonly status: 'plan'
      readonly former: Addresses
      readonly items: readonly Item[]
      readonly notes: readonly NetworkNote[]
      /** The nodes are asked what is there. */
      readonly isReading: boolean
      /** They could not be asked yet: an empty list says nothing. */
      readonly isUnread?: boolean
      readonly isMoving: boolean
      readonly trouble?: SecurityTrouble | undefined
      /** The user has asked to end the old account, and has to type a word. */
      readonly isEnding?: 'asked' | 'running' | undefined
    }
type PlanScreen = Extract<RotationScreen, { status: 'plan' }>

export interface RotationContext {
  readonly session: Pick<Session, 'call' | 'userId'>
  readonly worker: Pick<KeyWorker, 'call'>
  readonly account: Pick<Account, 'open' | 'replace'>
  readonly passkeys: Pick<Passkeys, 'use'>
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly sent: SentLog
  readonly now?: () => number
  readonly wait?: (ms: number) => Promise<void>
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export type Rotation = ReturnType<typeof createRotation>

export function createRotation(context: RotationContext) {
  const { session, worker, account, passkeys, alone } = context
  const shown = createShown<RotationScreen>({ status: 'loading' })
  const plan = createPlan(shown)
  let running = new AbortController()
  const old = createFormer(context, () => running.signal)

  /** Asks the nodes again. */
  const read = () =>
    plan.during('isReading', async (screen) => ({ ...(await old.read(screen.former)), isUnread: false }))
  /** Shows what is to be done, as this device knows it. */
  const load = async (): Promise<void> => {
    // What is under way goes on.
    if (shown.get().status === 'replacing' || plan.get()?.isMoving) return
    running = new AbortController()
    try {
      const { former } = await known(context)
      if (!former) return shown.set({ status: 'asking' })
      shown.set({ status: 'plan', former, items: [], notes: [], isReading: false, isUnread: true, isMoving: false })
      await read()
    } catch (error) {
      shown.set({ status: 'asking', trouble: securityTrouble(error) })
    }
  }

  return {
    ...screenOf(shown),
    load,
    read,
    /** Makes the new key. Must be called during the press, because it may ask for a passkey. */
    async replace(): Promise<void> {
      if (shown.get().status !== 'asking') return
      shown.set({ status: 'replacing' })
      try {
        const { passkeys: own } = await known(context)
        // Must come first, during the press: the new wallet opens with the passkey that the user has.
        const passkey = own.length > 0 ? await passkeys.use(own) : undefined
        await account.open(running.signal)
        await account.replace(async ({ userId, newRecovery }) => {
          const { ticket } = await ticketFor(context, 'rotation')
          const recovery = [...newRecovery, ...(passkey ? [{ kind: 'passkey' as const, passkey }] : [])]
          return worker.call('rotate', { userId, ticket, recovery })
        })
        shown.set({ status: 'loading' })
        await load()
      } catch (error) {
        // The service may have activated it after all: then the old key is in the new wallet.
        shown.set({ status: 'asking', trouble: securityTrouble(error) })
        if ((await known(context).catch(() => undefined))?.former) await load()
      }
    },
    /** Keeps an item where it is, or not. */
    toggle(key: string): void {
      const item = plan.item(key)
      if (!item || plan.get()?.isMoving) return
      if (isToMove(item)) plan.setItem(key, { at: 'skipped', why: 'user' })
      else if (isKept(item)) plan.setItem(key, { at: 'waiting' })
    },
    move: () =>
      plan.during('isMoving', async (screen) => {
        // One tab at a time: two would use the same nonces.
        await alone(`sweep:${signedInUser(session)}`, async () => {
          const { signal } = running
          await old.open()
          const sweepers = await old.sweepers(screen.former)
          await Promise.all(sweepers.map(([scope, sweeper]) => plan.move(scope, sweeper, signal)))
        })
        return {}
      }),
    askEnd(isAsked: boolean): void {
      if (!plan.get()?.isMoving) plan.change({ isEnding: isAsked ? 'asked' : undefined, trouble: undefined })
    },
    /** Erases the old key here and at the service. */
    async end(): Promise<void> {
      if (plan.get()?.isEnding !== 'asked') return
      plan.change({ isEnding: 'running', trouble: undefined })
      try {
        const path = { walletId: (await pinOf(context)).walletId }
        await session.call(exportEndpoints.formerEnd, { request: {}, path })
        await worker.call('dropFormer', { userId: signedInUser(session) })
        shown.set({ status: 'asking', isEnded: true })
      } catch (error) {
        plan.change({ isEnding: 'asked', trouble: securityTrouble(error) })
      }
    },
    /** Stops between two transactions. */
    stop(): void {
      running.abort()
      running = new AbortController()
    },
  }
}

const known = async ({ session, worker }: RotationContext) => worker.call('known', { userId: signedInUser(session) })

/** The plan while it is shown, and the moves of its items. */
function createPlan(shown: Shown<RotationScreen>) {
  const get = () => {
    const screen = shown.get()
    return screen.status === 'plan' ? screen : undefined
  }
  const change = (more: Partial<PlanScreen>) => {
    const screen = get()
    if (screen) shown.set({ ...screen, ...more })
  }
  const items = () => get()?.items ?? []
  const item = (key: string) => items().find((each) => each.key === key)
  const setItem = (key: string, state: ItemState) =>
    change({ items: items().map((each) => (each.key === key ? { ...each, state } : each)) })
  return {
    get,
    change,
    item,
    setItem,
    /** One reading or moving at a time. */
    async during(
      what: 'isReading' | 'isMoving',
      work: (screen: PlanScreen) => Promise<Partial<PlanScreen>>,
    ): Promise<void> {
      const screen = get()
      if (!screen || screen.isReading || screen.isMoving) return
      change({ [what]: true, trouble: undefined })
      try {
        change({ ...(await work(screen)), [what]: false })
      } catch (error) {
        change({ [what]: false, trouble: securityTrouble(error) })
      }
    },
    async move(scope: Caip2, sweeper: Sweeper, signal: AbortSignal): Promise<void> {
      // Tokens come first: the plan has the coin last.
      for (const { key } of items().filter((each) => each.scope === scope)) {
        const own = item(key)
        if (signal.aborted) return
        if (!own || !isToMove(own)) continue
        if (isCoin(own) && items().some((each) => each.scope === scope && mayStillMove(each))) {
          setItem(key, { at: 'failed', why: 'needed' })
          continue
        }
        setItem(key, { at: 'sending' })
        try {
          const outcome = await sweeper.move(own, (hash) => setItem(key, { at: 'sent', hash }))
          if (outcome === 'confirmed') setItem(key, { at: 'confirmed' })
          else
            setItem(key, outcome === 'tooSmall' ? { at: 'skipped', why: 'fee' } : { at: 'failed', why: outcome.failed })
        } catch {
          // Stopped: the next reading says what has become of it.
          return setItem(key, { at: 'waiting' })
        }
      }
    },
  }
}

/** The wallet that was replaced: its key in the Key Worker, and what its addresses hold. */
function createFormer(context: RotationContext, running: () => AbortSignal) {
  const { session, worker, account, rpc, sent, now = Date.now, wait = pause } = context

  /** The old key, which the Key Worker forgets when it is locked. */
  const open = async (): Promise<void> => {
    await account.open(running())
    const { walletId } = await pinOf(context)
    const { recipient } = await worker.call('recipient', {})
    const stored = await session.call(walletEndpoints.walletShare, { request: { recipient }, path: { walletId } })
    await worker.call('openFormer', { userId: signedInUser(session), stored })
  }
  const sign = async (request: SweepRequest): Promise<string> => {
    try {
      return (await worker.call('sweep', { request })).signed
    } catch (error) {
      if (!(error instanceof KeyWorkerError) || (error.code !== 'LOCKED' && error.code !== 'STOPPED')) throw error
      await open()
      return (await worker.call('sweep', { request })).signed
    }
  }
  const sweeperOf = async (scope: Caip2, from: Addresses, to: Addresses): Promise<(readonly [Caip2, Sweeper])[]> => {
    const urls = rpc[scope]
    const namespace = namespaceOf(scope)
    if (!urls?.length || (namespace !== 'eip155' && namespace !== 'solana')) return []
    const ends = { from: from[namespace], to: to[namespace] }
    const parts: SweepParts = { scope, urls, ...ends, sign, sent, now, wait, signal: running() }
    if (namespace === 'eip155') return [[scope, (await import('../requests/on-chain.ts')).createEvmSweeper(parts)]]
    return [[scope, (await import('../requests/solana.ts')).createSolanaSweeper(parts)]]
  }
  const sweepers = async (former: Addresses): Promise<readonly (readonly [Caip2, Sweeper])[]> => {
    const { addresses } = await pinOf(context)
    const all = Object.keys(rpc).filter(isCaip2)
    return (await Promise.all(all.map((scope) => sweeperOf(scope, former, addresses)))).flat()
  }
  return {
    open,
    sweepers,
    async read(former: Addresses): Promise<Plan> {
      const read = await Promise.all(
        (await sweepers(former)).map(async ([scope, sweeper]) => {
          try {
            return await sweeper.read()
          } catch {
            return { items: [], note: { scope, network: networkWords(scope).name, is: 'unreachable' as const } }
          }
        }),
      )
      return { items: read.flatMap(({ items }) => items), notes: read.flatMap(({ note }) => note ?? []) }
    },
  }
}

const isToMove = ({ state }: Item): boolean => state.at === 'waiting' || state.at === 'failed'
/** Stays so far, and the user can move it. */
const isKept = ({ state }: Item): boolean => state.at === 'skipped' && (state.why === 'user' || state.why === 'dear')
const isCoin = ({ what }: Item): boolean => what.kind === 'native' || what.kind === 'sol'
/** A token that needs the coin for its fee when the user tries again. What its contract refuses is not waited for. */
const mayStillMove = (item: Item): boolean =>
  !isCoin(item) && item.state.at === 'failed' && (item.state.why === 'network' || item.state.why === 'noFee')

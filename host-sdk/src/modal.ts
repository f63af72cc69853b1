/**
 * Opening and closing. The page owns the dialog, but asks the frame before closing, because Escape may mean one step back.
 * If the frame does not answer within a second, or refuses the page's close or three Escapes in a row, the dialog is closed
 * anyway and the frame is unloaded: pending approvals are gone.
 */

import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { monotonicNow } from '@airlock/protocol/natives.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { listen, toJson } from './dom.ts'
import type { Emitter } from './emitter.ts'
import type { FrameElement } from './frame/element.ts'
import type { Channels, Connection } from './link/connection.ts'
import { expectSigner, expectSiwx, expectView } from './may-open.ts'
import { toAccountState } from './store/snapshot.ts'
import type { Store } from './store/store.ts'
import type {
  AccountState,
  BuyArgs,
  CloseReason,
  ConnectOptions,
  Events,
  OpenOptions,
  SendArgs,
  SIWXSession,
  SwapArgs,
  View,
} from './types.ts'
import { toWalletId } from './wallet-id.ts'

const closeAnswerMs = 1000
/** Escapes within this time count together; the frame may refuse this many. */
const insistMs = 3000
const patience = 3

type Given<T> = { [K in keyof T]: T[K] | undefined }

export interface ModalOptions {
  element: FrameElement
  connection: Connection
  store: Store
  emit: Emitter<Events>['emit']
  /** Whether the page set the option `siwx`. */
  hasSiwx: boolean
  /** `false` for an account of a wallet in the page that has not shared it itself: there the frame is not believed. */
  isShared: (account: Account) => boolean
}
export type Modal = ReturnType<typeof createModal>

export function createModal({ element, connection, store, emit, hasSiwx, isShared }: ModalOptions) {
  let closing: Deferred<{ reason: CloseReason }> = createDeferred()
  let wanted: Omit<Given<OpenOptions>, 'signal' | 'args'> = {}
  /** OPEN has not been sent to the frame yet. */
  let isOwed = false
  /** OPEN is not answered yet. Its answer says that the modal is drawn; until then the waiting card stays. */
  let isAsked = false
  /** The frame has reported being open since the dialog opened. */
  let isShown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Settles when the frame has answered the last CLOSE. */
  let closeAnswered: Promise<void> | undefined
  let isDestroyed = false
  /** When the dialog opened. */
  let shownAt = 0
  let refusals = 0
  let refusedAt = 0

  const show = () => {
    connection.intent()
    element.inline?.()
    if (element.isOpen) return closing
    closing = createDeferred()
    isShown = false
    refusals = 0
    if (connection.live) element.skeleton.hide()
    else element.skeleton.wait()
    element.show()
    shownAt = monotonicNow()
    store.set({ open: true })
    return closing
  }

  const finish = (reason: CloseReason) => {
    clearTimeout(timer)
    isOwed = false
    if (!element.isOpen) return
    element.hide()
    store.set({ open: false })
    emit('close', { reason })
    closing.resolve({ reason })
  }

  /** The frame shows a view, perhaps without OPEN: it opens itself for an approval. */
  const shown = (view: string) => {
    if (!element.isOpen) show() // otherwise no new intent: a frame that dies again is not reloaded
    if (!isAsked) element.reveal()
    if (!isShown) emit('open', { view })
    isShown = true
  }

  /**
   * A frame that closes just before it receives the request opens again: its messages are in order, so it does so before it answers.
   * @param asked the pending answer; `undefined` if there is none
   */
  const untilClosed = async (asked: () => Promise<unknown> | undefined): Promise<{ reason: CloseReason }> => {
    const end = await closing.promise
    const answer = asked()
    if (!answer) return end
    await answer.catch(() => {}) // a lost frame opens nothing
    return element.isOpen ? untilClosed(asked) : end
  }

  const present = async ({ app }: Channels) => {
    isOwed = false
    isAsked = true
    try {
      const { view } = await app.request('OPEN', toJson(wanted)).finally(() => {
        isAsked = false
      })
      if (element.isOpen) shown(view)
    } catch (error) {
      // A lost frame is reloaded or reported elsewhere.
      if (connection.live?.app === app) failed(error instanceof AirlockError ? error : new AirlockError('INTERNAL'))
    }
  }

  const failed = (error: AirlockError) => {
    isShown = false
    if (element.isOpen) {
      isOwed = true
      element.skeleton.fail(error.message)
    }
    closing.reject(error)
    closing = createDeferred() // later calls of `open` wait for a retry
    emit('error', error)
  }

  return {
    finish,
    shown,
    shownMs: () => monotonicNow() - shownAt,
    failed,
    async open({ signal, view, ...options }: Given<Omit<OpenOptions, 'args'>>): Promise<{ reason: CloseReason }> {
      if (signal?.aborted) throw new AirlockError('ABORTED')
      wanted = { ...options, view: offered(view) }
      show()
      isOwed = true
      const aborted = createDeferred<never>()
      const onAbort = () => {
        aborted.reject(new AirlockError('ABORTED'))
        requestClose('host')
      }
      signal?.addEventListener('abort', onAbort)
      let presenting: Promise<unknown> | undefined
      // Before the session begins: buffered events of a started frame can fail it at once.
      const ended = untilClosed(() => presenting)
      if (connection.live)
        presenting = present(connection.live).finally(() => {
          presenting = undefined
        })
      else connection.session().catch(() => {}) // `failed` reports it
      try {
        return await Promise.race([ended, aborted.promise])
      } finally {
        signal?.removeEventListener('abort', onAbort)
      }
    },
    requestClose,
    /** A session has begun. */
    live(channels: Channels) {
      if (isOwed) void present(channels)
    },
    /** The session has ended; an open modal opens again. */
    down() {
      if (!element.isOpen) return
      isOwed = true
      element.skeleton.wait()
    },
    retry() {
      element.skeleton.wait()
      connection.intent()
      connection.lost(false)
      isOwed = true
      connection.session().catch(() => {})
    },
    async connect({ walletId, namespace, signal }: Given<ConnectOptions>): Promise<AccountState> {
      if (signal?.aborted) throw new AirlockError('ABORTED')
      const known = Object.values(store.getState().accounts).find(
        (account) => account.status === 'connected' && (namespace ?? account.namespace) === account.namespace,
      )
      if (known && walletId === undefined) return known
      const abort = new AbortController()
      const undo = signal && listen(signal, 'abort', () => abort.abort())
      try {
        const payload = toJson({ connectorId: walletId && toWalletId(walletId), namespace })
        const { account } = await ask((app) => app.request('CONNECT', payload, abort), abort.signal)
        if (!isShared(account)) throw new AirlockError('UNAUTHORIZED')
        return toAccountState(account)
      } finally {
        abort.abort()
        undo?.()
      }
    },
    /** The frame checks the form of the arguments. */
    send: (
      type: 'SEND' | 'SWAP' | 'BUY',
      args: SendArgs | SwapArgs | BuyArgs,
      signal: AbortSignal | undefined,
    ): Promise<{ hash?: string | undefined }> => demand((app) => app.request(type, toJson(args), { signal }), signal),
    async signIn(): Promise<SIWXSession> {
      expectSiwx(hasSiwx)
      expectSigner(store.getState().accounts)
      return demand((app) => app.request('SIGN_IN', {})) as Promise<SIWXSession> // parsed
    },
    destroy() {
      isDestroyed = true
      clearTimeout(timer)
      closing.reject(new AirlockError('DESTROYED'))
    },
  }

  /** A signed-in user sees the account instead of the sign-in prompt. */
  function offered(view: View | undefined): View | undefined {
    if (view) expectView(view)
    if (view !== 'SIWXSignMessage' && view !== 'ConnectingSiwe') return view
    expectSiwx(hasSiwx)
    return store.getState().session ? undefined : 'SIWXSignMessage'
  }

  /** Closes the modal again if the request fails: the frame may have nothing to show. */
  async function demand<T>(request: (app: Channels['app']) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await ask(request, signal)
    } catch (error) {
      requestClose('host')
      throw error
    }
  }

  /** Opens the modal for one request. Rejects when the dialog closes without a successful result. */
  async function ask<T>(request: (app: Channels['app']) => Promise<T>, signal?: AbortSignal): Promise<T> {
    // Otherwise the close of an earlier request would end this one.
    if (element.isOpen) await closeAnswered
    if (isDestroyed) throw new AirlockError('DESTROYED')
    if (signal?.aborted) throw new AirlockError('ABORTED')
    show()
    const closed = async (): Promise<T> => {
      const { reason } = await untilClosed(() => connection.live?.app.request('PING', {}))
      if (reason === 'connected' || reason === 'completed') return new Promise<never>(() => {})
      throw new AirlockError('USER_CLOSED')
    }
    return Promise.race([connection.session().then(({ app }) => request(app)), closed()])
  }

  function requestClose(reason: 'host' | 'escape'): void {
    if (!element.isOpen) return
    const closed: CloseReason = reason === 'host' ? 'host' : 'user'
    if (!connection.live) return finish(closed)
    const force = (as: CloseReason) => {
      connection.lost(false)
      finish(as)
    }
    clearTimeout(timer)
    timer = setTimeout(() => force('error'), closeAnswerMs)
    closeAnswered = connection.live.app.request('CLOSE', { reason }).then(
      (answer) => {
        clearTimeout(timer)
        if (answer.closed) return finish(closed)
        const now = monotonicNow()
        refusals = now - refusedAt < insistMs ? refusals + 1 : 1
        refusedAt = now
        if (reason === 'host' || refusals >= patience) force(closed)
      },
      () => finish('error'),
    )
  }
}

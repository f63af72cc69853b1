/** The tabs of one site: each a modal with real store and flows. They share the frame's storage and the page's hints. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { ReconnectHints } from '@airlock/protocol/contracts/shapes/account.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../../src/modal/core/context.ts'
import type { FrameOptions } from '../../src/modal/core/options.ts'
import { watchAccount } from '../../src/modal/home/watch-account.ts'
import { configure } from '../../src/modal/host/configure.ts'
import { followHints } from '../../src/modal/host/follow-tabs.ts'
import type { Connector } from '../../src/modal/session/connector.ts'
import { connectorsAtom } from '../../src/modal/session/state/connectors.ts'
import { createBareContext, plainOptions } from './bare-context.ts'

const Saved = z.object({ hints: ReconnectHints })

export type Tab = ReturnType<ReturnType<typeof createSite>['open']>

interface Page {
  readonly project?: Partial<ProjectRecord>
  /** Makes the wallets of a tab that are reached over a link. */
  readonly prepare?: ((context: ModalContext) => void) | undefined
  /** The page's answer to the frame; nothing for a request that it does not know. */
  readonly serve?: (
    context: ModalContext,
    request: { readonly type: string; readonly payload: unknown; readonly signal: AbortSignal },
  ) => Promise<unknown> | undefined
}

export function createSite(options: Partial<FrameOptions> = {}, { prepare, serve, project = {} }: Page = {}) {
  let hints: z.infer<typeof ReconnectHints> = []
  const tabs = new Set<{ hear: (key: string) => void; follow: () => void }>()
  const memory = new Map<string, unknown>()

  /** @param connectors the wallets that this tab finds */
  function open(...connectors: readonly Connector[]) {
    let isClosed = false
    const told: { type: string; payload: unknown }[] = []
    const watchers = new Map<string, () => void>()
    /** A browser tells other tabs later, and only of changes. */
    const later = (act: (tab: { hear: (key: string) => void; follow: () => void }) => void) =>
      queueMicrotask(() => {
        for (const tab of tabs) if (tab !== self) act(tab)
      })
    const own = {
      has: (key: string) => memory.has(key),
      get: (key: string) => memory.get(key),
      keys: () => memory.keys(),
      delete: (key: string) => memory.delete(key),
      set(key: string, value: unknown) {
        if (isClosed) return own
        const isNew = JSON.stringify(memory.get(key)) !== JSON.stringify(value)
        memory.set(key, value)
        if (isNew) later(({ hear }) => hear(key))
        return own
      },
    } as unknown as Map<string, unknown> // as: what the context uses
    const channel = {
      request(
        type: string,
        payload: unknown,
        { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
      ) {
        told.push({ type, payload })
        if (isClosed) return new Promise<never>(() => {})
        if (type === 'SAVE_HINTS') {
          const next = Saved.parse(payload).hints
          if (JSON.stringify(next) !== JSON.stringify(hints)) later(({ follow }) => follow())
          hints = next
        }
        const answer = serve?.(modal.context, { type, payload, signal })
        return answer ?? Promise.resolve(type === 'WALLETS_DISCOVER' ? { wallets: [], hasMore: false } : {})
      },
      notify: (type: string, payload: unknown) => void told.push({ type, payload }),
    }
    const all = { ...plainOptions, ...options }
    const modal = createBareContext(channel, {
      options: all,
      memory: own,
      watch: (key, listener) => void watchers.set(key, listener),
      project: {
        pairing: { relayUrl: 'wss://relay.example', projectId: 'test' },
        walletOrigin: 'https://wallet.example',
        ...project,
      },
    })
    const { context, store } = modal
    store.set(connectorsAtom, connectors)
    prepare?.(context)
    const self = {
      hear: (key: string) => watchers.get(key)?.(),
      follow: () => followHints(context, hints),
    }
    tabs.add(self)
    watchAccount(context)
    void configure(context, {
      options: all,
      hints: [...hints],
      theme: { mode: 'auto', system: 'light', motion: 'auto', variables: {} },
      locale: { locale: 'en', dir: 'auto', messages: {} },
      dapp: { name: '', icons: [] },
    })
    return {
      ...modal,
      told,
      /** Closed, reloaded, or its frame is lost. */
      close() {
        isClosed = true
        tabs.delete(self)
        for (const stop of context.followed.values()) stop()
      },
    }
  }
  return { open, hints: () => hints, memory }
}

/** A page with one wallet: the real host side that talks to wallets, and the real flows of the modal, over messages that are copied. */
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { fromWireError, toWireError } from '@airlock/protocol/wire-error.ts'
import { vi } from 'vitest'
import { configure } from '../../frame-app/src/modal/flows/configure.ts'
import { updateWallets } from '../../frame-app/src/modal/flows/discover.ts'
import { snapshotAtom } from '../../frame-app/src/modal/flows/snapshot.ts'
import { connectorsAtom } from '../../frame-app/src/modal/state/connectors.ts'
import { createBareContext, network, plainOptions } from '../../frame-app/test/support/bare-context.ts'
import { createRelay } from '../../host-sdk/src/injected/relay.ts'
import type { Installed } from './wallet.ts'

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value ?? {})) as Value // as: of JSON values only

/** What a reload finds: the hints of the page, and what the frame has stored. */
interface Stored {
  readonly hints: () => readonly ReconnectHint[]
  readonly memory: Map<string, unknown>
}

export type ZooPage = ReturnType<typeof openPage>

/** @param before the page before a reload */
export function openPage(installed: Installed, before?: Stored) {
  const own = new EventTarget()
  vi.stubGlobal('window', own)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', userActivation: { isActive: true } })
  installed.install(own)
  const networks = [network(1), network(10)]
  const relay = createRelay(
    () => false,
    [],
    () => networks.map(({ id }) => ({ chainNamespace: 'eip155', caipNetworkId: id }) as never), // as: what it reads
  )
  let hints: readonly ReconnectHint[] = before?.hints() ?? []
  const memory = before?.memory ?? new Map<string, unknown>()
  const listeners = new Map<string, Set<(event: string, payload: Json) => void>>()
  const { context, store } = createBareContext(
    {
      async request(type, payload, { signal = new AbortController().signal }: { signal?: AbortSignal } = {}) {
        if (type === 'SAVE_HINTS') hints = copy((payload as { hints: readonly ReconnectHint[] }).hints)
        if (type !== 'WALLET_REQUEST' && type !== 'WALLETS_DISCOVER') return {}
        const handle = relay.handlers[type] as (payload: unknown, context: object) => Promise<unknown> // as: one of the two
        const aborted = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(new AirlockError('ABORTED')), { once: true })
        })
        const answer = handle(copy(payload), { signal, waitsForPerson() {} }).then(copy, (error: unknown) => {
          throw fromWireError(copy(toWireError(error)))
        })
        return Promise.race([answer, aborted])
      },
      notify() {},
    },
    { memory, options: { networks } },
  )
  Object.assign(context.link, {
    onWalletEvent(handle: string, listener: (event: string, payload: Json) => void) {
      listeners.set(handle, (listeners.get(handle) ?? new Set()).add(listener))
      return () => listeners.get(handle)?.delete(listener)
    },
  })
  relay.start({
    injected: {
      notify(type: string, payload: unknown) {
        const sent = copy(payload) as never // as: by its type, below
        if (type === 'WALLETS') return updateWallets(context, sent)
        const { handle, event, payload: news } = sent as { handle: string; event: string; payload: Json }
        for (const listener of listeners.get(handle) ?? []) listener(event, news)
      },
    },
  } as never) // as: the only channel that it uses
  void configure(context, {
    options: { ...plainOptions, networks },
    hints: [...hints],
    theme: { mode: 'auto', system: 'light', motion: 'auto', variables: {} },
    locale: { locale: 'en', dir: 'auto', messages: {} },
    dapp: { name: '', icons: [] },
  })
  return {
    context,
    store,
    memory,
    hints: () => hints,
    connector: () => store.get(connectorsAtom).find(({ name }) => name === 'Odd'),
    /** What the page is told. */
    told() {
      const { accounts, network: id } = store.get(snapshotAtom)
      const account = accounts.find(({ namespace }) => namespace === 'eip155')
      const [chain, address] = (account?.active ?? '').replace('eip155:', '').split(':')
      return { status: account?.status ?? 'disconnected', chain: Number(chain), address, network: id }
    },
    close() {
      relay.stop()
      for (const stop of context.followed.values()) stop()
    },
  }
}

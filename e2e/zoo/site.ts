/** A site with one wallet: the real host side that talks to wallets, and the real flows of the modal, over messages that are copied. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { fromWireError, toWireError } from '@airlock/protocol/wire-error.ts'
import { vi } from 'vitest'
import type { ModalContext } from '../../frame-app/src/modal/core/context.ts'
import { hostOriginAtom } from '../../frame-app/src/modal/core/options.ts'
import { updateWallets } from '../../frame-app/src/modal/features/connect/discover.ts'
import { snapshotAtom } from '../../frame-app/src/modal/session/snapshot.ts'
import { connectorsAtom } from '../../frame-app/src/modal/session/state/connectors.ts'
import { createSite } from '../../frame-app/test/support/site.ts'
import { createRelay, type Relay } from '../../host-sdk/src/injected/relay.ts'
import { createPresses } from '../../host-sdk/src/press-round.ts'
import { serveSignIn } from '../../host-sdk/src/sign-in.ts'
import { createSiwx, memoryStorage } from '../../host-sdk/src/siwx/index.ts'
import type { Kind, ZooWallet } from './wallet.ts'

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value ?? {})) as Value // as: of JSON values only

export type ZooTab = ReturnType<ReturnType<typeof openSite>['open']>

/** @param isSigningIn whether the page asks for a sign-in */
export function openSite({ namespace, networks, node }: Kind, wallet: ZooWallet, isSigningIn: boolean) {
  const page = new EventTarget()
  const location = { origin: 'https://app.example', host: 'app.example' }
  Object.assign(page, { location })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', location)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', userActivation: { isActive: true } })
  if (node)
    vi.stubGlobal('fetch', (_: unknown, { body }: { readonly body: string }) => {
      const { id, method, params } = JSON.parse(body) as { id: Json; method: string; params: readonly unknown[] } // as: the frame's
      return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: node(method, params) }))
    })
  wallet.install(page)
  const sessions = memoryStorage()
  const signIn = serveSignIn(createSiwx({ storage: sessions, required: false }))
  const relays = new Map<ModalContext, Relay>()
  const site = createSite(
    { networks: [...networks], ...(isSigningIn && { siwx: { required: false } }) },
    {
      project: { rpc: node ? Object.fromEntries(networks.map(({ id }) => [id, ['https://node.example']])) : {} },
      prepare(context) {
        context.store.set(hostOriginAtom, location.origin)
        wallet.pair?.(context)
        const relay = createRelay(
          () => false,
          [],
          () =>
            networks.map(({ id, rpcUrls }) => ({
              chainNamespace: namespace,
              caipNetworkId: id,
              rpcUrls: { default: { http: rpcUrls } },
            })) as never, // as: what it reads
          createPresses(),
        )
        relays.set(context, relay)
        const listeners = new Map<string, Set<(event: string, payload: Json) => void>>()
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
      },
      serve(context, { type, payload, signal }) {
        const handlers = { ...relays.get(context)?.handlers, ...signIn }
        const handle = Reflect.get(handlers, type) as
          | ((payload: unknown, context: object) => Promise<unknown>)
          | undefined // as: one of the page's
        if (!handle) return undefined
        const aborted = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(new AirlockError('ABORTED')), { once: true })
        })
        const answer = handle(copy(payload), { signal, waitsForPerson() {} }).then(copy, (error: unknown) => {
          throw fromWireError(copy(toWireError(error)))
        })
        return Promise.race([answer, aborted])
      },
    },
  )
  return {
    sessions,
    open() {
      const tab = site.open()
      const { context, store } = tab
      return {
        context,
        store,
        connector: () => store.get(connectorsAtom).find((one) => one.namespace === namespace),
        /** What the page is told. */
        told() {
          const { accounts, network } = store.get(snapshotAtom)
          const account = accounts.find((one) => one.namespace === namespace)
          const [, reference, address] = /^[^:]+:([^:]+):(.+)$/.exec(account?.active ?? '') ?? []
          return { status: account?.status ?? 'disconnected', chain: `${namespace}:${reference}`, address, network }
        },
        close() {
          relays.get(context)?.stop()
          tab.close()
        },
      }
    },
  }
}

/** The wallet link of a test: both ends are real channels over memory, and the test says what the wallet answers. */
import { openChannels, sendsTo } from '@airlock/protocol/channel/open.ts'
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import * as modalReceives from '@airlock/protocol/contracts/wallet-link/received-by-modal.ts'
import * as walletReceives from '@airlock/protocol/contracts/wallet-link/received-by-wallet.ts'
import {
  largeTypes,
  personTypes,
  type WalletEnd,
  type WalletLinkModalEnd,
} from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { expect, vi } from 'vitest'
import { memoryPair } from '../../../protocol/test/support/memory-port.ts'
import type { ModalContext } from '../../src/modal/core/context.ts'
import { isOpenAtom } from '../../src/modal/core/modal.ts'
import type { FrameOptions } from '../../src/modal/core/options.ts'
import { routeAtom } from '../../src/modal/core/router/router.ts'
import { addEmbeddedConnectors } from '../../src/modal/features/embedded/embedded-wallet.ts'
import type { WalletChannels, WalletEvent, WalletLink } from '../../src/modal/features/embedded/link/wallet-link.ts'
import { walletLinkAtom } from '../../src/modal/features/embedded/state/wallet-screen.ts'
import { activeConnectionAtom } from '../../src/modal/session/state/active-connection.ts'
import { hasWalletOriginAtom } from '../../src/modal/session/state/embedded.ts'
import { storeConnection } from '../../src/modal/session/store-connection.ts'
import { createTestModal } from './modal.ts'

type AppHandlers = Handlers<WalletEnd['app']>
type ProviderHandlers = Handlers<WalletEnd['provider']>

/** `undefined` takes an answer back. */
type Answers = { [K in keyof (AppHandlers & ProviderHandlers)]?: (AppHandlers & ProviderHandlers)[K] | undefined }

export interface TestWallet {
  readonly link: WalletLink
  /** Each request that has come, in order. */
  readonly heard: { type: string; payload: unknown }[]
  /** What it answers from now on; the rest is NOT_AVAILABLE. */
  answer(handlers: Answers): void
  tell(event: WalletEvent): void
  /** The frame has died: what waits for it ends, and the next one who asks finds nobody. */
  die(): void
}

export function createTestWallet(onEvent: (event: WalletEvent) => void): TestWallet {
  const heard: TestWallet['heard'] = []
  let answers: Answers = {}
  const serve = <H extends object>(types: readonly string[]) =>
    Object.fromEntries(
      types.map((type) => [
        type,
        (payload: unknown, handling: unknown) => {
          heard.push({ type, payload })
          const handler: unknown = Reflect.get(answers, type)
          if (typeof handler !== 'function') throw new AirlockError('NOT_AVAILABLE')
          return Reflect.apply(handler, undefined, [payload, handling]) as unknown
        },
      ]),
    ) as unknown as H // what comes in and goes out is checked by the tables of the channel
  const common = { personTypes, largeTypes }
  const [modalApp, walletApp] = memoryPair()
  const [modalProvider, walletProvider] = memoryPair()
  const channels: WalletChannels = openChannels<WalletLinkModalEnd>(
    { epoch: 1, transports: { app: modalApp, provider: modalProvider } },
    common,
    {
      app: {
        receives: modalReceives.app,
        ...sendsTo(walletReceives.app),
        handlers: { UI_RESIZE: ({ height }) => ({ height }), UI_CLOSE: () => ({ closed: false }), PING: () => ({}) },
        listeners: { KEPT: () => {} },
      },
      provider: {
        receives: modalReceives.provider,
        ...sendsTo(walletReceives.provider),
        handlers: {},
        listeners: { PROVIDER_EVENT: onEvent },
      },
    },
  )
  const { provider } = openChannels<WalletEnd>(
    { epoch: 1, transports: { app: walletApp, provider: walletProvider } },
    common,
    {
      app: {
        receives: walletReceives.app,
        ...sendsTo(modalReceives.app),
        handlers: serve<AppHandlers>(Object.keys(walletReceives.app.requests)),
        listeners: {},
      },
      provider: {
        receives: walletReceives.provider,
        ...sendsTo(modalReceives.provider),
        handlers: serve<ProviderHandlers>(Object.keys(walletReceives.provider.requests)),
        listeners: {},
      },
    },
  )
  let isDead = false
  return {
    link: {
      session: () => (isDead ? Promise.reject(new AirlockError('FRAME_TIMEOUT')) : Promise.resolve(channels)),
      place() {},
      focus() {},
    },
    heard,
    answer(handlers) {
      answers = { ...answers, ...handlers }
    },
    tell: (event) => provider.notify('PROVIDER_EVENT', event),
    die() {
      isDead = true
      channels.app.close('PEER_GONE')
      channels.provider.close('PEER_GONE')
    },
  }
}

/** A modal whose page has the embedded wallet: this one. */
export function createEmbeddedModal(
  options?: Partial<FrameOptions>,
  onEvent: (context: ModalContext, event: WalletEvent) => void = () => {},
) {
  const modal = createTestModal(options)
  const wallet = createTestWallet((event) => onEvent(modal.context, event))
  modal.store.set(hasWalletOriginAtom, true)
  modal.store.set(walletLinkAtom, Promise.resolve(wallet.link))
  return {
    ...modal,
    wallet,
    view: () => modal.store.get(routeAtom)?.view,
    asked: (type: string) => wallet.heard.filter((request) => request.type === type),
  }
}

/** The user is signed in, with an account of Ethereum. */
export async function connectTestWallet({ context }: Pick<ReturnType<typeof createEmbeddedModal>, 'context'>) {
  const connector = addEmbeddedConnectors(context).find(({ namespace }) => namespace === 'eip155')
  if (!connector) throw new Error('no connector')
  storeConnection(context, connector, await connector.connect({ signal: new AbortController().signal }))
  return connector
}

/** A login with a provider has come to its end: the account is connected, the modal is closed, and the page has been told each step. */
export async function expectSignedIn(
  { store, names }: Pick<ReturnType<typeof createEmbeddedModal>, 'store' | 'names'>,
  address: string,
  user: Readonly<Record<'username' | 'social', string>>,
) {
  expect(store.get(activeConnectionAtom)).toMatchObject({
    active: `eip155:1:${address}`,
    wallet: { type: 'auth' },
    user,
  })
  await vi.advanceTimersByTimeAsync(700)
  expect(store.get(isOpenAtom)).toBe(false)
  expect(names()).toEqual([
    'MODAL_OPEN',
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_REQUEST_USER_DATA',
    'SOCIAL_LOGIN_SUCCESS',
    'MODAL_CLOSE',
  ])
}

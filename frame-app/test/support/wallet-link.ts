/** The wallet link of a test: both ends are real channels over memory, and the test says what the wallet answers. */
import { createChannel } from '@airlock/protocol/channel.ts'
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
import { memoryPair } from '../../../protocol/test/support/memory-port.ts'
import type { WalletChannels, WalletEvent, WalletLink } from '../../src/modal/wallet/wallet-link.ts'

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

export function createTestWallet(onEvent: (event: WalletEvent) => void = () => {}): TestWallet {
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
  const common = { epoch: 1, personTypes, largeTypes }
  const [modalApp, walletApp] = memoryPair()
  const [modalProvider, walletProvider] = memoryPair()
  const channels: WalletChannels = {
    epoch: 1,
    hello: {
      type: 'HELLO',
      link: 'wallet',
      nonce: '00000000-0000-4000-8000-000000000000',
      versions: { min: 1, max: 1 },
      buildId: 'test',
      features: [],
      storage: 'memory',
    },
    app: createChannel<WalletLinkModalEnd['app']>({
      ...common,
      transport: modalApp,
      receives: modalReceives.app,
      outbound: walletReceives.app,
      tells: [],
      handlers: { UI_RESIZE: ({ height }) => ({ height }), UI_CLOSE: () => ({ closed: false }), PING: () => ({}) },
      listeners: {},
    }),
    provider: createChannel<WalletLinkModalEnd['provider']>({
      ...common,
      transport: modalProvider,
      receives: modalReceives.provider,
      outbound: walletReceives.provider,
      tells: [],
      handlers: {},
      listeners: { PROVIDER_EVENT: onEvent },
    }),
  }
  createChannel<WalletEnd['app']>({
    ...common,
    transport: walletApp,
    receives: walletReceives.app,
    outbound: modalReceives.app,
    tells: [],
    handlers: serve<AppHandlers>(Object.keys(walletReceives.app.requests)),
    listeners: {},
  })
  const provider = createChannel<WalletEnd['provider']>({
    ...common,
    transport: walletProvider,
    receives: walletReceives.provider,
    outbound: modalReceives.provider,
    tells: ['PROVIDER_EVENT'],
    handlers: serve<ProviderHandlers>(Object.keys(walletReceives.provider.requests)),
    listeners: {},
  })
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

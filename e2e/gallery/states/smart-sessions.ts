/** Smart sessions of the embedded wallet: the list, and a new one. */
import {
  revokingAtom,
  type SmartSession,
  type SmartSessionList,
  smartSessionsAtom,
} from '../../../frame-app/src/modal/features/embedded/state/smart-sessions.ts'
import { connected, manyNetworks, offer } from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

const at = Date.UTC(2026, 10, 26, 15, 30)
const session = (number: number, change: Partial<SmartSession> = {}): SmartSession => ({
  context: `0x${'ab'.repeat(20)}${number.toString(16).padStart(2, '0')}`,
  chainId: 'eip155:1',
  kind: 'native-token-transfer',
  coins: 250_000_000_000_000_000n,
  contract: undefined,
  createdAt: at,
  until: at + 3 * 24 * 60 * 60 * 1000,
  status: 'active',
  ...change,
})
const token = session(2, {
  kind: 'erc20-token-transfer',
  coins: undefined,
  contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
})
const calls = session(3, {
  kind: 'contract-call',
  coins: 0n,
  contract: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  chainId: 'eip155:10',
})

const listed = (state: string, list: SmartSessionList, revoking?: string): GalleryState<'SmartSessionList'> => ({
  state,
  below: 'Profile',
  arrange(store) {
    offer(store, manyNetworks)
    connected(store)
    store.set(smartSessionsAtom, list)
    store.set(revokingAtom, revoking)
  },
})
const ready = (...sessions: SmartSession[]): SmartSessionList => ({ status: 'ready', sessions })

export const smartSessionStates: StatesOf<'SmartSessionList'> = [
  listed('loading', { status: 'loading' }),
  listed('empty', ready()),
  listed('list', ready(session(1), token, calls)),
  listed('revoking', ready(session(1), session(4, { status: 'revoking' })), session(1).context),
  listed('revoked', ready(session(1, { status: 'revoked' }), token)),
  listed('expired', ready(session(1, { status: 'expired' }))),
  listed('unconfirmed', ready(session(1, { status: 'unknown' }))),
  listed('other-network', ready(session(1, { chainId: 'eip155:987654' }))),
  listed('failed', { status: 'failed' }),
  listed('offline', { status: 'offline' }),
]

export const smartSessionCreatedStates: StatesOf<'SmartSessionCreated'> = [
  { state: 'created', arrange: (store) => void connected(store) },
]

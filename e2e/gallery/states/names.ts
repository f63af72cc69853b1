/** Choosing and registering an account name. */

import { type Naming, namingAtom, noNaming } from '../../../frame-app/src/modal/features/names/state/naming.ts'
import { connectionsAtom } from '../../../frame-app/src/modal/session/state/accounts.ts'
import { setIdentityAtom } from '../../../frame-app/src/modal/session/state/identity.ts'
import { activeNetworkIdAtom } from '../../../frame-app/src/modal/session/state/network.ts'
import { aboveAccount, address, connected, longName, offer, solana, solanaAddress, withGateway } from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const longLabel = 'donaudampfschifffahrtsgesellschaftskapitaenswallet-2026-augusta'
const name = 'augusta.reown.id'

const onSolana = (store: Store) => {
  offer(store, [solana])
  const active = `${solana.id}:${solanaAddress}` as const
  store.set(connectionsAtom, { solana: { ...connected(store), accounts: [active], active, chainId: solana.id } })
  store.set(activeNetworkIdAtom, solana.id)
}

export const chooseNameStates: StatesOf<'ChooseAccountName'> = [
  {
    state: 'intro',
    below: 'Account',
    settings: withGateway,
    arrange: (store) => void connected(store),
  },
  { state: 'no-gateway', below: 'Account', arrange: (store) => void connected(store) },
  { state: 'other-network', below: 'Account', settings: withGateway, arrange: onSolana },
]

const registering = (
  state: string,
  naming: Partial<Naming>,
  more: Parameters<typeof connected>[1] = {},
): GalleryState<'RegisterAccountName'> => ({
  state,
  ...aboveAccount(more, (store) => store.set(namingAtom, { ...noNaming, typed: 'augusta', ...naming })),
})
const free = { status: 'free', label: 'augusta', name, alternatives: [] } as const

export const registerNameStates: StatesOf<'RegisterAccountName'> = [
  registering('empty', { typed: '' }),
  registering('short', { typed: 'ada' }),
  registering('characters', { typed: 'ada lovelace' }),
  registering('secret', { typed: 'ab'.repeat(32) }),
  registering('looking', { lookup: { status: 'looking', label: 'augusta' } }),
  registering('free', { lookup: free }),
  registering('long', {
    typed: longLabel,
    suffix: '.names.analytical-engines.example',
    lookup: {
      status: 'free',
      label: longLabel,
      name: `${longLabel}.names.analytical-engines.example`,
      alternatives: [],
    },
  }),
  registering('taken', {
    lookup: { ...free, status: 'taken', alternatives: ['augustas', 'augustana', 'augustadaking', longLabel] },
  }),
  registering('lookup-failed', { lookup: { status: 'failed', label: 'augusta', said: undefined } }),
  registering('signing', { lookup: free, registration: { status: 'signing', name, isSlow: false } }),
  registering(
    'slow',
    { lookup: free, registration: { status: 'signing', name, isSlow: true } },
    { wallet: { id: 'long', type: 'announced', name: longName } },
  ),
  registering('sending', { lookup: free, registration: { status: 'sending', name } }),
  registering('declined', { lookup: free, registration: { status: 'declined', name } }),
  registering('late', {
    lookup: free,
    registration: { status: 'failed', name, said: 'Too old', isLate: true, isFinal: false },
  }),
  registering('failed', {
    lookup: free,
    registration: { status: 'failed', name, said: undefined, isLate: false, isFinal: false },
  }),
  registering('refused', {
    lookup: free,
    registration: {
      status: 'failed',
      name,
      said: `Name looks like one that is registered: ${longLabel}`,
      isLate: false,
      isFinal: true,
    },
  }),
  {
    state: 'owned',
    below: 'Account',
    settings: withGateway,
    arrange(store) {
      connected(store)
      store.set(setIdentityAtom, address, { registered: [`${longLabel}.reown.id`] })
    },
  },
  { state: 'no-gateway', below: 'Account', arrange: (store) => void connected(store) },
]

export const nameSuccessStates: StatesOf<'RegisterAccountNameSuccess'> = [
  {
    state: 'done',
    route: { view: 'RegisterAccountNameSuccess', name },
    arrange: (store) => void connected(store),
  },
  {
    state: 'long-name',
    route: { view: 'RegisterAccountNameSuccess', name: `${longLabel}.reown.id` },
    arrange: (store) => void connected(store),
  },
]

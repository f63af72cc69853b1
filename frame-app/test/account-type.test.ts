/** The two types of an account of the embedded wallet: what the wallet offers, what the user chooses, what follows from it. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { expect, test } from 'vitest'
import { toastAtom } from '../src/modal/core/modal.ts'
import { isContract, otherType } from '../src/modal/features/embedded/state/account-type.ts'
import { switchNetwork } from '../src/modal/features/networks/switch-network.ts'
import { chooseAccountType } from '../src/modal/home/profile/account-type.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { type Connected, connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { connectTestWallet, createEmbeddedModal } from './support/wallet-link.ts'

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** A wallet with smart accounts on the first network only. */
async function createConnected() {
  const modal = createEmbeddedModal()
  const { store, wallet } = modal
  let preferred: 'eoa' | 'smartAccount' = 'smartAccount'
  const eoa = { address, type: 'eoa' } as const
  wallet.answer({
    GET_USER: ({ chainId = 'eip155:1' as Caip2 }) =>
      chainId === 'eip155:1'
        ? {
            chainId,
            address,
            accounts: [eoa, { address, type: 'smartAccount' }],
            preferredAccountType: preferred,
            smartAccountDeployed: false,
          }
        : { chainId, address, accounts: [eoa], preferredAccountType: 'eoa' },
    SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
    SET_PREFERRED_ACCOUNT({ type }) {
      preferred = type
      return { type, address }
    },
  })
  await connectTestWallet(modal)
  const connection = (): Connected => {
    const now = store.get(connectionsAtom).eip155
    if (now?.status !== 'connected') throw new Error('not connected')
    return now
  }
  const told = () => store.get(snapshotAtom).accounts.find(({ namespace }) => namespace === 'eip155')
  return { ...modal, connection, told }
}

test('the smart account is the default where there is one, with the address of the key, and can be left', async () => {
  const { context, connection, told } = await createConnected()
  expect(told()).toMatchObject({
    type: 'smartAccount',
    smartAccountDeployed: false,
    allAccounts: [
      { address, type: 'eoa' },
      { address, type: 'smartAccount' },
    ],
  })
  // It is good on every network, and pays its fees itself.
  expect(isContract(connection())).toBe(false)
  expect(otherType(connection())).toBe('eoa')
  await chooseAccountType(context, connection(), 'eoa')
  expect([told()?.type, otherType(connection())]).toEqual(['eoa', 'smartAccount'])
  await chooseAccountType(context, connection(), 'smartAccount')
  expect(told()?.type).toBe('smartAccount')
})

test('on a network without smart accounts there is nothing to choose; back on the other one, the choice holds', async () => {
  const { context, connection, told } = await createConnected()
  await switchNetwork(context, 'eip155:10')
  expect(told()).toMatchObject({ type: 'eoa' })
  expect(told()).not.toHaveProperty('allAccounts')
  expect(otherType(connection())).toBeUndefined()
  await switchNetwork(context, 'eip155:1')
  expect(told()?.type).toBe('smartAccount')
})

test('a wallet that does not answer changes nothing, and the user is told', async () => {
  const { context, store, wallet, connection, told } = await createConnected()
  wallet.answer({
    SET_PREFERRED_ACCOUNT() {
      throw new AirlockError('NETWORK')
    },
  })
  await chooseAccountType(context, connection(), 'eoa')
  expect(told()?.type).toBe('smartAccount')
  expect(store.get(toastAtom)).toMatchObject({ variant: 'error', key: 'toast.walletUnreachable' })
})

test('a smart account with an address of its own is a contract', () => {
  expect(isContract({ accountType: 'smartAccount' })).toBe(true)
  expect(isContract({ accountType: 'eoa' })).toBe(false)
  expect(otherType({ accountType: 'smartAccount' })).toBeUndefined()
})

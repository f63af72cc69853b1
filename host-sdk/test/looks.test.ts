/** The buttons' content for each state. */
import { expect, test } from 'vitest'
import { defineElements } from '../src/elements/index.ts'
import type { AccountState, State } from '../src/types.ts'
import { accountOf, looksOf } from '../src/ui/looks.ts'
import { address, emptyState, ethereum } from './support.ts'

const initial: State = { ...emptyState, persistence: 'local' }
const account: AccountState = {
  status: 'connected',
  restoring: false,
  namespace: 'eip155',
  address,
  caipAddress: `eip155:1:${address}`,
  accounts: [`eip155:1:${address}`],
  balance: { formatted: '1.25', symbol: 'ETH', asOf: 0 },
}
const connected: State = { ...initial, active: 'eip155', network: ethereum, accounts: { eip155: account } }

test('the label says that no wallet is connected, that one is asked, or which account is there', () => {
  expect(looksOf(initial, {})).toEqual({ status: 'connect', label: 'Connect wallet' })
  const waiting: State = { ...initial, accounts: { eip155: { ...account, status: 'connecting', address: '' } } }
  expect(looksOf(waiting, {})).toEqual({ status: 'connecting', label: 'Connecting…' })
  expect(looksOf(connected, {})).toMatchObject({ status: 'connected', label: '0x1111…1111', detail: '1.25 ETH' })
  expect(looksOf(connected, { balance: 'hide', network: true })).toMatchObject({ detail: 'Ethereum' })
})

test('a name stands in place of the address', () => {
  const named: State = { ...connected, accounts: { eip155: { ...account, profile: { name: 'alice.example' } } } }
  expect(looksOf(named, {}).label).toBe('alice.example')
})

test('a network that the page does not have is named, unless the button shows another namespace', () => {
  const lost: State = { ...connected, unsupported: 'eip155:5' }
  expect(looksOf(lost, {})).toEqual({ status: 'unsupported', label: 'Wrong network' })
  expect(looksOf({ ...lost, active: 'solana' }, { namespace: 'eip155' }).status).toBe('connected')
})

test('texts of the page replace ours', () => {
  expect(looksOf(initial, { label: 'Log in' }).label).toBe('Log in')
  expect(looksOf({ ...connected, unsupported: 'eip155:5' }, { wrongNetworkLabel: 'Oops' }).label).toBe('Oops')
})

test('no account: the state is the same object at every call, as React requires', () => {
  expect(accountOf(initial, 'solana')).toBe(accountOf({ ...initial }, 'solana'))
  expect(accountOf(initial)).toMatchObject({ status: 'disconnected', namespace: 'eip155', accounts: [] })
  expect(accountOf(connected)).toBe(account)
})

test('a namespace is any text of an attribute: the name of an object’s own member has no account', () => {
  for (const namespace of ['constructor', 'toString'] as unknown as AccountState['namespace'][])
    expect(accountOf(connected, namespace)).toEqual({
      status: 'disconnected',
      restoring: false,
      namespace,
      accounts: [],
    })
})

test('on a server there is nothing to define', () => {
  expect(() => defineElements()).not.toThrow()
})

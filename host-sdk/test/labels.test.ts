/** The page's labels for addresses: the public state, and refused labels. */
import { expect, test } from 'vitest'
import { createAirlock } from '../src/create.ts'
import { address, options } from './support.ts'

const solanaAddress = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

test('labels are added, replaced and removed, whatever the case of an EVM address', async () => {
  const airlock = createAirlock(options())
  const labels = () => airlock.getState().addressLabels
  expect(labels()).toBeUndefined()
  const upper = `0x${'AB'.repeat(20)}`
  await airlock.addAddressLabel(upper, 'Savings')
  await airlock.addAddressLabel(solanaAddress, 'Stakes')
  expect(labels()).toEqual({ [upper.toLowerCase()]: 'Savings', [solanaAddress]: 'Stakes' })
  await airlock.addAddressLabel(upper.toLowerCase(), 'Rent')
  await airlock.removeAddressLabel(solanaAddress)
  await airlock.removeAddressLabel(address)
  expect(labels()).toEqual({ [upper.toLowerCase()]: 'Rent' })
})

test.each([
  ['not an address', 'home', 'Savings'],
  ['an account with its network', `eip155:1:${address}`, 'Savings'],
  ['a name of an object', '__proto__', 'Savings'],
  ['a label that is too long', address, 'x'.repeat(129)],
  ['a label that is no text', address, 7 as unknown as string],
])('%s is refused, and nothing changes', async (_, to, label) => {
  const airlock = createAirlock(options())
  await airlock.addAddressLabel(solanaAddress, 'Stakes')
  await expect(airlock.addAddressLabel(to, label)).rejects.toMatchObject({ code: 'INVALID_OPTIONS' })
  expect(airlock.getState().addressLabels).toEqual({ [solanaAddress]: 'Stakes' })
})

test('there are at most 256', async () => {
  const airlock = createAirlock(options())
  const at = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
  for (let index = 0; index < 256; index++) await airlock.addAddressLabel(at(index), 'x')
  await expect(airlock.addAddressLabel(at(256), 'x')).rejects.toThrow('More than 256')
  await airlock.addAddressLabel(at(255), 'y')
  expect(Object.keys(airlock.getState().addressLabels ?? {})).toHaveLength(256)
})

import { expect, test } from 'vitest'
import { pictureId } from './picture-id.ts'

const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('a token has one id, however its address is written, and another one on each network', () => {
  const written = [address, address.toLowerCase(), `eip155:1:${address}`]
  expect(new Set(written.map((one) => pictureId('eip155:1', one)))).toEqual(
    new Set([`eip155:1:${address.toLowerCase()}`]),
  )
  expect(pictureId('eip155:10', address)).not.toBe(pictureId('eip155:1', address))
})

test('a currency has the id of its network, as the network itself', () =>
  expect(pictureId('eip155:1', undefined)).toBe('eip155:1'))

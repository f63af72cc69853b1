/** The spelling of addresses: wallets answer in lower case, upper case, or with a checksum; the page gets EIP-55. */
import type { Json } from '@airlock/protocol/json.ts'
import { describe, expect, test } from 'vitest'
import { createEvmPart } from './eip155.ts'

const first = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const second = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const spellings: Readonly<Record<string, (address: string) => string>> = {
  'lower case': (address) => address.toLowerCase(),
  'upper case': (address) => `0x${address.slice(2).toUpperCase()}`,
  'a checksum': (address) => address,
  'a wrong checksum': (address) => address.replaceAll('b', 'B'),
}

const partOf = (spell: (address: string) => string) =>
  createEvmPart((method): Promise<Json> => {
    if (method === 'eth_chainId') return Promise.resolve('0x1')
    return Promise.resolve([spell(first), spell(second)])
  })

describe.each(Object.entries(spellings))('a wallet that writes %s', (_, spell) => {
  const { signal } = new AbortController()
  const accounts = [`eip155:1:${first}`, `eip155:1:${second}`]

  test('connects with checksums', async () => {
    expect(await partOf(spell).connect({ signal })).toMatchObject({ accounts })
  })

  test('is restored with checksums, and so are the accounts that it changes to', async () => {
    const part = partOf(spell)
    expect(await part.restore({ signal })).toMatchObject({ accounts })
    expect(part.readEvent('accountsChanged', [spell(second)])).toEqual({ type: 'accounts', accounts: [second] })
  })
})

/** What the libraries of others say to our texts and numbers: `siwe` to sign-in messages, ethers 5 to the numbers that it writes. */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { tidyParams } from '../../frame-app/src/shared/chains/eip155/tidy-params.ts'
import { createSiwx, memoryStorage } from '../../host-sdk/src/siwx/index.ts'
import { prepare } from './sets.ts'

interface Siwe {
  readonly SiweMessage: new (
    text: string,
  ) => { statement?: string; verify: (parts: object) => Promise<{ success: boolean }> }
}
interface Ethers5 {
  readonly BigNumber: { readonly from: (value: bigint) => { readonly toHexString: () => string } }
}
const of = (set: string) => createRequire(resolve(import.meta.dirname, 'sets', set, 'package.json'))

let SiweMessage: Siwe['SiweMessage']
let BigNumber: Ethers5['BigNumber']
beforeAll(async () => {
  await prepare()
  // as: their own types are of another module system
  SiweMessage = (of('ethers6')('siwe') as Siwe).SiweMessage
  BigNumber = (of('ethers5')('ethers') as { readonly ethers: Ethers5 }).ethers.BigNumber
}, 600_000)
beforeEach(() => void vi.stubGlobal('location', { origin: 'https://app.example', host: 'app.example' }))
afterEach(() => vi.unstubAllGlobals())

const textOf = async (accountAddress: string, statement?: string) => {
  const siwx = createSiwx({ storage: memoryStorage(), ...(statement === undefined ? {} : { statement }) })
  return String(await siwx.createMessage({ chainId: 'eip155:1', accountAddress }))
}

describe('siwe', () => {
  test('reads and verifies the message of a wallet that writes its address in lower case', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const text = await textOf(account.address.toLowerCase(), 'I accept the terms.')
    const read = new SiweMessage(text)
    expect(read.statement).toBe('I accept the terms.')
    const signature = await account.signMessage({ message: text })
    await expect(read.verify({ signature })).resolves.toMatchObject({ success: true })
  })

  test('reads every statement that we take, as it was', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey())
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }), async (statement) => {
        const text = await textOf(address, statement).catch(() => undefined)
        if (text !== undefined) expect(new SiweMessage(text).statement).toBe(statement)
      }),
    )
  })

  test.each(['Save 100% today', 'I accept the "Terms"', 'It’s fine', 'für', 'a < b', '😀'])(
    'does not read %s, and we do not take it',
    async (statement) => {
      await expect(textOf('0x8ba1f109551bD432803012645Ac136ddd64DBA72', statement)).rejects.toThrow('EIP-4361')
    },
  )
})

test('every amount that ethers 5 writes is read as the same number', () => {
  const account = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  const found = findMethod('eip155', 'eth_sendTransaction')
  if (!found) throw new Error('not in the allowlist')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (value) => {
      const params = [{ from: account, to: account, value: BigNumber.from(value).toHexString() }]
      const [sent] = z.parse(found.params, tidyParams(found, params)) as [{ value: string }] // as: of the schema
      expect(BigInt(sent.value)).toBe(value)
    }),
  )
})

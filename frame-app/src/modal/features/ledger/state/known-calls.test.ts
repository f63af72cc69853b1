import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, erc721Abi } from 'viem'
import { expect, test } from 'vitest'
import { readCall } from './known-calls.ts'

const spender = `0x${'cd'.repeat(20)}` as const
const zeroAddress = `0x${'0'.repeat(40)}` as const
const approve = (to: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })
const approveAll = (isApproved: boolean) =>
  encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [spender, isApproved] })

test.each([
  ['nothing', '0x', { operation: 'send' }],
  [
    'a transfer',
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, 1n] }),
    { operation: 'send' },
  ],
  ['an allowance', approve(spender, 5n), { operation: 'approve', approval: { spender, isUnlimited: false } }],
  [
    'an allowance without limit',
    approve(spender, 2n ** 256n - 1n),
    { operation: 'approve', approval: { spender, isUnlimited: true } },
  ],
  // Of a collection, zero is its first NFT.
  ['an allowance of zero', approve(spender, 0n), { operation: 'approve', approval: { spender, isUnlimited: false } }],
  [
    'an NFT for nobody',
    approve(zeroAddress, 7n),
    { operation: 'revoke', approval: { spender: zeroAddress, isUnlimited: false } },
  ],
  ['a collection', approveAll(true), { operation: 'approve', approval: { spender, isUnlimited: true } }],
  [
    'a collection that is taken back',
    approveAll(false),
    { operation: 'revoke', approval: { spender, isUnlimited: false } },
  ],
  ['an allowance that is cut off', '0x095ea7b3', { operation: 'approve' }],
  ['an allowance for what is no address', `0x095ea7b3${'f'.repeat(128)}`, { operation: 'approve' }],
  ['anything else', '0x12345678', { operation: 'execute' }],
])('%s [C141]', (_what, input, call) => expect(readCall(input)).toEqual(call))

test('any input is a call, in any case', () => {
  const hex = fc.stringMatching(/^([0-9a-fA-F]{2}){0,80}$/)
  const selector = fc.constantFrom('', '095ea7b3', 'a22cb465', '39509351', 'A9059CBB')
  fc.assert(
    fc.property(selector, hex, (start, rest) => {
      expect(readCall(`0x${start}${rest}`)).toEqual(readCall(`0x${start}${rest}`.toUpperCase().replace('0X', '0x')))
    }),
  )
})

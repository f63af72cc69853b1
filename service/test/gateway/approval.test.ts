import { encodeFunctionData, erc20Abi, erc721Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../../src/gateway/history/approval.ts'

const spender = `0x${'cd'.repeat(20)}` as const
const zeroAddress = `0x${'0'.repeat(40)}` as const
const approve = (to: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })
const approveAll = (isApproved: boolean) =>
  encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [spender, isApproved] })
const increase = encodeFunctionData({
  abi: parseAbi(['function increaseAllowance(address spender, uint256 amount)']),
  functionName: 'increaseAllowance',
  args: [spender, 5n],
})
const [coin, collection] = [{ decimals: 18 }, { decimals: undefined }]
const read = (input: string, token?: { readonly decimals: number | undefined }) =>
  approvalOf({ input, isCreate: false }, token)

describe('an approval [C141]', () => {
  test.each([
    ['of an amount', approve(spender, 5n), coin, { isUnlimited: false, isRevoked: false }],
    ['of more', increase, coin, { isUnlimited: false, isRevoked: false }],
    ['without limit', approve(spender, 2n ** 256n - 1n), coin, { isUnlimited: true, isRevoked: false }],
    ['without limit, in 96 bits', approve(spender, 2n ** 96n - 1n), coin, { isUnlimited: true, isRevoked: false }],
    ['of zero', approve(spender, 0n), coin, { isUnlimited: false, isRevoked: true }],
    ['of a large NFT id', approve(spender, 2n ** 255n), collection, { isUnlimited: false, isRevoked: false }],
    ['of the first NFT', approve(spender, 0n), collection, { isUnlimited: false, isRevoked: false }],
    ['of a collection', approveAll(true), collection, { isUnlimited: true, isRevoked: false }],
    ['of a collection, taken back', approveAll(false), collection, { isUnlimited: false, isRevoked: true }],
  ])('%s', (_what, input, token, said) => expect(read(input, token)).toEqual({ spender, ...said }))

  test('is a revocation if it is of an NFT for the zero address', () => {
    expect(read(approve(zeroAddress, 7n), collection)).toEqual({
      spender: zeroAddress,
      isUnlimited: false,
      isRevoked: true,
    })
  })

  test('is not found in other calls, deployments, or truncated input', () => {
    expect(read('0x12345678')).toBeUndefined()
    expect(read('0x095ea7b3')).toBeUndefined()
    expect(read('')).toBeUndefined()
    expect(approvalOf({ input: approve(spender, 5n), isCreate: true }, undefined)).toBeUndefined()
  })
})

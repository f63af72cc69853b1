/** Wraps and unwraps the currency, one to one, through the wrapping contract. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import { isSame, type SwapSource } from './source.ts'

export const wrapAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
const gas = { wrap: 46_000n, unwrap: 37_000n } as const

export const createWrapSource = (): SwapSource => ({
  quote: ({ from, to, amount }) => {
    if (!isSame(from.token, to.token) || from.isNative === to.isNative) return Promise.resolve(undefined)
    const kind = from.isNative ? 'wrap' : 'unwrap'
    const { token } = from
    return Promise.resolve({
      received: amount,
      route: [
        {
          kind,
          tokenIn: from.isNative ? nativeToken : token,
          tokenOut: to.isNative ? nativeToken : token,
        },
      ],
      router: token,
      spender: undefined,
      gas: gas[kind],
      gasInTo: undefined,
      impactBps: 0,
      fee: undefined,
      isTaxed: false,
      // One to one, so no minimum is needed.
      build: () =>
        from.isNative
          ? { to: token, value: amount, data: encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' }) }
          : {
              to: token,
              value: 0n,
              data: encodeFunctionData({ abi: wrapAbi, functionName: 'withdraw', args: [amount] }),
            },
    })
  },
})

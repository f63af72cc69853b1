import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { describe, expect, test } from 'vitest'
import { readChainId, toHexChainId } from './chain-id.ts'
import { switchWallet } from './switch-wallet.ts'
import { connectWallet, restoreWallet } from './wallet.ts'

const address = `0x${'ab'.repeat(20)}` as const
const network: Network = {
  id: 'eip155:31337',
  name: 'Local',
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:8545'],
  testnet: false,
}

/** A wallet with fixed answers by method; errors are thrown. */
function wallet(answers: Record<string, Json | AirlockError>) {
  const calls: [string, Json[]][] = []
  const request = (method: string, params: Json[]): Promise<Json> => {
    calls.push([method, params])
    const answer = answers[method]
    return answer instanceof AirlockError ? Promise.reject(answer) : Promise.resolve(answer ?? null)
  }
  return { request, calls }
}
const error = (
  rpcCode: number,
  code: 'USER_REJECTED' | 'REQUEST_PENDING' | 'WALLET_FAILED' | 'CHAIN_NOT_SUPPORTED' = 'WALLET_FAILED',
) => new AirlockError(code, { rpcCode })

describe('connecting', () => {
  test('takes every account and the chain, in whatever form the wallet names it', async () => {
    for (const chain of ['0x7a69', 31337, '31337'] as const) {
      const { request } = wallet({ eth_requestAccounts: [address], eth_chainId: chain })
      await expect(connectWallet(request)).resolves.toEqual({
        accounts: [`eip155:31337:${address}`],
        chainId: 'eip155:31337',
      })
    }
  })

  test('junk among the accounts is dropped; nothing left is no authorisation', async () => {
    const { request } = wallet({ eth_requestAccounts: ['0x1', 7, null], eth_chainId: '0x1' })
    await expect(connectWallet(request)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('restoring never asks', async () => {
    const { request, calls } = wallet({ eth_accounts: [], eth_chainId: '0x1' })
    await expect(restoreWallet(request)).resolves.toBeUndefined()
    expect(calls.map(([method]) => method)).toEqual(['eth_accounts'])
  })
})

describe('switching', () => {
  test.each([4902, 5000, 32603, -32603])('code %d adds the network', async (code) => {
    const { request, calls } = wallet({ wallet_switchEthereumChain: error(code) })
    await switchWallet(request, network)
    expect(calls.map(([method]) => method)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    expect(calls[1]?.[1]).toEqual([
      {
        chainId: '0x7a69',
        chainName: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:8545'],
      },
    ])
  })

  test('a decline stays a decline, at either step', async () => {
    const declined = error(4001, 'USER_REJECTED')
    await expect(switchWallet(wallet({ wallet_switchEthereumChain: declined }).request, network)).rejects.toMatchObject(
      { code: 'USER_REJECTED' },
    )
    const second = wallet({ wallet_switchEthereumChain: error(4902), wallet_addEthereumChain: declined })
    await expect(switchWallet(second.request, network)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test("everything else is 'Chain is not supported'", async () => {
    await expect(switchWallet(wallet({ wallet_switchEthereumChain: error(-32000) }).request, network)).rejects.toThrow(
      'Chain is not supported',
    )
    const cannotAdd = wallet({ wallet_switchEthereumChain: error(4902), wallet_addEthereumChain: error(4200) })
    await expect(switchWallet(cannotAdd.request, network)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })
})

describe('chain ids', () => {
  test('hex and back', () => {
    expect(toHexChainId('eip155:1')).toBe('0x1')
    expect(readChainId('0x1')).toBe('eip155:1')
    expect(() => toHexChainId('eip155:2147483648')).toThrow('Invalid chainId')
  })

  test.each([['0x0'], [''], ['0x'], [-1], [1.5], ['1e3'], [null], [{}], ['0x80000000'], ['0xfffffffff']])(
    '%j is no chain id',
    (value) => {
      expect(readChainId(value)).toBeUndefined()
    },
  )
})

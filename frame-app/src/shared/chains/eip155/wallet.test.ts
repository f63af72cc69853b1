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
    expect(calls.map(([method]) => method).slice(0, 2)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ])
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

  /** A wallet that has its own mind about where it is. */
  function moving(answer: (method: string, at: { chain: string; known: boolean }) => Json | AirlockError) {
    const at = { chain: '0x1', known: false }
    const calls: string[] = []
    const request = async (method: string): Promise<Json> => {
      calls.push(method)
      const given = method === 'eth_chainId' ? at.chain : answer(method, at)
      if (given instanceof AirlockError) throw given
      return given
    }
    return { request, calls }
  }

  test('a wallet that adds the network and stays is asked once more to switch', async () => {
    const { request, calls } = moving((method, at) => {
      if (method === 'wallet_addEthereumChain') at.known = true
      else if (!at.known) return error(4902)
      else at.chain = '0x7a69'
      return null
    })
    await switchWallet(request, network)
    expect(calls.filter((method) => method !== 'eth_chainId')).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  test.each([
    ['agrees and stays', () => null],
    [
      'adds and stays',
      (method: string, at: { known: boolean }) => {
        if (method === 'wallet_switchEthereumChain') return at.known ? null : error(4902)
        at.known = true
        return null
      },
    ],
  ])('a wallet that %s has not moved', async (_, answer) => {
    await expect(switchWallet(moving(answer).request, network)).rejects.toMatchObject({
      code: 'USER_REJECTED',
      message: 'The wallet stayed on its network.',
    })
  })

  test('a wallet that moves a moment after its answer has moved', async () => {
    const { request } = moving((_, at) => {
      setTimeout(() => (at.chain = '0x7a69'), 250)
      return null
    })
    await switchWallet(request, network)
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
    expect(readChainId('0X2a15C308D')).toBe('eip155:11297108109')
    expect(toHexChainId('eip155:11297108109')).toBe('0x2a15c308d')
    expect(readChainId(11297108109)).toBe('eip155:11297108109')
    expect(() => toHexChainId('eip155:9007199254740992')).toThrow('Invalid chainId')
  })

  test.each([['0x0'], [''], ['0x'], [-1], [1.5], ['1e3'], [null], [{}], ['0x20000000000000'], ['9007199254740992']])(
    '%j is no chain id',
    (value) => {
      expect(readChainId(value)).toBeUndefined()
    },
  )
})

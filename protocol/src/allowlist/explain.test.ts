import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { explainParams } from './explain.ts'
import { findMethod } from './index.ts'

const from = `0x${'ab'.repeat(20)}`

describe('a refusal of params names what is wrong', () => {
  test.each<[namespace: 'eip155' | 'solana' | 'bip122', method: string, params: unknown, text: string]>([
    ['eip155', 'eth_sendTransaction', [{ from, value: '1000' }], ' (value)'],
    ['eip155', 'eth_sendTransaction', [{ from, gasPrise: '0x1' }], ' (unknown: gasPrise)'],
    ['eip155', 'eth_sendTransaction', [{ from: 'me' }], ' (from)'],
    ['eip155', 'wallet_sendCalls', [{ calls: [{ to: from }, { to: from, value: 1 }] }], ' (calls.1.value)'],
    ['eip155', 'eth_call', [{ to: from, data: '12' }, 'latest'], ' (data)'],
    ['eip155', 'eth_getBalance', [from, 'newest'], ' (params[1])'],
    ['eip155', 'eth_sendTransaction', [], ''],
    ['eip155', 'eth_sendTransaction', undefined, ''],
  ])('%s %s %j', (namespace, method, params, text) => {
    const parsed = z.safeParse(findMethod(namespace, method)?.params ?? z.any(), params)
    if (parsed.success) throw new Error('These params are valid')
    expect(explainParams(method, parsed.error)).toBe(`${method}: invalid params${text}`)
  })
})

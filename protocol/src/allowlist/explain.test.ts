import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { explainParams } from './explain.ts'
import { findMethod } from './index.ts'
import { SentTransactionParams } from './transaction.ts'

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

describe('a transaction to be signed [C382]', () => {
  const list = [{ address: from, storageKeys: [] }]
  const authorization = [{ chainId: '0x1', address: from, nonce: '0x0' }]
  const all = {
    gasPrice: '0x1',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    accessList: list,
    authorizationList: authorization,
  }
  type Field = keyof typeof all
  /** As the standards of the types say (EIP-2718, 2930, 1559, 7702). */
  const allowed = (type: string | undefined, field: Field): boolean => {
    if (field === 'gasPrice') return type === '0x0' || type === '0x1'
    if (field === 'accessList') return type !== '0x0'
    return field === 'authorizationList' ? type === '0x4' : type === '0x2' || type === '0x4'
  }
  const known = ['0x0', '0x1', '0x2', '0x4']
  const names = Object.keys(all) as Field[] // as: the keys of the object above
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_name, at) => bits & (2 ** at)))
  const schema = SentTransactionParams
  const read = (type: string | undefined, fields: readonly Field[]) =>
    z.safeParse(schema, [
      { from, ...(type && { type }), ...Object.fromEntries(fields.map((name) => [name, all[name]])) },
    ])

  test.each([undefined, ...known, '0x3', '0x5', '0x7f', '0xffffffffffffffff'])(
    'type %s has the fields of its kind, in every mixture',
    (type) => {
      for (const fields of subsets) {
        const kinds = type === undefined ? known : known.filter((one) => one === type)
        const isSound = kinds.some(
          (kind) =>
            fields.every((field) => allowed(kind, field)) &&
            (kind !== '0x4' || type === undefined || fields.includes('authorizationList')),
        )
        const parsed = read(type, fields)
        expect([type, fields, parsed.success]).toEqual([type, fields, isSound])
        // The refusal names one field that is there, the missing list, or the type.
        if (parsed.success) continue
        const [, named] = /\((\w+): /.exec(explainParams('eth_sendTransaction', parsed.error)) ?? []
        expect([...fields, 'type', 'authorizationList']).toContain(named)
        if (type !== undefined && !known.includes(type)) expect(named).toBe('type')
      }
    },
  )

  test.each([
    [{ type: '0x5' }, 'type: known are 0x0, 0x1, 0x2, 0x4'],
    [{ type: '0x2', gasPrice: '0x1' }, 'gasPrice: contradicts the type or another field'],
    [{ type: '0x4' }, 'authorizationList: type 0x4 needs it'],
  ])('%j is refused with the field and the reason', (fields, text) => {
    const parsed = z.safeParse(schema, [{ from, ...fields }])
    if (parsed.success) throw new Error('These params are valid')
    expect(explainParams('eth_sendTransaction', parsed.error)).toBe(`eth_sendTransaction: invalid params (${text})`)
  })

  test('may have the empty lists that libraries send with each', () => {
    for (const type of ['0x0', '0x1', '0x2'])
      expect(z.safeParse(schema, [{ from, type, accessList: [], authorizationList: [] }]).success).toBe(true)
  })

  test('is not checked if it is only read: the node does that', () => {
    const call = findMethod('eip155', 'eth_call')?.params ?? z.never()
    expect(z.safeParse(call, [{ from, type: '0x5', gasPrice: '0x1', maxFeePerGas: '0x1' }, 'latest']).success).toBe(
      true,
    )
  })
})

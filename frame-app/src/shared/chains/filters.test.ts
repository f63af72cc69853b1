/** Node filters: each exists only at the node that made it. */
import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { describe, expect, test } from 'vitest'
import { createFilters, type NodeCalls } from './filters.ts'

const { signal } = new AbortController()

/** Two nodes that both use the id 0x1 for their first filter. */
function twoNodes() {
  const asked: [url: string, method: string, params: Json][] = []
  let active = 'one'
  const nodes: NodeCalls = {
    async first(method, params) {
      return { url: active, result: await nodes.at(active, method, params, signal) }
    },
    at(url, method, params) {
      asked.push([url, method, params])
      return Promise.resolve(method.startsWith('eth_new') ? '0x1' : `${url} ${method}`)
    },
  }
  const filters = createFilters(nodes)
  return {
    asked,
    request: (method: string, params: Json = []) =>
      filters.request(method, params, signal, findMethod('eip155', method)?.filter),
    use(url: string) {
      active = url
    },
  }
}

describe('a filter', () => {
  test('is read and removed at the node that made it, whichever node comes first meanwhile', async () => {
    const { asked, request, use } = twoNodes()
    const first = await request('eth_newFilter', [{}])
    use('two')
    const second = await request('eth_newPendingTransactionFilter')
    expect(first).not.toBe(second)
    expect(await request('eth_getFilterChanges', [first ?? ''])).toBe('one eth_getFilterChanges')
    expect(await request('eth_getFilterLogs', [first ?? ''])).toBe('one eth_getFilterLogs')
    expect(await request('eth_getFilterChanges', [second ?? ''])).toBe('two eth_getFilterChanges')
    expect(await request('eth_uninstallFilter', [first ?? ''])).toBe('one eth_uninstallFilter')
    expect(asked.slice(2).map(([, , params]) => params)).toEqual([['0x1'], ['0x1'], ['0x1'], ['0x1']])
  })

  test('is sent to no node if its id is unknown: it may be another page’s', async () => {
    const { asked, request } = twoNodes()
    for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs'])
      await expect(request(method, ['0x1'])).rejects.toMatchObject({ rpcCode: -32000, message: 'filter not found' })
    expect(await request('eth_uninstallFilter', ['0x1'])).toBe(false)
    const made = await request('eth_newBlockFilter')
    await request('eth_uninstallFilter', [made ?? ''])
    await expect(request('eth_getFilterChanges', [made ?? ''])).rejects.toThrow(AirlockError)
    expect(asked).toHaveLength(2)
  })

  test('replaces the oldest if a page never removes any', async () => {
    const { request } = twoNodes()
    const first = await request('eth_newBlockFilter')
    let last: Json = null
    for (let index = 0; index < 256; index++) last = await request('eth_newBlockFilter')
    await expect(request('eth_getFilterChanges', [first ?? ''])).rejects.toThrow('filter not found')
    expect(await request('eth_getFilterChanges', [last])).toBe('one eth_getFilterChanges')
  })

  test('an id that is not text means a broken node', async () => {
    const nodes: NodeCalls = {
      first: () => Promise.resolve({ url: 'one', result: { id: 1 } }),
      at: () => Promise.resolve(null),
    }
    const made = createFilters(nodes).request('eth_newFilter', [{}], signal, 'make')
    await expect(made).rejects.toMatchObject({ code: 'NETWORK' })
  })
})

test('everything else goes to the first node', async () => {
  const { asked, request } = twoNodes()
  expect(await request('eth_blockNumber')).toBe('one eth_blockNumber')
  expect(await request('toString')).toBe('one toString')
  expect(asked).toHaveLength(2)
})

/** Nodes of project records, asked as a frame asks them: by a browser, from the frames' origins. */
import type { OutgoingHttpHeaders } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { checkPageNodes } from '../src/check/page-nodes.ts'
import { type Listening, listenOnLoopback } from '../src/listen.ts'
import { local } from './records.ts'

const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type' }
const role = (url: string) => ({ url, port: 1 })
const [modal, wallet] = [
  role('https://modal.example'),
  { ...role('https://wallet.example'), modalOrigin: 'https://modal.example' },
]

let node: Listening | undefined
afterEach(() => node?.close())

const check = async (network: string, path = '/secret-key') => {
  const rpc = { [network]: [`http://127.0.0.1:${node?.port ?? 1}${path}`, 'wss://stream.example/ws'] }
  const projects = new Map([['demo', { ...local, rpc }]])
  return checkPageNodes({ projects, projectsFile: 'projects.json', modal, wallet })
}

/** As nodes do, it takes no other type than JSON. */
const start = async (headers: OutgoingHttpHeaders, result: unknown) => {
  node = await listenOnLoopback((request, response) => {
    const isRefused = request.method === 'POST' && request.headers['content-type'] !== 'application/json'
    response.writeHead(isRefused ? 415 : 200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  }, 0)
}

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test.each([
  ['of an EVM network', 'eip155:1', open, '0x1'],
  ['of Solana', solana, open, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
])('a node %s that serves its network to pages is fine', async (_, network, headers, result) => {
  await start(headers, result)
  expect(await check(network)).toBe('1 answer to the frames')
})

test.each<[string, string, OutgoingHttpHeaders, unknown, RegExp]>([
  ['serves another network', 'eip155:1', open, '0xa', /^demo: rpc\.eip155:1\[0\] serves another network \(10\)$/],
  ['serves another cluster', solana, open, '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', /serves another network \(4uhc/],
  ['knows no browsers', 'eip155:1', {}, '0x1', /lets no page of https:\/\/modal\.example ask it/],
  ['allows simple requests only', 'eip155:1', { 'Access-Control-Allow-Origin': '*' }, '0x1', /or not Content-Type$/],
  [
    'knows only the modal',
    'eip155:1',
    { ...open, 'Access-Control-Allow-Origin': 'https://modal.example' },
    '0x1',
    /lets no page of https:\/\/wallet\.example ask it/,
  ],
  ['refuses', 'eip155:1', open, undefined, /refuses eth_chainId$/],
])('a node that %s is found, and its address is not printed', async (_, network, headers, result, problem) => {
  await start(headers, result)
  const failure = await check(network).catch((error: Error) => error.message)
  expect(failure).toMatch(problem)
  expect(failure).not.toContain('secret-key')
})

test('a node that is down is found', async () => {
  node = undefined
  await expect(check('eip155:1')).rejects.toThrow('demo: rpc.eip155:1[0] does not answer')
})

test('networks of other namespaces are not checked: the frames ask no node for them', async () => {
  node = undefined
  expect(await check('bip122:000000000019d6689c085ae165831e93')).toBe('none')
})

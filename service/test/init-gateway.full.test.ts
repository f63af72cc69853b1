/** `airlock init` sets up a gateway: the real program writes, checks and serves it, with a real chain behind it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Balances, Prices, SupportedChains } from '@airlock/protocol/gateway/shapes.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EvmNode, startNode } from '../../e2e/world/node.ts'
import { callRpc } from '../../e2e/world/rpc.ts'
import { listenOnLoopback } from '../src/listen.ts'
import { buildProgram, type Program, serviceProgram } from './support/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-init-gateway-'))
const config = join(folder, 'airlock.config.json')
const account = privateKeyToAccount(generatePrivateKey())
const run = promisify(execFile)

let program: Program
let evm: EvmNode
let running: ChildProcess | undefined
let output = ''
let port: number

beforeAll(async () => {
  // Replaces Ethereum, whose currency and contracts the service knows.
  evm = await startNode({ chainId: 1 })
  await callRpc(evm.rpcUrl, 'anvil_setBalance', [account.address, '0x1bc16d674ec80000'])
  program = await buildProgram(serviceProgram)
  const free = await listenOnLoopback(() => undefined, 0)
  await free.close()
  port = free.port
}, 120_000)
afterAll(async () => {
  if (running && running.exitCode === null) {
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  await evm.stop()
  program.remove()
  rmSync(folder, { recursive: true })
})

const airlock = (...args: readonly string[]) =>
  run(process.execPath, [program.file, ...args], { cwd: folder }).catch((error: { stdout: string }) => error)

type Answer = { readonly status: number | undefined; readonly json: unknown }
/** Like the operator's proxy: the port, and the host that selects the role. */
const ask = (path: string, body?: unknown) =>
  new Promise<Answer>((resolve, reject) => {
    const host = `gateway.localhost:${port}`
    const asked = request(
      { host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', headers: { host } },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(text) }))
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })

test('init, check and start bring up a gateway that answers pages, with names, and ends cleanly', async () => {
  const node = `eip155:1=${evm.rpcUrl}`
  const written = await airlock('init', '--yes', '--port', String(port), '--node', node, '--zone', 'names.example')
  expect(written.stdout).toContain('names that end with .names.example')
  const checked = (await airlock('check')).stdout.split('\n')
  for (const name of ['secret', 'database', 'nodes', 'tokens', 'names'])
    expect(checked.find((line) => line.includes(`gateway ${name}:`))).toMatch(/^ok/)

  running = spawn(process.execPath, [program.file, 'start', '--config', config, '--roles', 'gateway'], { cwd: folder })
  running.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await vi.waitFor(() => expect(output).toContain('"event":"started"'), { timeout: 60_000, interval: 50 })
  expect((await ask('/health')).json).toEqual({ status: 'up', roles: { gateway: 'up' } })
  expect(SupportedChains.parse((await ask('/v1/supported-chains')).json).http).toEqual(['eip155:1'])

  // The first project, which init wrote.
  const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  expect((await ask('/v1/?chainId=eip155:1&projectId=demo', chainId)).json).toMatchObject({ result: '0x1' })
  const balance = await ask(`/v1/account/${account.address}/balance?projectId=demo&currency=usd&chainId=eip155:1`)
  const [ether] = Balances.parse(balance.json).balances
  expect(ether).toMatchObject({ symbol: 'ETH', quantity: { numeric: '2' } })
  // Picture addresses are signed with the key that init created.
  expect(ether?.iconUrl).toMatch(/^\/v1\/image\/[\w-]{22}\/[\w-]+$/)
  const price = await ask('/v1/fungible/price', {
    projectId: 'demo',
    currency: 'usd',
    addresses: [`eip155:1:0x${'e'.repeat(40)}`],
  })
  expect(Prices.parse(price.json)).toEqual({ fungibles: [] })

  const sign = async (content: object) => {
    const message = JSON.stringify({ ...content, timestamp: Math.floor(Date.now() / 1000) })
    const signature = await account.signMessage({ message })
    return { coin_type: 60, address: account.address, message, signature }
  }
  const names = '/v1/profile/account'
  expect(await ask(names, await sign({ name: 'alice.names.example', attributes: {} }))).toMatchObject({ status: 200 })
  const changed = await ask(`${names}/alice.names.example/attributes`, await sign({ attributes: { bio: 'hello' } }))
  expect(changed).toEqual({ status: 200, json: { bio: 'hello' } })

  running.kill('SIGTERM')
  await once(running, 'exit')
  expect(running.exitCode).toBe(0)
  expect(output).toContain('"event":"stopped"')
  expect((await airlock('check')).stdout).toContain('gateway database: SQLite, ready')
}, 120_000)

import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { RoleName } from '../src/config/file.ts'
import { listenOnLoopback } from '../src/listen.ts'
import { type Part, type Serving, serve } from '../src/start/serve.ts'

let serving: Serving | undefined
afterEach(() => serving?.stop())

const part = (name: RoleName, url: string, port: number): Part => ({
  name,
  url,
  port,
  listener: (_request, response) => response.end(name),
  ready: async () => {},
  drain: () => {},
  close: async () => {},
})

async function freePort(): Promise<number> {
  const server = await listenOnLoopback(() => undefined, 0)
  await server.close()
  return server.port
}

type Answer = { readonly status: number | undefined; readonly text: string; readonly policy: unknown }

const get = (port: number, host: string, path = '/') =>
  new Promise<Answer>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { Host: host } }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode, text, policy: response.headers['content-security-policy'] }),
      )
    })
      .on('error', reject)
      .end()
  })

test('the exact host selects the role if several share a port [C101]', async () => {
  const port = await freePort()
  serving = await serve(
    [part('modal', 'https://modal.example', port), part('wallet', `https://wallet.example:${port}`, port)],
    { address: '127.0.0.1', log: () => {} },
  )
  expect(await get(port, 'modal.example')).toMatchObject({ status: 200, text: 'modal' })
  expect(await get(port, 'MODAL.example')).toMatchObject({ text: 'modal' })
  expect(await get(port, `wallet.example:${port}`)).toMatchObject({ text: 'wallet' })
  for (const host of [
    'other.example',
    'wallet.example', // another port, so another origin
    'modal.example:8443',
    'evil.modal.example',
    'modal.example.evil.example',
    'modal.example@other.example',
    'modal.example, wallet.example',
    '',
  ]) {
    const { status, policy } = await get(port, host)
    expect(status, host).toBe(421)
    expect(policy, host).toContain('sandbox')
  }
  // The request line may contain an absolute address, which must not select the role.
  expect(await get(port, 'other.example', 'https://modal.example/')).toMatchObject({ status: 421 })
})

test('a role with a port of its own answers for each host', async () => {
  const port = await freePort()
  serving = await serve([part('modal', 'https://modal.example', port)], { address: '127.0.0.1', log: () => {} })
  expect(await get(port, 'behind-a-proxy.internal')).toMatchObject({ status: 200, text: 'modal' })
})

test('health names the role that cannot work, and other methods reach the roles', async () => {
  const port = await freePort()
  const broken: Part = { ...part('wallet', 'https://wallet.example', port), ready: () => Promise.reject(new Error()) }
  serving = await serve([part('modal', 'https://modal.example', port), broken], { address: '127.0.0.1', log: () => {} })
  const health = await get(port, 'any.example', '/health')
  expect(health.status).toBe(503)
  expect(JSON.parse(health.text)).toEqual({ status: 'down', roles: { modal: 'up', wallet: 'down' } })
})

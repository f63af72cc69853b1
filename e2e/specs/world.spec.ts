/** The world's own rules, without a browser: which page gets which policy, and what is not served. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '../setup/start-world.ts'
import { expect, test } from '../test.ts'
import { createHostsApp } from '../world/hosts.ts'
import { toNetwork } from '../world/networks.ts'
import { hostPolicyNames } from '../world/policies.ts'
import { freePorts } from '../world/ports.ts'

const modalOrigin = 'http://modal.localhost:5171'
const network = toNetwork({ chainId: 31337, name: 'Local One', testnet: false, endpointHosts: [] }, [
  'http://rpc-one.localhost:5172/',
])
const config = { frameUrl: `${modalOrigin}/p/demo/`, projectId: 'demo', networks: [network] }

const demoConfig = {
  ...config,
  phoneUrl: 'http://phone.localhost:5170/',
  inboxUrl: 'http://mail.localhost:5178',
  token: { address: '0x00000000000000000000000000000000000000c3', symbol: 'TST', decimals: 6 },
}

function ask(folder: string) {
  for (const [path, text] of [
    ['demo/index.html', '<head></head>'],
    ['demo/confirm.html', '<head></head>'],
    ['demo/phone.html', '<head></head>'],
    ['demo/inbox.html', '<head></head>'],
    ['demo/assets/wallet-worker-abc.js', ''],
    ['fixtures/host.html', '<head></head>'],
    ['secret.html', '<head></head>'],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const app = createHostsApp({
    demoDir: join(folder, 'demo'),
    fixturesDir: join(folder, 'fixtures'),
    sdkDir: join(folder, 'sdk'),
    librariesDir: '',
    modalOrigin,
    config,
    demoConfig,
    demoOrigins: { app: 'http://app.localhost:5170', market: 'http://market.localhost:5170' },
    faucet: () => Promise.resolve({}),
    phoneConfig: { relayUrl: 'ws://relay.localhost:5174', networks: [] },
    reports: () => undefined,
  })
  return async (host: string, path: string) => {
    const response = await app.request(path, { headers: { Host: `${host}.localhost:5170` } })
    const policy = response.headers.get('content-security-policy')
    return { status: response.status, policy, headers: response.headers, text: await response.text() }
  }
}

test('the demo page is strict and carries its configuration as inert JSON', async () => {
  const page = await ask(test.info().outputPath())('app', '/')
  expect(page.policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; " +
      `frame-src ${modalOrigin}; require-trusted-types-for 'script'; trusted-types demo-wallet; ` +
      "img-src 'self' data:; connect-src 'self' http://mail.localhost:5178; report-uri /reports",
  )
  const block = /<script type="application\/json" id="demo-config">(.*)<\/script>/.exec(page.text)?.[1]
  const site = { name: 'app', otherUrl: 'http://market.localhost:5170/' }
  expect(JSON.parse(block ?? '')).toEqual({ ...demoConfig, site })
})

test('the second demo site is the same page, which names itself and the first', async () => {
  const page = await ask(test.info().outputPath())('market', '/')
  expect(page.text).toContain('"site":{"name":"market","otherUrl":"http://app.localhost:5170/"}')
})

test('the inbox on its own page reaches the letters and nothing else', async () => {
  const { policy } = await ask(test.info().outputPath())('app', '/inbox.html')
  expect(policy).toContain('connect-src http://mail.localhost:5178;')
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
})

test('the demo wallet has network in its Worker only, and its window is never framed', async () => {
  const get = ask(test.info().outputPath())
  expect((await get('app', '/assets/wallet-worker-abc.js')).policy).toBe(
    "default-src 'none'; script-src 'self'; connect-src http://rpc-one.localhost:5172/; report-uri /reports",
  )
  const confirm = await get('app', '/confirm.html')
  expect(confirm.policy).toContain("frame-ancestors 'none'")
  expect(confirm.policy).not.toContain('connect-src')
})

test('the demo phone wallet reaches the relay and the chains, and is never framed', async () => {
  const get = ask(test.info().outputPath())
  const { policy } = await get('phone', '/')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:")
  expect(policy).toContain('connect-src ws://relay.localhost:5174 http://rpc-one.localhost:5172/;')
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
})

test('a test host serves every policy of the table by name', async () => {
  const get = ask(test.info().outputPath())
  const strict = (await get('host', '/')).policy
  for (const name of hostPolicyNames) {
    const { status, policy } = await get('host', `/?csp=${name}`)
    expect([name, status]).toEqual([name, 200])
    expect(policy === null).toBe(name === 'none')
  }
  expect((await get('other', '/')).policy).toBe(strict)
  expect((await get('nopolicy', '/')).policy).not.toContain('frame-src')
  expect((await get('host', '/?csp=isolated')).headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  expect((await get('host', '/?csp=toString')).status).toBe(400)
})

test('nothing outside the build is served', { tag: '@gate' }, async () => {
  const get = ask(test.info().outputPath())
  for (const path of ['/../secret.html', '/..%2fsecret.html', '/%2e%2e/secret.html', '/demo/index.html'])
    expect((await get('host', path)).status).toBe(404)
  expect((await get('stranger', '/')).status).toBe(421)
})

test('the faucet gives to addresses, and to pages of its own origin only', async ({ page, world }) => {
  const { origins, chains } = world
  const [one] = chains
  const address = '0x00000000000000000000000000000000000000f1'
  const gift = { asset: 'ETH', chain: one.caip2, address }
  const ask = (asked: object) =>
    page.evaluate(
      async ([url, body]) => {
        const response = await fetch(url, { method: 'POST', mode: 'no-cors', body })
        return response.status
      },
      [`${origins.app}/faucet`, JSON.stringify(asked)] as const,
    )

  await page.goto(`${origins.host}/?csp=none`)
  await ask(gift)
  expect(await world.rpc(one, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
  await page.goto(`${origins.app}/`)
  for (const [asked, status] of [
    [{ ...gift, address: '0xf1' }, 400],
    [{ ...gift, asset: 'GOLD' }, 400],
    [{ ...gift, more: 1 }, 400],
    [{ ...gift, chain: 'eip155:1' }, 404],
    [{ ...gift, chain: 'x'.repeat(2000) }, 413],
    [{ asset: 'SOL', address }, 400],
    [gift, 200],
  ] as const)
    expect([asked, await ask(asked)]).toEqual([asked, status])
  await expect.poll(() => world.rpc(one, 'eth_getBalance', [address, 'latest'])).toBe('0xde0b6b3a7640000')
})

test('a second world on the same ports names the port, and a stopped one leaves nothing behind', async () => {
  const world = await startWorld()
  const ports = [world.origins.app, world.origins.modal, world.chains[0].rpcUrl].map((url) => Number(new URL(url).port))
  const [hosts = 0, modal = 0, rpc = 0] = ports
  await expect(
    startWorld({
      ports: { ...freePorts, hosts, modal, rpc },
    }),
  ).rejects.toThrow(/Port \d+ is already in use/)
  await world.stop()
  for (const url of [...world.chains.map(({ nodeUrl }) => nodeUrl), ...ports.map((port) => `http://127.0.0.1:${port}`)])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
})

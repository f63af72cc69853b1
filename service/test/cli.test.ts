/** The operator's program: what `init` writes, what `check` finds, and how requests reach their role. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailSink } from '../../e2e/world/mail.ts'
import { runCli } from '../src/cli/run.ts'
import { readConfig } from '../src/config/read.ts'
import { createSecretFile } from '../src/crypto/secret.ts'
import { publicPem } from '../src/release/manifest.ts'
import { type Part, type Serving, serve } from '../src/start/serve.ts'
import { publicKey, writeBuild } from './deployment.ts'
import { startStandInNode } from './gateway/nodes.ts'
import { production } from './records.ts'
import { createInstallation, publicConfig } from './support/installation.ts'

const build = writeBuild()
const built = mkdtempSync(join(tmpdir(), 'airlock-built-'))
for (const frame of ['frame', 'wallet']) {
  cpSync(build, join(built, frame), { recursive: true })
  writeFileSync(join(built, `${frame}-key.pub`), publicPem(publicKey))
}
let folder: string
let lines: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-init-'))
  lines = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => {
  for (const path of [build, built]) rmSync(path, { recursive: true, force: true })
})

const at = (path: string) => join(folder, path)
const config = () => at('airlock.config.json')
const run = async (...args: readonly string[]) => {
  lines = []
  const code = await runCli({ args, env: {}, print: (line) => lines.push(line), built, isInteractive: false })
  return { code, said: lines.join('\n') }
}
const read = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'))

describe('init', () => {
  test('writes an installation for this machine, with secrets that only the owner reads', async () => {
    expect((await run('init', '--yes', '--dir', folder)).said).toContain('airlock start')
    expect(readConfig(config(), {})).toMatchObject({
      isPublic: false,
      address: undefined,
      smtpUrl: undefined,
      modal: { url: 'http://modal.localhost:5180', port: 5180 },
      wallet: { url: 'http://wallet.localhost:5180', modalOrigin: 'http://modal.localhost:5180' },
      accounts: { recovery: { recoveryUrl: 'http://recovery.localhost:5180', isRecoveryApart: false } },
    })
    for (const secret of ['accounts.kek', 'accounts.pepper', 'recovery.kek', 'recovery.pepper'])
      expect(statSync(at(`secrets/${secret}`)).mode & 0o777).toBe(0o400)
    expect((await run('check', '--config', config())).code).toBe(0)
  })

  test('gives each role a port of its own', async () => {
    await run('init', '--yes', '--dir', folder, '--own-ports', '--port', '6000')
    const { modal, wallet, recovery } = readConfig(config(), {})
    expect([modal, wallet, recovery].map((role) => [role?.port, role?.url.slice(-5)])).toEqual([
      [6000, ':6000'],
      [6001, ':6001'],
      [6004, ':6004'],
    ])
  })

  const domain = ['--domain', 'wallet.example.org', '--host', 'https://shop.example', '--project', 'shop']
  const mail = ['--mail-from', 'Shop <wallet@example.org>', '--smtp-url', 'smtps://a:tell-nobody@mail.example']

  test('writes an installation for a server, and keeps the password out of its config file', async () => {
    const rpc = ['--rpc', 'eip155:1=https://rpc.example/1', '--rpc', 'eip155:1=https://rpc.example/2']
    const rest = [...domain, ...mail, ...rpc, '--proxies', '1', '--recovery', 'person']
    const { said } = await run('init', '--yes', '--dir', folder, ...rest)
    expect(said + readFileSync(config(), 'utf8')).not.toContain('tell-nobody')
    expect(statSync(at('secrets/smtp-url')).mode & 0o777).toBe(0o600)
    expect(readConfig(config(), {})).toMatchObject({ isPublic: true, proxies: 1, recovery: undefined })
    expect(read('projects.json')).toEqual([
      {
        projectId: 'shop',
        hostOrigins: ['https://shop.example'],
        rpc: { 'eip155:1': ['https://rpc.example/1', 'https://rpc.example/2'] },
        pinnedHosts: [],
        walletOrigin: 'https://wallet.wallet.example.org',
        walletServiceUrl: 'https://accounts.wallet.example.org',
        listingUrl: 'https://api.wallet.example.org',
        analyticsUrl: 'https://api.wallet.example.org',
        gatewayUrl: 'https://gateway.wallet.example.org',
        development: false,
      },
    ])
  })

  test.each<[string, readonly string[], RegExp]>([
    ['the number of proxies', [...domain, ...mail, '--recovery', 'person'], /^--proxies is missing/],
    ['the mail server', [...domain, '--recovery', 'person', '--proxies', '1'], /^--mail-from is missing/],
    ['who recovers', [...domain, ...mail, '--proxies', '1'], /^--recovery is missing/],
    ['the pages', ['--domain', 'wallet.example.org'], /^--host is missing/],
    ['an origin', ['--host', 'shop.example'], /--host shop.example is not an origin/],
    ['a domain', ['--domain', 'https://example.org'], /--domain https:\/\/example.org is not a domain/],
    ['a node', ['--node', 'eip155:1'], /--node eip155:1 is not <network>=<url>/],
    ['a known network', ['--node', 'eip155:31337=http://127.0.0.1:8545'], /--node eip155:31337: only well-known/],
    ['a zone', ['--node', 'eip155:1=https://rpc.example/1', '--zone', 'my names'], /--zone my names is not what/],
    [
      'a resolver',
      ['--node', 'eip155:1=https://rpc.example/1', '--resolver', 'eip155:1=0x12'],
      /--resolver eip155:1=0x12 is not <network>=<address>/,
    ],
  ])('asks for %s, and writes nothing without it', async (_what, args, message) => {
    await expect(run('init', '--yes', '--dir', folder, ...args)).rejects.toThrow(message)
    expect(existsSync(config()) || existsSync(at('secrets'))).toBe(false)
  })

  describe('the gateway', () => {
    const gatewayOf = () => readConfig(config(), {}).gateway

    test('has its nodes, a key for names and one for clients and pictures, and a project that uses it', async () => {
      const nodes = ['--node', 'eip155:1=https://rpc.example/key', '--node', 'eip155:10=https://rpc.example/other']
      const pages = ['--rpc', 'eip155:137=https://pages.example']
      const { said } = await run('init', '--yes', '--dir', folder, ...nodes, ...pages)
      expect(said).toContain('serves eip155:1, eip155:10, and names that end with .names.localhost')
      expect(said).not.toContain('rpc.example')
      const gateway = gatewayOf()
      expect(gateway).toMatchObject({ url: 'http://gateway.localhost:5180', database: at('data/gateway.db') })
      expect([...(gateway?.networks.keys() ?? [])]).toEqual(['eip155:1', 'eip155:10'])
      expect(gateway?.names).toMatchObject({ zone: 'names.localhost' })
      expect(gateway?.names?.futureKey).toMatch(/^0x[0-9a-f]{64}$/)
      for (const secret of ['gateway.pepper', 'names-signer'])
        expect(statSync(at(`secrets/${secret}`)).mode & 0o777).toBe(0o400)
      // The addresses of nodes may hold keys.
      expect(statSync(config()).mode & 0o777).toBe(0o600)
      expect(read('projects.json')).toMatchObject([
        {
          projectId: 'demo',
          gatewayUrl: 'http://gateway.localhost:5180',
          rpc: { 'eip155:137': ['https://pages.example'] },
        },
      ])
    })

    test('asks the nodes of the pages if it has none, of networks that it can serve', async () => {
      const rpc = ['--rpc', 'eip155:1=https://rpc.example/1', '--rpc', 'eip155:31337=http://127.0.0.1:8545']
      await run('init', '--yes', '--dir', folder, '--own-ports', ...rpc)
      expect([...(gatewayOf()?.networks.keys() ?? [])]).toEqual(['eip155:1'])
      expect(gatewayOf()?.port).toBe(5185)
    })

    test('has a resolver if there is one', async () => {
      const resolver = `0x${'ab'.repeat(20)}`
      const options = ['--zone', 'shop.example', '--resolver', `eip155:1=${resolver}`]
      await run('init', '--yes', '--dir', folder, '--node', 'eip155:1=https://rpc.example/1', ...options)
      expect(gatewayOf()?.names).toMatchObject({ zone: 'shop.example', resolver: { address: resolver, chainId: 1 } })
    })

    test('is left out without a node, with a message', async () => {
      expect((await run('init', '--yes', '--dir', folder)).said).toContain(
        'There is no gateway, because it has no node',
      )
      expect(gatewayOf()).toBeUndefined()
      expect(existsSync(at('secrets/gateway.pepper'))).toBe(false)
    })

    test('is left out if it has only nodes of the operator’s own networks, and the message names them', async () => {
      const { said } = await run('init', '--yes', '--dir', folder, '--rpc', 'eip155:31337=http://127.0.0.1:8545')
      expect(said).toContain('because it has no node of a network that it knows (eip155:31337): docs/hosting.md')
      expect(gatewayOf()).toBeUndefined()
    })

    test('is checked: its secrets, its database, its nodes, its lists and the key for names', async () => {
      const node = await startStandInNode({ result: '0x1' })
      await run('init', '--yes', '--dir', folder, '--node', `eip155:1=${node.url}`)
      const { said } = await run('check', '--config', config())
      const lines = said.split('\n').filter((line) => /^\w+ +gateway /.test(line))
      expect(lines).toEqual([
        expect.stringMatching(/^ok {6}gateway secret/),
        expect.stringMatching(/^ok {6}gateway database: SQLite, the first start creates it/),
        expect.stringMatching(/^ok {6}gateway nodes: 1 for 1 networks/),
        expect.stringMatching(/^ok {6}gateway tokens: \d+ listed; 0 lists at addresses/),
        expect.stringMatching(
          /^ok {6}gateway names: names.localhost; .* resolver is deployed that accepts 0x[0-9a-fA-F]{40}/,
        ),
        expect.stringMatching(/^ok {6}gateway ENS/),
        expect.stringMatching(/^ok {6}gateway history/),
      ])
      expect(said).not.toContain('secret-key')
      await node.stop()
    })
  })

  test('overwrites nothing unless it is told to, and never a secret', async () => {
    await run('init', '--yes', '--dir', folder)
    const kek = readFileSync(at('secrets/accounts.kek'), 'utf8')
    await expect(run('init', '--yes', '--dir', folder)).rejects.toThrow(/exists already: --force/)
    expect((await run('init', '--yes', '--dir', folder, '--force', '--port', '6000')).said).toContain('is kept')
    expect(readConfig(config(), {}).modal?.port).toBe(6000)
    expect(readFileSync(at('secrets/accounts.kek'), 'utf8')).toBe(kek)
  })
})

test('a project is added for the addresses of the installation, once', async () => {
  await run('init', '--yes', '--dir', folder)
  const add = () => run('project', 'add', 'shop', '--host', 'http://shop.localhost:3000', '--config', config())
  expect((await add()).said).toContain('frameUrl: http://modal.localhost:5180/p/shop/')
  await expect(add()).rejects.toThrow(/has a project shop already/)
  const stranger = ['--host', 'http://a.localhost', '--pin', 'http://b.localhost']
  await expect(run('project', 'add', 'two', ...stranger, '--config', config())).rejects.toThrow(/pinned host/)
  expect((await run('project', 'list', '--config', config())).said).toBe(
    'demo  http://localhost:3000\nshop  http://shop.localhost:3000',
  )
})

describe('check', () => {
  const installation = createInstallation()
  installation.writeProjects([{ ...production, rpc: {} }])
  afterAll(() => installation.remove())
  const failures = async (change: object = {}) => {
    const { code, said } = await run('check', '--config', installation.write({ ...publicConfig, ...change }))
    return [code, ...said.split('\n').filter((line) => line.startsWith('failed'))]
  }

  test('finds nothing wrong with a good installation, and names each thing that is', async () => {
    const sink = await startMailSink({ port: 0, allowOrigins: [] })
    const mail = { smtpUrlFile: undefined, smtpUrl: sink.smtpUrl }
    expect(await failures(mail)).toEqual([0])
    const elsewhere = { ...mail, accounts: { ...publicConfig.accounts, database: 'nowhere/accounts.db' } }
    expect(await failures(elsewhere)).toEqual([
      1,
      expect.stringMatching(/^failed {2}accounts database: .*nowhere is missing/),
    ])
    await sink.stop()
    expect(await failures(mail)).toEqual([
      1,
      expect.stringMatching(/^failed {2}mail: the mail server does not answer.*To fix it: check its address/),
    ])
  })

  test('finds a modified frame and an invalid setting', async () => {
    const file = join(built, 'wallet/assets/modal-abc.js')
    const before = readFileSync(file)
    writeFileSync(file, 'import("./other.js")')
    const [, frame] = await failures()
    expect(frame).toMatch(/^failed {2}wallet frame: .*modal-abc.js is not the file that was signed/)
    writeFileSync(file, before)
    const broken = installation.at('broken.json')
    writeFileSync(broken, '{\n  "modal": {\n    "url": 1,\n  }\n}\n')
    expect((await run('check', '--config', broken)).said).toMatch(/broken\.json is not JSON, in line 4 or before it/)
    expect((await run('check', '--config', 'absent.json')).said).toMatch(/absent\.json cannot be read.* airlock init/)
    expect(await failures({ proxies: undefined })).toEqual([
      1,
      expect.stringMatching(/^failed {2}config: proxies is not set/),
    ])
  })

  test('finds a node of the gateway that is down or of another network, without its address', async () => {
    const sink = await startMailSink({ port: 0, allowOrigins: [] })
    const node = await startStandInNode({ result: '0x1' })
    createSecretFile(installation.at('gateway.pepper'))
    const found = (networks: object, more: object = {}) =>
      failures({
        smtpUrlFile: undefined,
        smtpUrl: sink.smtpUrl,
        gateway: {
          url: 'https://gateway.example',
          database: 'gateway.db',
          pepperFile: 'gateway.pepper',
          networks,
          ...more,
        },
      })
    expect(await found({ 'eip155:1': { rpc: [node.url] } })).toEqual([0])
    const [, nodes] = await found({
      'eip155:1': { rpc: [node.url, 'http://127.0.0.1:1/secret-key'] },
      'eip155:10': { rpc: [node.url] },
    })
    expect(nodes).toContain('gateway.networks.eip155:1.rpc[1] does not answer')
    expect(nodes).toContain('gateway.networks.eip155:10.rpc[0] serves another network (1)')
    expect(nodes).not.toContain('secret-key')
    createSecretFile(installation.at('names-signer'))
    const resolver = { network: 'eip155:1', address: `0x${'ab'.repeat(20)}` }
    const names = { resolver, signerKeyFile: 'names-signer' }
    expect(await found({ 'eip155:1': { rpc: [node.url] } }, { names })).toEqual([
      1,
      expect.stringMatching(/^failed {2}gateway names: the resolver 0xab.* does not answer as NameResolver/),
    ])
    const explorer = { url: 'http://127.0.0.1:1/secret-key', kind: 'blockscout' }
    const [, index] = await found({ 'eip155:1': { rpc: [node.url], history: { index: { fromBlock: 7 } } } })
    expect(index).toMatch(/gateway history: gateway.networks.eip155:1.history.index: The node's answer to eth_/)
    const [, explored] = await found({ 'eip155:1': { rpc: [node.url], history: { explorer } } })
    expect(explored).toContain('gateway.networks.eip155:1.history.explorer: The explorer does not answer')
    expect(`${index} ${explored}`).not.toContain('secret-key')
    const tokenLists = ['https://127.0.0.1/list.json?key=secret-key']
    const [, lists] = await found({ 'eip155:1': { rpc: [node.url], tokenLists } })
    expect(lists).toMatch(/gateway tokens: gateway.networks.eip155:1.tokenLists, address 1: The address is not allowed/)
    expect(lists).not.toContain('secret-key')
    await Promise.all([sink.stop(), node.stop()])
  })

  test('finds a project record with addresses of another installation', async () => {
    const [record] = readConfig(installation.write(publicConfig), {}).projects.values()
    if (!record) throw new Error('the installation has a project')
    installation.writeProjects([{ ...record, walletOrigin: 'https://wallet.other.example' }])
    const [, projects] = await failures()
    expect(projects).toMatch(/^failed {2}projects: shop: walletOrigin is https:\/\/wallet.other.example, and this/)
    const [modal = ''] = [readConfig(installation.write(publicConfig), {}).modal?.url]
    installation.writeProjects([{ ...record, hostOrigins: [...record.hostOrigins, modal] }])
    const [, pages] = await failures()
    expect(pages).toContain(`shop: ${modal} in hostOrigins is served by this installation, and is no page`)
    installation.writeProjects([record])
  })
})

describe('a port', () => {
  let serving: Serving
  let broken = false
  const part = (name: Part['name'], port: number): Part => ({
    name,
    url: `http://${name}.localhost:5180`,
    port,
    listener: (_request, response) => response.end(name),
    ready: async () => {
      if (broken && name === 'accounts') throw new Error('the disk is full')
    },
    drain: () => {},
    close: async () => {},
  })
  const ask = (port: number | undefined, host: string, path = '/') =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode, text }))
      })
      asked.on('error', reject)
      asked.end()
    })
  beforeEach(async () => {
    // A port that is free now, for two roles; the third takes any.
    const probe = await serve([part('listing', 0)], { address: '127.0.0.1', log: () => {} })
    const shared = probe.ports.listing ?? 0
    await probe.stop()
    const parts = [part('modal', shared), part('wallet', shared), part('accounts', 0)]
    serving = await serve(parts, { address: '127.0.0.1', log: () => {} })
  })
  afterEach(() => serving.stop())

  test('picks the role by exact host if several share it, and refuses other hosts', async () => {
    const { modal, wallet, accounts } = serving.ports
    expect(modal).toBe(wallet)
    expect(await ask(modal, 'modal.localhost:5180')).toEqual({ status: 200, text: 'modal' })
    expect(await ask(modal, 'WALLET.localhost:5180')).toEqual({ status: 200, text: 'wallet' })
    for (const host of ['modal.localhost', 'modal.localhost:5181', 'a.modal.localhost:5180', 'accounts.localhost:5180'])
      expect((await ask(modal, host)).status).toBe(421)
    expect(await ask(accounts, 'whatever')).toEqual({ status: 200, text: 'accounts' })
  })

  test('tells the health of every role', async () => {
    const health = async () => {
      const { status, text } = await ask(serving.ports.modal, '127.0.0.1', '/health')
      const answer: unknown = JSON.parse(text)
      return [status, answer]
    }
    expect(await health()).toEqual([200, { status: 'up', roles: { modal: 'up', wallet: 'up', accounts: 'up' } }])
    broken = true
    expect(await health()).toEqual([503, { status: 'down', roles: { modal: 'up', wallet: 'up', accounts: 'down' } }])
    broken = false
  })
})

test('an unknown command or option prints the usage', async () => {
  await expect(run('destroy')).rejects.toThrow(/There is no command destroy[\s\S]*airlock <command>/)
  await expect(run('start', '--port', '1')).rejects.toThrow(/airlock start \[--config/)
  mkdirSync(at('empty'))
  await expect(run('start', '--config', at('empty/airlock.config.json'))).rejects.toThrow(/airlock init/)
  expect((await run('check', '--help')).said).toContain('--key')
})

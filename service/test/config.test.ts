/** The config file: a valid one is read, and an invalid setting is named, without secrets in the text. */
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { type Config, type Env, readConfig } from '../src/config/read.ts'
import { createSecretFile } from '../src/crypto/secret.ts'
import { production } from './records.ts'
import { createInstallation, publicConfig as good } from './support/installation.ts'

const installation = createInstallation()
afterAll(() => installation.remove())

type Change = Readonly<Record<string, unknown>>
const read = (change: Change = {}, env: Env = {}): Config => readConfig(installation.write({ ...good, ...change }), env)
const accounts = (change: Change) => ({ accounts: { ...good.accounts, ...change } })
const ownGateway = {
  url: 'https://gateway.example',
  database: 'gateway.db',
  pepperFile: 'gateway.pepper',
  networks: { 'eip155:1': { rpc: ['https://node.example/v1/tell-nobody'] } },
}
const gateway = (change: Change) => ({ gateway: { ...ownGateway, ...change } })
/** The same installation, served on this machine only. */
const local = (port = 5180) =>
  Object.fromEntries(
    (['modal', 'wallet', 'listing', 'accounts', 'recovery'] as const).map((name) => [
      name,
      { ...good[name], url: `http://${name}.localhost:${port}` },
    ]),
  )

describe('an absent setting', () => {
  test('gets the defaults of the guide: one port, on loopback, no metrics, the table’s limits', () => {
    const config = read()
    expect(config).toMatchObject({ address: undefined, proxies: 1, isPublic: true })
    expect(config.accounts).toMatchObject({ port: 5180, metricsPort: undefined, limits: {} })
    expect(read({ modal: { ...good.modal, port: 5190 } }).modal?.port).toBe(5190)
  })

  test('the number of proxies is required for a public service, and zero on a development machine [C73]', () => {
    for (const proxies of [undefined, 0]) expect(() => read({ proxies })).toThrow(/^proxies is not set: say how many/)
    const recoveryAlone = { ...good, proxies: undefined, accounts: undefined, modal: undefined }
    const rest = { wallet: undefined, listing: undefined }
    expect(() => read({ ...recoveryAlone, ...rest })).toThrow(/^proxies is not set/)
    expect(read({ proxies: undefined }, { AIRLOCK_PROXIES: '2' }).proxies).toBe(2)
    expect(read({ ...local(), proxies: undefined }).proxies).toBe(0)
    expect(read({ ...local(), proxies: 2 }).proxies).toBe(2)
  })

  test('the recovery model is required, and decides the offered methods', () => {
    expect(() => read(accounts({ recovery: undefined }))).toThrow(/accounts.recovery is missing: "person", "split" or/)
    const recoveryUrl = 'https://recovery.other.example'
    const kinds = (change: Change) => read({ recovery: undefined, ...accounts(change) }).accounts?.recovery
    expect(kinds({ recovery: 'person' })).toEqual({
      recoveryUrl: undefined,
      isRecoveryApart: false,
      recoveryKinds: ['passkey', 'password'],
    })
    expect(kinds({ recovery: 'split', recoveryUrl })).toEqual({
      recoveryUrl,
      isRecoveryApart: true,
      recoveryKinds: ['passkey', 'password', 'escrow'],
    })
    expect(kinds({ recovery: 'operator', recoveryUrl })?.isRecoveryApart).toBe(false)
    expect(read().accounts?.recovery.recoveryUrl).toBe(good.recovery.url)
    expect(() => kinds({ recovery: 'split' })).toThrow(/needs accounts.recoveryUrl/)
    expect(() => kinds({ recovery: 'split', recoveryUrl: good.accounts.url })).toThrow(/on another origin/)
    const both = accounts({ recovery: 'split', recoveryUrl: good.recovery.url })
    expect(() => read(both)).toThrow(/run by another operator/)
  })

  test('a mail server is required for a public service; on a development machine emails are printed', () => {
    expect(() => read({ smtpUrlFile: undefined })).toThrow(
      /^smtpUrl is missing: without a mail server nobody can sign in/,
    )
    expect(read({ ...local(), smtpUrlFile: undefined }).smtpUrl).toBeUndefined()
  })
})

describe('social logins', () => {
  const secret = (name: string, text: string, mode = 0o600) => {
    const path = installation.at(name)
    writeFileSync(path, text)
    chmodSync(path, mode)
    return name
  }

  test('are read with their secrets, which only the operator can read', () => {
    const clientSecretFile = secret('google.secret', 'a-secret-of-google\n')
    const google = { clientId: 'one', clientSecretFile }
    const acme = { clientId: 'two', issuer: 'https://id.acme.example', name: 'Acme' }
    const socials = read(accounts({ socials: { google, acme } })).accounts?.socials
    expect(socials).toMatchObject([
      { id: 'google', clientId: 'one', clientSecret: 'a-secret-of-google' },
      { id: 'acme', issuer: 'https://id.acme.example', name: 'Acme', clientSecret: undefined },
    ])
    const open = { clientId: 'one', clientSecretFile: secret('open.secret', 'a-secret-of-github', 0o644) }
    expect(() => read(accounts({ socials: { github: open } }))).toThrow(/accounts.socials.github.*chmod 0600/)
  })

  test.each([
    [{ google: { clientId: 'one' } }, /accounts.socials.google.clientSecretFile is missing/],
    [{ apple: { clientId: 'one' } }, /accounts.socials.apple.apple is missing/],
    [{ Google: { clientId: 'one' } }, /accounts.socials.Google/],
    [{ acme: { clientId: 'one', issuer: 'http://id.acme.example' } }, /issuer of an OpenID provider/],
    [
      { acme: { clientId: 'one', clientSecretFile: 'acme.secret' } },
      /"acme" is not a well-known one: it needs an issuer/,
    ],
  ])('are refused where something is missing: %o', (socials, text) => {
    secret('acme.secret', 'a-secret-of-acme')
    expect(() => read(accounts({ socials }))).toThrow(text)
  })
})

describe('Farcaster login', () => {
  const rpc = ['https://optimism.node.example/key']

  test('is at the public relay, unless the operator names another one', () => {
    const farcaster = (set: object) => read(accounts({ farcaster: set })).accounts?.farcaster
    expect(farcaster({ rpc })).toEqual({ relayUrl: 'https://relay.farcaster.xyz', rpcUrls: rpc })
    expect(farcaster({ rpc, relay: 'https://relay.example/' })?.relayUrl).toBe('https://relay.example')
    expect(read().accounts?.farcaster).toBeUndefined()
  })

  test.each([
    [{}, /accounts.farcaster.rpc/],
    [{ rpc: [] }, /accounts.farcaster.rpc/],
    [{ rpc: ['optimism'] }, /accounts.farcaster.rpc.0/],
    [{ rpc, relay: 'relay.example' }, /accounts.farcaster.relay/],
  ])('is refused without what it needs: %o', (farcaster, text) => {
    expect(() => read(accounts({ farcaster }))).toThrow(text)
  })

  test('is no social login of its own, and one that a project offers has to be set up', () => {
    const farcaster = { clientId: 'one', issuer: 'https://id.example' }
    expect(() => read(accounts({ socials: { farcaster } }))).toThrow(/set in accounts.farcaster/)
    const urls = { walletServiceUrl: good.accounts.url, recoveryServiceUrl: good.recovery.url }
    const offering = { ...production, ...urls, socials: [{ id: 'farcaster' }] }
    writeFileSync(installation.at('offering.json'), JSON.stringify([offering]))
    expect(() => read({ ...accounts({}), projects: 'offering.json' })).toThrow(/"farcaster".*needs accounts.farcaster/)
    expect(read({ ...accounts({ farcaster: { rpc } }), projects: 'offering.json' }).accounts?.farcaster).toBeDefined()
  })
})

describe('a gateway', () => {
  test('takes the data of a well-known network, unless the operator overrides it', () => {
    const networks = {
      'eip155:1': { rpc: ['https://node.example'] },
      'eip155:10': {
        rpc: ['https://node.example'],
        multicall3: false,
        currency: { name: 'X', symbol: 'X', decimals: 6 },
      },
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { rpc: ['https://node.example'] },
    }
    const known = read(gateway({ networks, tokenLists: { core: false } })).gateway?.networks
    expect(known?.get('eip155:1')).toMatchObject({
      currency: { symbol: 'ETH', decimals: 18 },
      multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
      tokens: [],
    })
    expect(known?.get('eip155:10')).toMatchObject({ currency: { symbol: 'X' }, multicall3: undefined })
    expect(known?.get('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toMatchObject({ currency: { symbol: 'SOL' } })
  })

  test('asks ENS of Ethereum if it serves Ethereum, or the one that the operator names, or none', () => {
    const [network, universalResolver] = ['eip155:10', `0x${'ab'.repeat(20)}`] as const
    const other = { networks: { [network]: { rpc: ['https://node.example'] } } }
    expect(read(gateway({})).gateway?.ens).toEqual({
      network: 'eip155:1',
      universalResolver: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
    })
    expect(read(gateway({ ens: false })).gateway?.ens).toBeUndefined()
    expect(read(gateway(other)).gateway?.ens).toBeUndefined()
    const ens = { network, universalResolver }
    expect(read(gateway({ ...other, ens })).gateway?.ens).toEqual(ens)
  })

  test('has a registry of names if the operator wants one, with a key for its resolver', () => {
    expect(read(gateway({})).gateway?.names).toBeUndefined()
    expect(read(gateway({ names: {} })).gateway?.names).toEqual({
      zone: 'reown.id',
      oldZones: ['wcn.id'],
      reserved: [],
    })
    expect(read(gateway({ names: { zone: 'names.example' } })).gateway?.names?.oldZones).toEqual([])
    createSecretFile(installation.at('names-signer'))
    const resolver = { network: 'eip155:10', address: `0x${'ab'.repeat(20)}` }
    const names = {
      zone: 'names.example',
      oldZones: ['old.example'],
      reserved: ['shop'],
      resolver,
      signerKeyFile: 'names-signer',
    }
    const early = read(gateway({ names: { signerKeyFile: 'names-signer' } })).gateway?.names
    expect(early?.futureKey).toMatch(/^0x[0-9a-f]{64}$/)
    expect(early?.resolver).toBeUndefined()
    const settings = read(gateway({ names })).gateway?.names
    expect(settings).toMatchObject({ zone: 'names.example', oldZones: ['old.example'], reserved: ['shop'] })
    expect(settings?.resolver).toMatchObject({ address: resolver.address, chainId: 10 })
    expect(settings?.resolver?.key).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('uses the configured purchase providers, with keys from files', () => {
    expect(read(gateway({})).gateway?.onramp).toBeUndefined()
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(installation.at('cdp-key'), pem, { mode: 0o600 })
    writeFileSync(installation.at('meld-key'), 'meld:key\n', { mode: 0o600 })
    createSecretFile(installation.at('checkout-secret'))
    const onramp = {
      coinbase: { keyId: 'organizations/1/apiKeys/2', keyFile: 'cdp-key' },
      meld: { keyFile: 'meld-key' },
      checkouts: [{ name: 'shop', label: 'Shop', page: 'https://pay.shop.example/', secretFile: 'checkout-secret' }],
    }
    expect(read(gateway({ onramp })).gateway?.onramp).toMatchObject({
      coinbase: { key: { id: 'organizations/1/apiKeys/2', alg: 'ES256' } },
      meld: { apiKey: 'meld:key' },
      checkouts: [{ name: 'shop', feeRange: '', isTest: false, api: 'https://pay.shop.example/' }],
    })
  })

  test('swaps where routers are known, where the operator says, or nowhere', () => {
    const rpc = ['https://node.example']
    const own = {
      wrapped: `0x${'1'.repeat(40)}`,
      bases: [`0x${'2'.repeat(40)}`],
      v2: { name: 'Own', factory: `0x${'3'.repeat(40)}`, router: `0x${'4'.repeat(40)}` },
    }
    const networks = {
      'eip155:1': { rpc },
      'eip155:10': { rpc, swap: false },
      'eip155:42220': { rpc },
      'eip155:5000': { rpc, swap: own },
    }
    const known = read(gateway({ networks })).gateway?.networks
    expect(known?.get('eip155:1')?.swap).toMatchObject({ v2: { name: 'Uniswap' }, v3: { name: 'Uniswap' } })
    expect(known?.get('eip155:10')?.swap).toBeUndefined()
    expect(known?.get('eip155:42220')?.swap).toBeUndefined()
    expect(known?.get('eip155:5000')?.swap).toEqual(own)
  })

  test('takes no fee of swaps and asks no aggregator unless the operator says so', () => {
    expect(read(gateway({})).gateway?.swap).toEqual({})
    const address = `0x${'ab'.repeat(20)}`
    writeFileSync(installation.at('aggregator-key'), 'key\n', { mode: 0o600 })
    const aggregator = { url: 'https://api.example', keyFile: 'aggregator-key', spender: address }
    const fee = { bps: 85, recipient: address }
    expect(read(gateway({ swap: { fee, aggregator } })).gateway?.swap).toEqual({
      fee,
      aggregator: { url: aggregator.url, key: 'key', spender: address },
    })
    chmodSync(installation.at('aggregator-key'), 0o644)
    expect(() => read(gateway({ swap: { aggregator } }))).toThrow(/aggregator.keyFile: .* may be read by others/)
  })

  test('reads the history of a network as the operator says', () => {
    const rpc = ['https://node.example']
    const explorer = { url: 'https://eth.example/api', kind: 'blockscout' }
    const networks = {
      'eip155:1': { rpc, history: { index: {} } },
      'eip155:10': { rpc, history: { index: { fromBlock: 7 } } },
      'eip155:137': { rpc, history: { explorer } },
      'eip155:56': { rpc },
    }
    const known = read(gateway({ networks })).gateway?.networks
    expect(known?.get('eip155:1')?.history).toEqual({ kind: 'index', fromBlock: undefined })
    expect(known?.get('eip155:10')?.history).toEqual({ kind: 'index', fromBlock: 7 })
    expect(known?.get('eip155:137')?.history).toEqual({
      kind: 'explorer',
      url: explorer.url,
      flavour: 'blockscout',
      apiKey: undefined,
    })
    expect(known?.get('eip155:56')?.history).toBeUndefined()
  })

  test('takes the first row of a token that is in several lists', () => {
    const list = (name: string, symbol: string) => {
      const one = { chainId: 1, address: `0x${'aB'.repeat(20)}`, name: symbol, symbol, decimals: 6 }
      const other = { ...one, address: one.address.toLowerCase(), symbol: `${symbol}2` }
      writeFileSync(
        installation.at(name),
        JSON.stringify({ name, tokens: [one, other, { ...one, decimals: -1 }, null] }),
      )
      return name
    }
    const tokenLists = [list('first.json', 'ONE'), list('second.json', 'TWO')]
    const networks = { 'eip155:1': { rpc: ['https://node.example'], tokenLists } }
    const tokensOf = (change: object) =>
      read(gateway({ networks, ...change })).gateway?.networks.get('eip155:1')?.tokens
    expect(tokensOf({ tokenLists: { core: false } })).toMatchObject([{ symbol: 'ONE' }])
    // Our own list comes after the operator's.
    expect(tokensOf({})?.slice(0, 2)).toMatchObject([{ symbol: 'ONE' }, { symbol: 'USDC' }])
  })

  test('has token lists at https addresses, which are fetched later', () => {
    const [rpc, address] = [['https://node.example'], 'https://tokens.example/list.json']
    const of = (...tokenLists: readonly string[]) => ({ networks: { 'eip155:1': { rpc, tokenLists } } })
    const settings = read(gateway({ ...of(address), tokenLists: { core: false, refreshMinutes: 30 } })).gateway
    expect(settings?.networks.get('eip155:1')).toMatchObject({ tokens: [], tokenListUrls: [address] })
    expect(settings?.tokenListsMs).toBe(30 * 60_000)
    for (const wrong of ['http://tokens.example/', 'ftp://tokens.example/', 'https://', ''])
      expect(() => read(gateway(of(wrong)))).toThrow(/tokenLists.0 must be a file with a token list, .* https address/)
    expect(() => read(gateway({ tokenLists: { refreshMinutes: 1 } }))).toThrow(/refreshMinutes must be a whole number/)
  })
})

describe('a project record that names this service', () => {
  const url = 'https://recovery.example'
  const walletServiceUrl = good.accounts.url
  const withRecords = (change: Change, ...more: object[]) => {
    installation.writeProjects([production, ...more.map((one) => ({ ...production, ...one }))])
    try {
      return read(change).projects.size
    } finally {
      installation.writeProjects([production])
    }
  }

  test.each([
    ['split', { recovery: undefined, ...accounts({ recovery: 'split', recoveryUrl: url }) }],
    ['operator', {}],
  ])('names the recovery role of %s too: every wallet opens under every record', (_choice, change) => {
    const one = { projectId: 'one', walletServiceUrl, recoveryServiceUrl: url }
    const two = { projectId: 'two', walletServiceUrl: `${walletServiceUrl}/`, recoveryServiceUrl: `${url}/` }
    const elsewhere = { projectId: 'elsewhere', walletServiceUrl: 'https://accounts.other.example' }
    expect(withRecords(change, one, two, elsewhere)).toBe(4)
    for (const recoveryServiceUrl of [undefined, 'https://recovery.other.example', `${url}:8443`, walletServiceUrl]) {
      const wrong = { projectId: 'wrong', walletServiceUrl, recoveryServiceUrl }
      expect(() => withRecords(change, one, wrong)).toThrow(
        /^Project wrong: its recoveryServiceUrl has to be https:\/\/recovery\.example, the recovery role of its wallet service$/,
      )
    }
  })

  test('needs no recovery address if nothing is split, or in the recovery role', () => {
    const alone = { projectId: 'alone', walletServiceUrl }
    expect(withRecords(accounts({ recovery: 'person' }), alone)).toBe(2)
    expect(withRecords({ accounts: undefined }, alone)).toBe(2)
  })
})

test('listing and analytics have the modal as their only caller, and projects that are not counted', () => {
  expect(read({ listing: { ...good.listing, withoutAnalytics: ['shop'] } }).listing).toMatchObject({
    origins: ['https://modal.example'],
    withoutAnalytics: new Set(['shop']),
  })
  expect(read({ listing: undefined }).listing).toBeUndefined()
})

test('the password of the mail server is in no refusal', () => {
  writeFileSync(installation.at('imap-url'), 'imap://user:tell-nobody@mail.example', { mode: 0o600 })
  const said = () => read({ smtpUrlFile: 'imap-url' })
  expect(said).toThrow(/^smtpUrl is not an smtp: or smtps: URL/)
  expect(said).not.toThrow(/tell-nobody/)
})

test('limits are read by their names', () => {
  const limits = { mailsFromNetworkPerHour: 100, mailsOfProjectPerHour: 5000 }
  expect(read(accounts({ limits })).accounts?.limits).toEqual(limits)
})

test('on this machine alone a service may be plain', () => {
  for (const url of ['http://127.0.0.1:5180', 'http://api.localhost:5180', 'http://localhost'])
    expect(read({ ...local(), listing: { url } }).listing?.url).toBe(url)
})

test.each([
  ['db.example', '', false],
  ['8.8.8.8', '?sslmode=disable', false],
  ['8.8.8.8', '?sslmode=prefer', false],
  ['[2606:4700::1111]', '', false],
  ['db.example', '?sslmode=require', true],
  ['db', '', true],
  ['10.1.2.3', '', true],
  ['db.internal', '', true],
  ['localhost', '', true],
  ['[::1]', '', true],
])('a database at %s%s is reached without TLS only in the own network [C345]', (host, query, isAllowed) => {
  const AIRLOCK_ACCOUNTS_DATABASE = `postgres://airlock@${host}/accounts${query}`
  const reading = () => read(accounts({}), { AIRLOCK_ACCOUNTS_DATABASE })
  if (isAllowed) expect(reading().accounts?.database).toBe(AIRLOCK_ACCOUNTS_DATABASE)
  else expect(reading).toThrow(/^AIRLOCK_ACCOUNTS_DATABASE leads to a public host without TLS/)
})

test('environment variables override the config file', () => {
  const env = {
    AIRLOCK_ADDRESS: '0.0.0.0',
    AIRLOCK_PORT: '8080',
    AIRLOCK_SMTP_URL: 'smtp://user:another@mail.example',
    AIRLOCK_ACCOUNTS_DATABASE: 'postgres://airlock:secret@db.example/accounts?sslmode=verify-full',
    AIRLOCK_RECOVERY_DATABASE: '',
  }
  const config = read(accounts({ databaseUrlFile: 'nowhere' }), env)
  expect(config).toMatchObject({ address: '0.0.0.0', smtpUrl: env.AIRLOCK_SMTP_URL, modal: { port: 8080 } })
  expect(config.accounts?.database).toBe(env.AIRLOCK_ACCOUNTS_DATABASE)
  expect(config.recovery?.database).toBe(installation.at('recovery.db'))
  expect(() => read({}, { AIRLOCK_PROXIES: 'one' })).toThrow(/AIRLOCK_PROXIES must be how many proxies/)
  expect(() => read({}, { AIRLOCK_ACCOUNTS_DATABASE: 'mysql://db' })).toThrow(/^AIRLOCK_ACCOUNTS_DATABASE is neither/)
})

const openFile = () => {
  writeFileSync(installation.at('open'), 'smtp://mail.example', { mode: 0o644 })
  return 'open'
}

test.each<[string, Change, RegExp]>([
  ['a plain-text address', accounts({ url: 'http://accounts.example' }), /accounts.url is not encrypted: use https/],
  ['an address that only begins like this machine', accounts({ url: 'http://127.0.0.1.example' }), /accounts.url/],
  ['an address with a path', accounts({ url: 'https://accounts.example/v1' }), /accounts.url must be an origin/],
  ['no address', accounts({ url: undefined }), /accounts.url is missing: an origin such as/],
  [
    'addresses of two kinds',
    { modal: { url: 'http://modal.localhost:5180' } },
    /modal.url is an address of this machine/,
  ],
  ['one address for two frames', { wallet: good.modal }, /wallet.url is the one of modal: each role needs an origin/],
  ['a wallet without its modal', { modal: undefined }, /modal is missing: wallet serves only pages/],
  ['a port that is none', { listen: { port: 70_000 } }, /listen.port must be a port from 0 to 65535/],
  ['an address to listen on that is none', { listen: { port: 1, address: 'web' } }, /listen.address must be an IP/],
  ['a key that there is not', { recover: {} }, /recover is not a key of this file/],
  ['a mail server by another protocol', { smtpUrlFile: undefined, smtpUrl: 'https://mail.example' }, /^smtpUrl is not/],
  [
    'a password in the file',
    { smtpUrlFile: undefined, smtpUrl: 'smtp://a:tell-nobody@mail.example' },
    /smtpUrl holds a p/,
  ],
  ['a password for others to read', { smtpUrlFile: openFile() }, /smtpUrlFile: .* may be read by others; chmod 0600/],
  ['a sender with a header in it', accounts({ mailFrom: 'a@b.example\r\nBcc: c@d.example' }), /accounts.mailFrom must/],
  ['too many proxies', { proxies: 9 }, /proxies must be how many proxies/],
  [
    'a limit that is none',
    accounts({ limits: { mailsPerDay: 5 } }),
    /accounts.limits.mailsPerDay is not a key of this file: the limits are .*mailsOfProjectPerHour/,
  ],
  ['a limit of nothing', accounts({ limits: { mailsOfProjectPerHour: 0 } }), /mailsOfProjectPerHour must be a whole/],
  ['a recovery that is none', accounts({ recovery: 'everybody' }), /accounts.recovery must be "person"/],
  ['no projects', { projects: 'nowhere.json' }, /cannot be read: .*airlock project add/],
  ['another kind of database', accounts({ database: 'mysql://host/db' }), /accounts.database is neither a file nor/],
  ['no database', accounts({ database: undefined }), /accounts.database is missing: a file for SQLite/],
  ['a gateway without a network', gateway({ networks: {} }), /gateway.networks is empty: name a network, such as/],
  [
    'a network that no node reaches',
    gateway({ networks: { 'eip155:1': { rpc: [] } } }),
    /gateway.networks.eip155:1.rpc/,
  ],
  [
    'a node that is none',
    gateway({ networks: { 'eip155:1': { rpc: ['file:///etc/passwd'] } } }),
    /rpc.0 must be an address of a node/,
  ],
  [
    'a network that nobody knows',
    gateway({ networks: { 'eip155:31337': { rpc: ['https://node.example'] } } }),
    /^gateway.networks.eip155:31337.currency is missing/,
  ],
  [
    'a network of another kind',
    gateway({ networks: { 'bip122:000000000019d6689c085ae165831e93': { rpc: ['https://node.example'] } } }),
    /the gateway serves networks of eip155 and solana/,
  ],
  [
    'a token list that is none',
    gateway({ networks: { 'eip155:1': { rpc: ['https://node.example'], tokenLists: ['projects.json'] } } }),
    /tokenLists: .*projects.json is no token list/,
  ],
  [
    'swaps without a router',
    gateway({
      networks: { 'eip155:1': { rpc: ['https://node.example'], swap: { wrapped: `0x${'1'.repeat(40)}`, bases: [] } } },
    }),
    /eip155:1.swap needs v2 or v3/,
  ],
  [
    'swaps on Solana',
    gateway({
      networks: {
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
          rpc: ['https://node.example'],
          swap: {
            wrapped: `0x${'1'.repeat(40)}`,
            bases: [],
            v2: { name: 'V', factory: `0x${'1'.repeat(40)}`, router: `0x${'2'.repeat(40)}` },
          },
        },
      },
    }),
    /swap: only EVM networks have these routers/,
  ],
  [
    'a fee that no router takes',
    gateway({ swap: { fee: { bps: 101, recipient: `0x${'1'.repeat(40)}` } } }),
    /gateway.swap.fee.bps must be hundredths of a percent: 1 to 100/,
  ],
  ['a fee for nobody', gateway({ swap: { fee: { bps: 85 } } }), /gateway.swap.fee.recipient/],
  [
    'prices without a factory',
    gateway({
      networks: {
        'eip155:1': {
          rpc: ['https://node.example'],
          prices: { pools: { stable: `0x${'1'.repeat(40)}`, wrapped: `0x${'2'.repeat(40)}` } },
        },
      },
    }),
    /prices.pools needs v2Factory or v3Factory/,
  ],
  [
    'a key without its header',
    gateway({
      networks: {
        'eip155:1': {
          rpc: ['https://node.example'],
          prices: { feed: { url: 'https://feed.example', platform: 'p', native: 'n', keyFile: 'smtp-url' } },
        },
      },
    }),
    /prices.feed needs keyHeader and keyFile, or neither/,
  ],
  [
    'a key for others to read',
    gateway({
      networks: {
        'eip155:1': {
          rpc: ['https://node.example'],
          prices: {
            feed: { url: 'https://feed.example', platform: 'p', native: 'n', keyHeader: 'k', keyFile: openFile() },
          },
        },
      },
    }),
    /prices.feed.keyFile: .* may be read by others; chmod 0600/,
  ],
  [
    'a gateway that takes this machine for the Internet, where others reach it',
    gateway({ content: { loopback: ['http://127.0.0.1:8080'] } }),
    /^gateway.content.loopback is for development/,
  ],
  [
    'another machine in the place of this one',
    gateway({ content: { loopback: ['http://10.0.0.1'] } }),
    /gateway.content.loopback.0 must be an http origin of this machine/,
  ],
  [
    'a key of Coinbase that is none',
    gateway({ onramp: { coinbase: { keyId: 'k', keyFile: 'smtp-url' } } }),
    /^gateway.onramp.coinbase.keyFile is no secret API key/,
  ],
  [
    'a key of Meld for others to read',
    gateway({ onramp: { meld: { keyFile: openFile() } } }),
    /gateway.onramp.meld.keyFile: .* may be read by others; chmod 0600/,
  ],
  [
    'a checkout with the name of another',
    gateway({
      onramp: { checkouts: [{ name: 'coinbase', label: 'C', page: 'https://pay.example/', secretFile: 'x' }] },
    }),
    /gateway.onramp.checkouts: the name "coinbase" is taken/,
  ],
  [
    'a checkout without encryption',
    gateway({ onramp: { checkouts: [{ name: 'own', label: 'O', page: 'http://pay.example/', secretFile: 'x' }] } }),
    /gateway.onramp.checkouts.0.page must be an address of a page/,
  ],
  [
    'a gateway of IPFS with a query',
    gateway({ content: { ipfs: 'https://ipfs.example/?key=1' } }),
    /gateway.content.ipfs must be an address of an HTTP gateway/,
  ],
  ['a zone with a space', gateway({ names: { zone: 'my names' } }), /gateway.names.zone must be what names end with/],
  [
    'a reserved name with a zone',
    gateway({ names: { reserved: ['shop.example'] } }),
    /gateway.names.reserved.0 must be a name without its zone/,
  ],
  [
    'a resolver without a key',
    gateway({ names: { resolver: { network: 'eip155:1', address: `0x${'ab'.repeat(20)}` } } }),
    /gateway.names.signerKeyFile is missing/,
  ],
  [
    'a key for names that is not there',
    gateway({
      names: { resolver: { network: 'eip155:1', address: `0x${'ab'.repeat(20)}` }, signerKeyFile: 'nothing' },
    }),
    /gateway.names.signerKeyFile: .* cannot be read/,
  ],
  [
    'ENS on a network without a node',
    gateway({ ens: { network: 'eip155:10' } }),
    /gateway.ens.network: the gateway has no nodes of eip155:10/,
  ],
  [
    'ENS where it is not known to be',
    gateway({ networks: { 'eip155:10': { rpc: ['https://node.example'] } }, ens: { network: 'eip155:10' } }),
    /gateway.ens.universalResolver is missing/,
  ],
  ['a gateway without a database', gateway({ database: undefined }), /gateway.database is missing: a file for SQLite/],
  ['no KEK', accounts({ kekFile: undefined }), /accounts.kekFile is missing: a path/],
])('%s is refused and named', (_what, change, message) => {
  let said = ''
  try {
    read(change)
  } catch (error) {
    said = error instanceof Error ? error.message : ''
  }
  expect(said.replace(/^.*airlock\.config\.json:\n/, '')).toMatch(message)
  expect(said).not.toContain('tell-nobody')
})

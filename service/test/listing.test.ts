import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTally } from '../src/analytics/tally.ts'
import { createApiApp } from '../src/api/app.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { groups } from '../src/listing/chains.ts'
import { contrast, drawMark, looksOf, monogram, overlaid } from '../src/listing/marks.ts'
import { WalletsQuery } from '../src/listing/query.ts'
import { selectWallets } from '../src/listing/select.ts'
import table from '../src/listing/wallets.json' with { type: 'json' }
import { ListedWallet, links, readWallets, wallets } from '../src/listing/wallets.ts'
import { local, production } from './records.ts'

const modal = 'https://modal.example'
const app = createApiApp({
  projects: parseProjects([production, local]),
  origins: [modal],
  tally: createTally(),
  isAnalyticsEnabled: () => true,
})
const ask = (path: string, headers: Record<string, string> = {}) =>
  app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=shop&st=appkit&sv=html-universal-1`, {
    headers: { Origin: modal, ...headers },
  })
const Answer = z.object({
  count: z.int(),
  data: z.array(z.looseObject({ id: z.string(), name: z.string(), image_id: z.string(), chains: z.array(z.string()) })),
})
const list = async (query: string) => Answer.parse(await (await ask(`/getWallets?${query}`)).json())
const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)
const idOf = (name: string) => wallets.find((wallet) => wallet.name === name)?.id ?? ''

test('the table holds the wallets that most people use, each once', () => {
  expect(wallets.length).toBeGreaterThanOrEqual(60)
  for (const field of ['id', 'name', 'image_id'] as const)
    expect(new Set(wallets.map((wallet) => wallet[field])).size, field).toBe(wallets.length)
  const rdns = wallets.flatMap((wallet) => wallet.rdns ?? [])
  expect(new Set(rdns).size).toBe(rdns.length)
  for (const known of ['MetaMask', 'Trust Wallet', 'Phantom', 'Solflare', 'Coinbase Wallet', 'Safe', 'Xverse Wallet'])
    expect(idOf(known), known).not.toBe('')
  expect(idOf('MetaMask')).toBe('c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96')
})

test('every wallet can be told apart, found and got somewhere', () => {
  for (const wallet of wallets) {
    expect(wallet.homepage, wallet.name).toMatch(/^https:\/\//)
    expect(wallet.chains.length, wallet.name).toBeGreaterThan(0)
    for (const store of [wallet.app_store, wallet.play_store, wallet.chrome_store, wallet.webapp_link])
      if (store !== null) expect(store, wallet.name).toMatch(/^https:\/\//)
    if (wallet.app_store !== null) expect(new URL(wallet.app_store).host).toBe('apps.apple.com')
    if (wallet.play_store !== null) expect(new URL(wallet.play_store).host).toBe('play.google.com')
    if (wallet.chrome_store !== null)
      expect(['chrome.google.com', 'chromewebstore.google.com']).toContain(new URL(wallet.chrome_store).host)
  }
})

test.each([
  { homepage: 'http://plain.example' },
  { homepage: 'https://user:secret@wallet.example/' },
  { homepage: 'https://wallet.example:8443/' },
  { mobile_link: 'javascript://%0aalert(1)' },
  { mobile_link: 'data://x' },
  { mobile_link: 'intent://scan' },
  { mobile_link: 'wallet' },
  { desktop_link: 'https://wallet.example' },
  { app_store: `https://apps.apple.com/${'a'.repeat(300)}` },
  { rdns: 'Io.MetaMask' },
  { name: 'Wallet\u202e' },
  { name: 'N'.repeat(41) },
  { id: 'short' },
  { networks: [] },
  { networks: ['everything'] },
  { logo: 'https://wallet.example/logo.png' },
])('an entry with %j stops the service', (change) => {
  expect(() => readWallets([{ ...table[0], ...change }])).toThrow()
  expect(ListedWallet.safeParse(table[0]).success).toBe(true)
})

test('pages follow each other without gap or repeat, and count is the whole', async () => {
  const seen: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, count } = await list(`page=${page}&entries=20`)
    expect(count).toBe(wallets.length)
    expect(data.length).toBeLessThanOrEqual(20)
    if (data.length === 0) break
    seen.push(...data.map(({ id }) => id))
  }
  expect(seen).toEqual(wallets.map(({ id }) => id))
  expect((await list('page=1')).data).toHaveLength(40)
})

test('include, exclude, search, names and rdns', async () => {
  const [one, two] = [idOf('Rainbow'), idOf('MetaMask')]
  expect(await ids(`page=1&include=${one},${two},unknown`)).toEqual([two, one])
  const { data, count } = await list(`page=1&exclude=${one},${two}`)
  expect(count).toBe(wallets.length - 2)
  expect(data.some(({ id }) => id === one || id === two)).toBe(false)
  expect(await ids(`page=1&include=${one},${two}&exclude=${one}`)).toEqual([two])
  expect(await ids('page=1&search=%20METAm%20')).toEqual([two])
  expect(await ids('page=1&search=no%20such%20wallet')).toEqual([])
  expect(await ids('page=1&names=rainbow')).toEqual([one])
  expect(await ids('page=1&rdns=io.metamask')).toEqual([two])
  // An empty parameter counts as absent, as AppKit drops empty values.
  expect((await list('page=1&include=&exclude=&search=&chains=')).count).toBe(wallets.length)
  expect((await list('page=1&badge_type=certified')).count).toBe(0)
})

test('chains are matched as whole ids', async () => {
  const solana = groups.solana[0]
  expect(await ids(`page=1&entries=100&chains=${solana}`)).toContain(idOf('Solflare'))
  expect(await ids('page=1&entries=100&chains=eip155:1')).not.toContain(idOf('Solflare'))
  // Phantom lists eip155:1 and no other network whose id starts with that.
  expect(await ids('page=1&entries=100&chains=eip155:1')).toContain(idOf('Phantom'))
  expect(await ids('page=1&entries=100&chains=eip155:10')).not.toContain(idOf('Phantom'))
  expect(await ids(`page=1&entries=100&chains=eip155:10,${solana}`)).toContain(idOf('Phantom'))
  expect(await ids('page=1&entries=100&chains=bip122:000000000019d6689c085ae165831e93')).toContain(idOf('Leather'))
})

test('a network that wallets can add counts as theirs, and only where they take any', async () => {
  const { data } = await list('page=1&entries=100&chains=eip155:31337')
  expect(data.find(({ name }) => name === 'MetaMask')?.chains).toContain('eip155:31337')
  expect(data.map(({ name }) => name)).not.toContain('Phantom')
  expect(data.map(({ name }) => name)).not.toContain('Solflare')
  expect(wallets.some(({ chains }) => chains.includes('eip155:31337'))).toBe(false)
})

test('a platform is one that has an app for it', async () => {
  for (const [platform, store] of [
    ['ios', 'app_store'],
    ['android', 'play_store'],
  ] as const)
    expect((await list(`page=1&platform=${platform}`)).count).toBe(
      wallets.filter((wallet) => wallet[store] !== null).length,
    )
})

test('selection, whatever is asked: a page of what is listed, in its order, never more than asked for', () => {
  const some = fc.option(fc.subarray(wallets.map(({ id }) => id)), { nil: undefined })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 100 }),
      some,
      some,
      (page, entries, include, exclude) => {
        const { count, data } = selectWallets(wallets, { page, entries, include, exclude })
        expect(data.length).toBe(Math.max(0, Math.min(entries, count - (page - 1) * entries)))
        expect(data.map(({ order }) => order)).toEqual([...data].map(({ order }) => order).sort((a, b) => a - b))
        for (const { id } of data) {
          if (include?.length) expect(include).toContain(id)
          expect(exclude ?? []).not.toContain(id)
        }
      },
    ),
  )
})

test.each([
  ['', 'page'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1e3', 'page'],
  ['page=1.5', 'page'],
  ['page=999999', 'page'],
  ['page=1&entries=0', 'entries'],
  ['page=1&entries=101', 'entries'],
  ['page=1&entries=all', 'entries'],
  ['page=1&chains=ethereum', 'chains'],
  ['page=1&chains=eip155:1,eip155:*', 'chains'],
  ['page=1&include=%3Cscript%3E', 'include'],
  [`page=1&exclude=${'a,'.repeat(301)}`, 'exclude'],
  [`page=1&search=${'a'.repeat(101)}`, 'search'],
  ['page=1&badge_type=gold', 'badge_type'],
  ['page=1&platform=windows', 'platform'],
])('%j is refused by name (%s)', async (query, field) => {
  const response = await ask(`/getWallets?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    status: 'FAILED',
    reasons: [{ field, description: 'Not a value that this parameter takes' }],
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('any query is answered or refused, never an error of the service', () => {
  const keys = fc.constantFrom(
    'page',
    'entries',
    'chains',
    'include',
    'exclude',
    'search',
    'rdns',
    'names',
    '__proto__',
  )
  fc.assert(
    fc.property(fc.dictionary(keys, fc.string({ unit: 'binary' })), (query) => {
      expect(() => WalletsQuery.safeParse(query)).not.toThrow()
    }),
  )
})

test('an answer has the shape of the hosted listing, and its links are text or null', async () => {
  const [first] = (await list('page=1&entries=1')).data
  expect(Object.keys(first ?? {}).sort()).toEqual(
    ['id', 'name', 'badge_type', 'homepage', 'image_id', 'order', 'chains', ...links].sort(),
  )
  expect(first).toMatchObject({ name: 'MetaMask', badge_type: 'none', order: 10, webapp_link: null })
  expect(first?.image_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('every wallet has its picture; other kinds have theirs; the rest is not there', async () => {
  for (const { image_id } of wallets) expect((await ask(`/getWalletImage/${image_id}`)).status).toBe(200)
  for (const path of [
    '/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900',
    '/public/getCurrencyImage/USD',
    '/public/getTokenImage/ETH',
  ]) {
    const response = await ask(path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect((await response.text()).length).toBeLessThan(4096)
  }
  for (const path of [
    '/getWalletImage/unknown',
    '/getWalletImage/__proto__',
    '/public/getTokenImage/NOPE',
    '/getWalletImage/..%2f',
  ])
    expect((await ask(path)).status, path).toBe(404)
})

test('answers are kept by browsers, and asked for again by tag', async () => {
  for (const [path, kept] of [
    ['/getWallets?page=1', 7200],
    [`/getWalletImage/${wallets[0]?.image_id}`, 604_800],
  ] as const) {
    const response = await ask(path)
    const tag = response.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(response.headers.get('cache-control')).toContain(`public, max-age=${kept}`)
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask(path, { 'If-None-Match': header })
      expect([again.status, await again.text()]).toEqual([304, ''])
      // Browsers apply CORS to a 304 too.
      expect(again.headers.get('access-control-allow-origin')).toBe(modal)
    }
    expect((await ask(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  }
})

test('only listed projects and the origins of the modal are served', async () => {
  const get = (query: string, origin?: string) =>
    app.request(`/getWallets?page=1${query}`, { headers: origin === undefined ? {} : { Origin: origin } })
  expect((await get('&projectId=shop', modal)).status).toBe(200)
  expect((await get('&projectId=shop')).status).toBe(200)
  expect((await get('', modal)).status).toBe(403)
  expect((await get('&projectId=unknown', modal)).status).toBe(403)
  expect((await get('&projectId=__proto__', modal)).status).toBe(403)
  for (const origin of ['https://evil.example', 'null', 'https://modal.example.evil.example', 'http://modal.example'])
    expect((await get('&projectId=shop', origin)).status, origin).toBe(403)
})

test('no answer can be sniffed, framed or run, or carries credentials', async () => {
  for (const path of ['/getWallets?page=1', '/getWallets', `/getWalletImage/${wallets[0]?.image_id}`, '/nowhere']) {
    const { headers } = await ask(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('vary')).toContain('Origin')
    expect(headers.get('access-control-allow-origin')).toBe(modal)
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    expect(headers.has('set-cookie')).toBe(false)
  }
})

test('a mark is the same every time, and its letters stand out from every part of its plate', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const { plate, shade } = looksOf(id)
      for (const colour of [plate, shade, overlaid(plate), overlaid(shade)])
        expect(contrast([255, 255, 255], colour)).toBeGreaterThanOrEqual(4.5)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, name) => {
      const svg = drawMark({ id, name, label: monogram(name) })
      expect(drawMark({ id, name, label: monogram(name) })).toBe(svg)
      // A name never becomes markup.
      expect(
        svg.match(/<[a-z]+/g)?.every((tag) => /^<(svg|title|defs|linear|stop|path|g|circle|rect|text)$/.test(tag)),
      ).toBe(true)
      expect(svg).not.toMatch(/<script|href|on\w+=|url\((?!#p\))/i)
    }),
  )
})

test.each([
  ['MetaMask', 'MM'],
  ['imToken', 'IT'],
  ['OKX Wallet', 'OK'],
  ['Trust Wallet', 'Tr'],
  ['1inch Wallet', '1i'],
  ['Crypto.com Onchain', 'CO'],
  ['Magic Eden', 'ME'],
  ['D’CENT Wallet', 'DC'],
  ['Wallet', 'Wa'],
  ['', '•'],
])('the mark of %j says %s', (name, label) => {
  expect(monogram(name)).toBe(label)
})

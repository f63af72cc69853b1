/**
 * The files that the build writes, and the report of `npm run verify`: nothing for a good deployment, exactly one defect for each bad one.
 */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hello } from '@airlock/protocol/contracts/handshake.ts'
import { nextParent, parentStart, versions } from '@airlock/protocol/handshake.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { frameHeaders } from '../src/frames/headers.ts'
import { readBuild, signingKey } from '../src/release/build.ts'
import { headerDifferences } from '../src/release/compare.ts'
import { isSigned, Manifest, publicPem, signManifest, writeManifest } from '../src/release/manifest.ts'
import { sealPage } from '../src/release/seal.ts'
import { type VerifyOptions, verifyDeployment } from '../src/release/verify.ts'
import {
  buildId,
  builtFiles,
  type Deployment,
  deploy,
  privateKey,
  publicKey,
  walletFiles,
  writeBuild,
} from './deployment.ts'
import { production } from './records.ts'

const { walletOrigin = '' } = production
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const files = new Map(Object.entries(builtFiles).map(([path, text]) => [path, bytes(text)]))

describe('sealing', () => {
  const sealed = sealPage(builtFiles['modal.html'], files)

  test('every script and style sheet of the page carries its hash, every chunk is in the import map before them', () => {
    expect(sealed.match(/integrity="sha256-[A-Za-z0-9+/]{43}="/g)).toHaveLength(2)
    const map = JSON.parse(/<script type="importmap">(.*)<\/script>/.exec(sealed)?.[1] ?? '') as { integrity: object }
    expect(Object.keys(map.integrity)).toEqual([
      '/assets/key-worker-abc.js',
      '/assets/modal-abc.js',
      '/assets/view-abc.js',
    ])
    expect(sealed.indexOf('importmap')).toBeLessThan(sealed.indexOf('type="module"'))
  })

  test('an icon in the page has no hash, a script in a `data:` URL is refused', () => {
    const icon = '<link rel="icon" href="data:image/svg+xml,x" />'
    const page = sealPage(`<head>${icon}<link rel="stylesheet" href="/assets/modal-abc.css"></head>`, files)
    expect(page).toContain(icon)
    expect(page.match(/integrity=/g)).toHaveLength(1)
    for (const other of ['<script rel="icon" href="data:text/javascript,x">', '<link href="data:text/css,x">'])
      expect(() => sealPage(`<head>${other}</head>`, files)).toThrow(/not part of the build/)
  })

  test('a page that is sealed, or refers to what is not built, is refused', () => {
    expect(() => sealPage(sealed, files)).toThrow(/already sealed/)
    for (const src of ['/assets/none.js', 'https://cdn.example/x.js', '//cdn.example/x.js'])
      expect(() => sealPage(`<head><script src="${src}"></script></head>`, files)).toThrow(/not part of the build/)
  })
})

describe('the manifest', () => {
  test('lists every file, the build and the protocol that the handshake speaks [T26]', () => {
    const folder = writeBuild()
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
    expect(manifest).toMatchObject({ buildId, protocol: { min: versions.min, max: versions.max } })
    expect(Object.keys(manifest.files)).toEqual(Object.keys(builtFiles).sort())
    rmSync(folder, { recursive: true })
  })

  test('names the floor below which a HELLO is refused [T26]', () => {
    const { protocol } = Manifest.parse(JSON.parse(writeManifest(buildId, files)))
    const raised = { min: protocol.max + 1, max: protocol.max + 1 }
    const hello: Hello = {
      type: 'HELLO',
      link: 'host',
      nonce: crypto.randomUUID(),
      versions: protocol,
      buildId,
      features: [],
      storage: 'local',
    }
    const answerOf = (floor: typeof raised) =>
      nextParent(parentStart, { type: 'hello', hello, hostNonce: 'n' }, floor)[1]
    expect(answerOf(protocol)).toMatchObject([{ do: 'offer', version: protocol.max }])
    expect(answerOf(raised)).toEqual([{ do: 'refuse' }])
  })

  test('says of every version of the script for tags what its `integrity` is', () => {
    const folder = writeBuild()
    const { sdk } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
    const digest = createHash('sha384').update(builtFiles['sdk/1.2.3/airlock.js']).digest('base64')
    expect(sdk).toEqual({ 'sdk/1.2.3/airlock.js': `sha384-${digest}` })
    expect(Manifest.parse(JSON.parse(writeManifest(buildId, new Map()))).sdk).toBeUndefined()
    rmSync(folder, { recursive: true })
  })

  test('is the same text for the same build, in whatever order its files are read', () => {
    expect(writeManifest(buildId, new Map([...files].reverse()))).toBe(writeManifest(buildId, files))
  })

  test('holds for one key and one text', () => {
    const text = writeManifest(buildId, files)
    const signature = signManifest(text, privateKey)
    expect(isSigned(bytes(text), signature, publicKey)).toBe(true)
    expect(isSigned(bytes(`${text} `), signature, publicKey)).toBe(false)
    expect(isSigned(bytes(text), signature, generateKeyPairSync('ed25519').publicKey)).toBe(false)
    expect(isSigned(bytes(text), '', publicKey)).toBe(false)
    expect(() => signManifest(text, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)).toThrow(/Ed25519/)
  })

  test.each(['../x.js', '/etc/passwd', 'assets/../../x', ''])('names no path outside the build: %s', (path) => {
    expect(() => writeManifest(buildId, new Map([[path, bytes('')]]))).toThrow()
  })
})

describe('the signing key', () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  test('comes from the environment; without one, each build has a throw-away key of its own', () => {
    expect(publicPem(signingKey({ AIRLOCK_SIGNING_KEY: pem }).key)).toBe(publicPem(publicKey))
    const [one, two] = [signingKey({}), signingKey({})]
    expect([one.isThrowAway, publicPem(one.key) === publicPem(two.key)]).toEqual([true, false])
  })

  test('ends the build if it is of another kind', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const text = other.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => signingKey({ AIRLOCK_SIGNING_KEY: text })).toThrow(/not an Ed25519 key/)
  })
})

describe('verify', () => {
  let running: Deployment | undefined
  afterEach(async () => {
    vi.unstubAllGlobals()
    await running?.stop()
    running = undefined
  })
  const { fetch: realFetch } = globalThis
  const verify = async (
    modal: Parameters<typeof deploy>[0] = [],
    options: Partial<VerifyOptions> = {},
    wallet: Parameters<typeof deploy>[1] = [],
  ): Promise<readonly string[]> => {
    running = await deploy(modal, wallet)
    const { walletAt } = running
    // The record of a deployment names a wallet with TLS.
    const reroute = (url: URL, init: RequestInit) => realFetch(url.href.replace(walletOrigin, walletAt), init)
    vi.stubGlobal('fetch', reroute)
    const { differences } = await verifyDeployment({
      url: running.url,
      key: publicKey,
      floor: versions.min,
      ...options,
    })
    return differences
  }
  const atBoth = (what: string) => ['', walletOrigin].map((origin) => `${origin}/manifest.json: ${what}`)
  const overwrite = (path: string, text: string) => (folder: string) => writeFileSync(join(folder, path), text)
  const changed = (response: Response, change: (text: string) => string) =>
    new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(change(await response.clone().text())))
          controller.close()
        },
      }),
      response,
    )
  const header = (path: string, name: string, value: string | undefined) => (response: Response, at: string) => {
    if (at !== path) return undefined
    const headers = new Headers(response.headers)
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  }

  test('a good deployment has no difference', async () => {
    expect(await verify([], { record: production, buildId })).toEqual([])
  })

  test('a modified chunk', async () => {
    expect(await verify([overwrite('assets/view-abc.js', 'evil  {}')])).toEqual([
      '/assets/view-abc.js: is not the file that was signed',
    ])
  })

  test('a chunk that has grown', async () => {
    expect(await verify([overwrite('assets/view-abc.js', 'export {} // and more')])).toEqual([
      '/assets/view-abc.js: is larger than 9 bytes',
    ])
  })

  test('a modified script for tags', async () => {
    expect(await verify([overwrite('sdk/1.2.3/airlock.js', 'void 1')])).toEqual([
      '/sdk/1.2.3/airlock.js: is not the file that was signed',
    ])
  })

  test('an integrity that no browser would accept for the script that was signed with it', async () => {
    const resign = (folder: string) => {
      const text = readFileSync(join(folder, 'manifest.json'), 'utf8').replace(/"sha384-./, '"sha384-+')
      writeFileSync(join(folder, 'manifest.json'), text)
      writeFileSync(join(folder, 'manifest.sig'), signManifest(text, privateKey))
    }
    expect(await verify([resign])).toEqual([
      '/sdk/1.2.3/airlock.js: has another integrity than the one that was signed',
    ])
  })

  test('a missing file', async () => {
    expect(await verify([(folder) => rmSync(join(folder, 'assets/modal-abc.css'))])).toEqual([
      '/assets/modal-abc.css: is missing',
    ])
  })

  test('a modified page, whose import map is another', async () => {
    const found = await verify([
      (folder) => {
        const html = readFileSync(join(folder, 'modal.html'), 'utf8')
        writeFileSync(join(folder, 'modal.html'), html.replace('"integrity":{', '"integrity":{"/x.js":"",'))
      },
    ])
    expect(found).toEqual(['/p/shop/: is not the page that was signed with a project record in it'])
  })

  test('a page with something more beside its record', async () => {
    const add = (response: Response, path: string) =>
      path === '/p/shop/' ? new Response('<script src="/x.js"></script>', response) : undefined
    expect(await verify([undefined, add])).toEqual(['/p/shop/: carries no project record, or more than one'])
  })

  test('another project record than the operator’s own', async () => {
    const record = { ...production, hostOrigins: ['https://shop.example'] }
    expect((await verify([], { record })).join()).toContain('/p/shop/: the project record is {"projectId":"shop"')
  })

  test.each([
    ['/p/shop/', 'X-Content-Type-Options', undefined, 'X-Content-Type-Options is missing'],
    ['/p/shop/', 'Set-Cookie', 'a=b', 'Set-Cookie must not be sent: the frames keep nothing in cookies'],
    ['/p/shop/', 'Content-Type', 'text/html', 'Content-Type is "text/html"'],
    ['/p/shop/', 'Referrer-Policy', 'unsafe-url', 'Referrer-Policy is "unsafe-url" instead of "no-referrer"'],
    [
      '/assets/key-worker-abc.js',
      'Content-Security-Policy',
      "default-src 'none'; script-src 'wasm-unsafe-eval' 'self'; connect-src 'none'; worker-src 'none'",
      `Content-Security-Policy: script-src is "'wasm-unsafe-eval' 'self'" instead of "'wasm-unsafe-eval'"`,
    ],
    [
      '/assets/view-abc.js',
      'Cross-Origin-Embedder-Policy',
      'unsafe-none',
      'Cross-Origin-Embedder-Policy is "unsafe-none" instead of "require-corp"',
    ],
    ['/sdk/1.2.3/airlock.js', 'Access-Control-Allow-Origin', undefined, 'Access-Control-Allow-Origin is missing'],
  ])('%s with a weaker %s', async (path, name, value, text) => {
    expect(await verify([undefined, header(path, name, value)])).toEqual([`${path}: ${text}`])
  })

  test('a policy that lets more hosts frame the modal', async () => {
    const widen = (response: Response, path: string) => {
      if (path !== '/p/shop/') return undefined
      const policy = response.headers.get('content-security-policy') ?? ''
      return header(path, 'content-security-policy', `${policy} https://evil.example`)(response, path)
    }
    expect((await verify([undefined, widen])).join()).toContain(
      'Content-Security-Policy: frame-ancestors is "https://shop.example https://www.shop.example https://evil.example"',
    )
  })

  test('a signature from another key', async () => {
    const { publicKey: key } = generateKeyPairSync('ed25519')
    expect(await verify([], { key })).toEqual(atBoth('the signature is not from this key'))
  })

  test('no signature, unless it is told to do without', async () => {
    const unsign = (folder: string) => rmSync(join(folder, 'manifest.sig'))
    expect(await verify([unsign])).toEqual(['/manifest.sig: is missing'])
    await running?.stop()
    expect(await verify([unsign], { key: undefined })).toEqual([])
  })

  test('an older build that was signed once and speaks a protocol below the floor [T26]', async () => {
    const floor = versions.min + 1
    expect(await verify([], { floor })).toEqual(
      atBoth(`the build accepts protocol version ${versions.min}, below the floor ${floor}`),
    )
  })

  test('a floor that was lowered after signing [T26]', async () => {
    const lower = (folder: string) => {
      const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
      const manifest = JSON.parse(text) as { protocol: { max: number } }
      manifest.protocol.max += 1
      writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    }
    expect(await verify([lower])).toEqual(['/manifest.json: the signature is not from this key'])
  })

  test('another build than the expected one', async () => {
    expect(await verify([], { buildId: 'build-2' })).toEqual(atBoth('is of build build-1 instead of build-2'))
  })

  test('a host that answers every path with a page', async () => {
    const fallback = (response: Response) => (response.status === 404 ? new Response('hello') : undefined)
    expect(await verify([undefined, fallback])).toEqual(
      [
        '/modal.html',
        '/p/shop-is-not-a-project/',
        `/p/shop/social/${'x'.repeat(43)}`,
        '/wallet.html',
        '/window.html',
      ].map((path) => `${path}: answers 200, but does not exist`),
    )
  })

  test('no manifest, or a server that is down', async () => {
    expect(await verify([(folder) => rmSync(join(folder, 'manifest.json'))])).toEqual(['/manifest.json: is missing'])
    const url = 'http://127.0.0.1:9/p/shop/'
    const { differences, unreached } = await verifyDeployment({ url, key: publicKey, floor: 1 })
    // Nothing is known of it, so nothing was changed.
    expect(differences).toEqual([])
    expect(unreached).toContainEqual(expect.stringMatching(/^\/manifest\.json: cannot be fetched: .+/))
  })

  describe('the wallet of the modal', () => {
    const at = (text: string) => `${walletOrigin}${text}`
    const found = (wallet: Parameters<typeof deploy>[1]) => verify([], {}, wallet)

    test('has other scripts, documents or headers: they are reported [T6]', async () => {
      for (const path of ['assets/wallet-abc.js', 'assets/key-worker-abc.js'] as const) {
        expect(await found([overwrite(path, 'evil  {}')])).toEqual([at(`/${path}: is not the file that was signed`)])
        await running?.stop()
      }
      const script = walletFiles['wallet.html'].replace('</body>', '<script src="/x.js"></script></body>')
      expect(await found([overwrite('wallet.html', script)])).toContain(
        at('/p/shop/: is not the page that was signed with a project record in it'),
      )
      await running?.stop()
      const rename = (folder: string) => {
        const file = join(folder, 'window.html')
        writeFileSync(file, readFileSync(file, 'utf8').replace('Wallet', 'Vallet'))
      }
      expect(await found([rename])).toEqual([at('/p/shop/window: is not the file that was signed')])
      for (const path of ['/p/shop/', '/p/shop/window']) {
        await running?.stop()
        expect(await found([undefined, header(path, 'X-Content-Type-Options', undefined)])).toEqual([
          at(`${path}: X-Content-Type-Options is missing`),
        ])
      }
    })

    test('lets another modal frame it: that is reported [T6]', async () => {
      const other = (response: Response, path: string) =>
        path === '/p/shop/'
          ? changed(response, (text) => text.replace(/"modalOrigin":"[^"]*"/, '"modalOrigin":"https://evil.example"'))
          : undefined
      expect((await found([undefined, other])).join()).toContain('the project record is')
    })

    test('is missing, or signed with another key than the one that is given for it: that is reported', async () => {
      const { publicKey: walletKey } = generateKeyPairSync('ed25519')
      expect(await verify([], { walletKey })).toEqual([at('/manifest.json: the signature is not from this key')])
      await running?.stop()
      expect(await found([(folder) => rmSync(join(folder, 'manifest.json'))])).toEqual([
        at('/manifest.json: is missing'),
      ])
    })

    test('is verified by its own address too', async () => {
      running = await deploy()
      const url = `${running.walletAt}/p/shop/`
      const report = await verifyDeployment({ url, key: publicKey, floor: versions.min })
      expect(report.differences).toEqual([])
      expect(Object.keys(report.manifest?.files ?? {})).toContain('wallet.html')
    })
  })

  test('a record for development on a public host [T6]', async () => {
    const develop = (response: Response, path: string) =>
      path === '/p/shop/'
        ? changed(response, (text) => text.replace('"development":false', '"development":true'))
        : undefined
    running = await deploy([undefined, develop])
    const { url } = running
    vi.stubGlobal('fetch', (asked: URL, init: RequestInit) =>
      realFetch(new URL(asked.pathname, asked.origin === 'https://modal.example' ? url : running?.walletAt), init),
    )
    const { differences } = await verifyDeployment({
      url: 'https://modal.example/p/shop/',
      key: publicKey,
      floor: versions.min,
    })
    expect(differences).toContain('/p/shop/: the record is for development')
  })

  test('an address that leads a social login elsewhere [T6]', async () => {
    const elsewhere = (_: Response, path: string) =>
      path.includes('/social/') ? Response.redirect('https://evil.example/', 303) : undefined
    expect((await verify([undefined, elsewhere])).join()).toMatch(/social\/x{43}: answers 303, but does not exist/)
  })

  test('a static host that leads there with its own status and headers', async () => {
    const more = '"walletServiceUrl":"https://accounts.example","socials":[{"id":"google"}]'
    const leads = (status: number, to: string) => (response: Response, path: string) => {
      if (path === '/p/shop/')
        return changed(response, (text) => text.replace('"development":false', `"development":false,${more}`))
      if (!path.includes('/social/')) return undefined
      return new Response(null, { status, headers: { Location: `${to}/social/${'x'.repeat(43)}` } })
    }
    const social = async (status: number, to: string) =>
      (await verify([undefined, leads(status, to)])).filter((line) => line.includes('/social/'))
    expect(await social(302, 'https://accounts.example')).toEqual([])
    expect((await social(302, 'https://evil.example')).join()).toMatch(/^[^,]*Location is "https:\/\/evil[^,]*$/)
    expect((await social(301, 'https://accounts.example')).join()).toContain('answers 301')
  })

  test('an address that is not the page of a project is no deployment', async () => {
    await expect(verifyDeployment({ url: 'https://modal.example/', key: publicKey, floor: 1 })).rejects.toThrow(
      /p\/<projectId>/,
    )
  })
})

describe('comparing headers', () => {
  const differences = (name: string, expected: string, served: string) =>
    headerDifferences({ [name]: expected }, new Headers({ [name]: served }))

  test('order, spacing and repetition of the same are no difference', () => {
    expect(
      differences('Content-Security-Policy', "default-src 'none'; img-src a b", "img-src  b a ;default-src 'none';"),
    ).toEqual([])
    expect(
      differences(
        'Permissions-Policy',
        'camera=(), usb=(self "https://w.example")',
        'usb=(self "https://w.example"),camera=()',
      ),
    ).toEqual([])
    expect(differences('Cache-Control', 'public, max-age=1, immutable', 'max-age=1,immutable,public')).toEqual([])
  })

  test.each([
    ['a second policy', 'Content-Security-Policy', "default-src 'none'", "default-src 'none', default-src *"],
    ['a directive before its repetition', 'Content-Security-Policy', "img-src 'none'", "img-src *; img-src 'none'"],
    ['a directive more', 'Content-Security-Policy', "default-src 'none'", "default-src 'none'; script-src *"],
    ['a feature more', 'Permissions-Policy', 'camera=()', 'camera=(), usb=*'],
    ['a feature that is opened later', 'Permissions-Policy', 'camera=()', 'camera=(), camera=*'],
    ['a feature less', 'Permissions-Policy', 'camera=(), usb=()', 'camera=()'],
    ['a shorter promise of HTTPS', 'Strict-Transport-Security', 'max-age=100', 'max-age=99; includeSubDomains'],
    ['none', 'Strict-Transport-Security', 'max-age=100', 'includeSubDomains'],
  ])('%s is a difference', (_what, name, expected, served) => {
    expect(differences(name, expected, served)).toHaveLength(1)
  })

  test.each(['usb= )', 'usb=(', 'usb=()x', 'usb=(self)(', 'usb', 'usb=(self) (self)'])(
    'a permission that browsers cannot read, and drop with all others, is a difference: %s [T6]',
    (part) => expect(differences('Permissions-Policy', 'camera=(), usb=()', `camera=(), ${part}`)).toHaveLength(1),
  )

  test('a longer promise of HTTPS is no difference', () => {
    expect(differences('Strict-Transport-Security', 'max-age=100', 'max-age=200; includeSubDomains; preload')).toEqual(
      [],
    )
  })

  const table = {
    ...frameHeaders({ kind: 'wallet', modalOrigin: 'https://modal.example', record: production }),
    ...frameHeaders({ kind: 'sdk' }),
    ...frameHeaders({ kind: 'modal', record: production }),
  }
  const names = Object.keys(table)

  test('any other byte in a header is a difference, but for its case and a longer time [T6]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 0x20, max: 0xff }), (name, index, code) => {
        const expected = table[name] ?? ''
        const at = index % expected.length
        const byte = String.fromCharCode(code)
        const served = expected.slice(0, at) + byte + expected.slice(at + 1)
        fc.pre(code !== 0x7f && served.trim() === served && served.toLowerCase() !== expected.toLowerCase())
        fc.pre(name !== 'Strict-Transport-Security' || !/[0-9]/.test(byte))
        expect(differences(name, expected, served), served).not.toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  test.each(names)('a blank that only our parser takes for one is a difference, in %s [T6]', (name) => {
    const expected = table[name] ?? ''
    for (const blank of ['\xa0', '\x85'])
      for (const served of [
        expected + blank,
        blank + expected,
        expected.replaceAll(' ', blank).replaceAll('()', `(${blank})`),
      ])
        if (served !== expected) expect(differences(name, expected, served), served).toHaveLength(1)
  })

  test.each([
    'Access-Control-Allow-Credentials',
    'Clear-Site-Data',
    'Link',
    'Origin-Trial',
    'Refresh',
    'Service-Worker-Allowed',
    'Set-Cookie',
    'SourceMap',
    'Speculation-Rules',
  ])('%s beside them is a difference [T6]', (name) => {
    const served = new Headers(table)
    served.set(name, 'x')
    expect(headerDifferences(table, served).join()).toContain(`${name} must not be sent`)
  })

  test.each(['max-age=63072000; max-age=0', 'max-age=63072000;max-age=0', 'max-age=63072000; x', '"63072000"'])(
    'a promise of HTTPS in another form is a difference: %s [T6]',
    (served) => expect(differences('Strict-Transport-Security', 'max-age=63072000', served)).toHaveLength(1),
  )
})

test('a build is read with forward slashes', () => {
  const folder = writeBuild()
  expect([...readBuild(folder).keys()]).toContain('assets/modal-abc.js')
  rmSync(folder, { recursive: true })
})

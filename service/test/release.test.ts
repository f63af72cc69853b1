/**
 * The files that the build writes, and the report of `npm run verify`: nothing for a good deployment, exactly one defect for each bad one.
 */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hello } from '@airlock/protocol/contracts/handshake.ts'
import { nextParent, parentStart, versions } from '@airlock/protocol/handshake.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { readBuild, signingKey } from '../src/release/build.ts'
import { headerDifferences } from '../src/release/compare.ts'
import { isSigned, Manifest, publicPem, signManifest, writeManifest } from '../src/release/manifest.ts'
import { sealPage } from '../src/release/seal.ts'
import { type VerifyOptions, verifyDeployment } from '../src/release/verify.ts'
import { buildId, builtFiles, type Deployment, deploy, privateKey, publicKey, writeBuild } from './deployment.ts'
import { production } from './records.ts'

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

  test('of another kind ends the build', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const text = other.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => signingKey({ AIRLOCK_SIGNING_KEY: text })).toThrow(/not an Ed25519 key/)
  })
})

describe('verify', () => {
  let running: Deployment | undefined
  afterEach(async () => {
    await running?.stop()
    running = undefined
  })
  const verify = async (
    [change, wrap]: Parameters<typeof deploy> = [],
    options: Partial<VerifyOptions> = {},
  ): Promise<readonly string[]> => {
    running = await deploy(change, wrap)
    const { differences } = await verifyDeployment({
      url: running.url,
      key: publicKey,
      floor: versions.min,
      ...options,
    })
    return differences
  }
  const overwrite = (path: string, text: string) => (folder: string) => writeFileSync(join(folder, path), text)
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
    expect(await verify([], { key })).toEqual(['/manifest.json: the signature is not from this key'])
  })

  test('no signature, unless it is told to do without', async () => {
    const unsign = (folder: string) => rmSync(join(folder, 'manifest.sig'))
    expect(await verify([unsign])).toEqual(['/manifest.sig: is missing'])
    await running?.stop()
    expect(await verify([unsign], { key: undefined })).toEqual([])
  })

  test('an older build that was signed once and speaks a protocol below the floor [T26]', async () => {
    const floor = versions.min + 1
    expect(await verify([], { floor })).toEqual([
      `/manifest.json: the build accepts protocol version ${versions.min}, below the floor ${floor}`,
    ])
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
    expect(await verify([], { buildId: 'build-2' })).toEqual(['/manifest.json: is of build build-1 instead of build-2'])
  })

  test('a host that answers every path with a page', async () => {
    const fallback = (response: Response) => (response.status === 404 ? new Response('hello') : undefined)
    expect(await verify([undefined, fallback])).toEqual([
      '/modal.html: answers 200, but does not exist',
      '/p/shop-is-not-a-project/: answers 200, but does not exist',
    ])
  })

  test('no manifest, or a server that is down', async () => {
    expect(await verify([(folder) => rmSync(join(folder, 'manifest.json'))])).toEqual(['/manifest.json: is missing'])
    const url = 'http://127.0.0.1:9/p/shop/'
    const { differences } = await verifyDeployment({ url, key: publicKey, floor: 1 })
    expect(differences).toEqual(expect.arrayContaining([expect.stringMatching(/^\/manifest\.json: cannot be fetched/)]))
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

  test('a longer promise of HTTPS is none', () => {
    expect(differences('Strict-Transport-Security', 'max-age=100', 'max-age=200; includeSubDomains; preload')).toEqual(
      [],
    )
  })
})

test('a build is read with forward slashes', () => {
  const folder = writeBuild()
  expect([...readBuild(folder).keys()]).toContain('assets/modal-abc.js')
  rmSync(folder, { recursive: true })
})

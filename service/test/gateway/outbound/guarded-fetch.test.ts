/** Which Internet addresses the gateway fetches and which never, with a server that counts incoming requests. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/gateway/outbound/address.ts'
import { OutboundError } from '../../../src/gateway/outbound/error.ts'
import { createGuardedFetch, type GuardedFetch } from '../../../src/gateway/outbound/guarded-fetch.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { type Internet, publicAddress, site, startInternet } from './internet.ts'

const maxBytes = 100_000
let internet: Internet
/** With the shipped address rule, and with one that treats loopback as public. */
let strict: GuardedFetch
let open: GuardedFetch
/** An IPFS node in the operator's own network. */
let ipfs: Listening
const ipfsPaths: string[] = []

beforeAll(async () => {
  internet = await startInternet()
  ipfs = await listenOnLoopback((request, response) => {
    ipfsPaths.push(request.url ?? '')
    response.end('file')
  }, 0)
  const places = { ipfs: `http://127.0.0.1:${ipfs.port}/`, loopback: [`http://127.0.0.1:${ipfs.port}`] }
  strict = createGuardedFetch({ ...internet.options, isAllowed: isPublicAddress, ipfs: places.ipfs })
  open = createGuardedFetch({ ...internet.options, ...places })
})
afterAll(async () => {
  await internet.stop()
  await ipfs.close()
})
afterEach(() => {
  internet.reset()
  ipfsPaths.length = 0
})

const codeOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundError ? error.code : String(error)),
  )

test('a name on the Internet is asked once, under its own name, and its content comes back', async () => {
  const answer = await open(`https://${site}/a?b#c`, { maxBytes })
  expect(answer.bytes.toString()).toBe('content')
  const [request] = internet.requests()
  expect(request?.url).toBe('/a?b')
  expect(request?.headers).toMatchObject({ host: site, 'accept-encoding': 'identity' })
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

describe('addresses that are never asked [C123]', () => {
  test.each([
    // Private, loopback, link-local, shared, multicast, unspecified, reserved.
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://127.0.0.1/',
    'https://127.255.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://198.18.0.1/',
    'https://192.0.0.8/',
    'https://240.0.0.1/',
    'https://168.63.129.16/',
    // Other notations of 127.0.0.1.
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0/',
    'https://127.0.0.1./',
    'https://①②⑦.⓪.⓪.①/',
    'https://%31%32%37.0.0.1/',
    // IPv6: loopback, unspecified, unique local, link-local, site-local, multicast, documentation, and forms that hold IPv4.
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::1]/',
    'https://[2001:0:7f00:1::1]/',
    'https://[fe80::1%25eth0]/',
    // Names in the local network.
    'https://localhost/',
    'https://a.localhost/',
    'https://metadata/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://router.lan/',
    'https://localhost./',
    // Other schemes, ports and forms.
    `http://${site}/`,
    `https://${site}:8443/`,
    `https://${site}:80/`,
    `https://${site}:22/`,
    `https://user@${site}/`,
    `https://user:password@${site}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/_x',
    'ftp://127.0.0.1/',
    'blob:https://127.0.0.1/x',
    'javascript:alert(1)',
    '//127.0.0.1/',
    '/etc/passwd',
    '',
    'https://',
    `https://${site}/${'x'.repeat(5_000)}`,
  ])('%s', async (source) => {
    expect(await codeOf(strict(source, { maxBytes }))).toBe('REFUSED')
    expect(internet.connections()).toBe(0)
    expect(internet.lookups()).toEqual([])
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:0:a00:1::',
    'fd00::1',
    'fe80::1%eth0',
    'ff02::1',
  ])('a name that has the address %s', async (address) => {
    internet.answer([address])
    expect(await codeOf(strict(`https://${site}/`, { maxBytes }))).toBe('REFUSED')
    expect(internet.connections()).toBe(0)
  })

  test('a name that has a public address and a private one', async () => {
    internet.answer(['1.1.1.1', '127.0.0.1'])
    expect(await codeOf(strict(`https://${site}/`, { maxBytes }))).toBe('REFUSED')
    expect(internet.connections()).toBe(0)
  })

  test('public addresses are not among them', () => {
    for (const address of ['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])
      expect(isPublicAddress(address)).toBe(true)
    for (const otherSpelling of ['1.1', '0x1.1.1.1', '01.1.1.1', '16843009', 'one', '', '1.1.1.1 '])
      expect(isPublicAddress(otherSpelling)).toBe(false)
  })
})

test('a name is looked up once, and the connection goes to the address that was checked [C124]', async () => {
  // The second answer is for code that resolves again between check and connection.
  internet.answer([publicAddress], ['10.0.0.1'])
  expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('answered')
  expect(internet.lookups()).toEqual([site])
  // Nothing is cached: the next request is checked again, and no open connection is reused.
  expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('REFUSED')
  expect(internet.connections()).toBe(1)
})

describe('redirects', () => {
  const redirect = (to: string, status = 302) =>
    internet.behave((request, response) =>
      request.url === '/from' ? response.writeHead(status, { Location: to }).end() : response.end('content'),
    )

  test('are followed to other addresses on the Internet, relative ones too', async () => {
    redirect(`https://other.${site}/to`, 301)
    expect(await codeOf(open(`https://${site}/from`, { maxBytes }))).toBe('answered')
    redirect('to')
    expect(await codeOf(open(`https://${site}/from`, { maxBytes }))).toBe('answered')
    expect(internet.lookups()).toEqual([site, `other.${site}`, site, site])
  })

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://169.254.169.254/',
    'http://127.0.0.1/',
    `http://${site}/`,
    `https://${site}:8443/`,
    `https://name:password@${site}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/plain,content',
    'https://localhost/',
  ])('to %s are not followed [C123]', async (to) => {
    redirect(to)
    expect(await codeOf(open(`https://${site}/from`, { maxBytes }))).toBe('REFUSED')
    expect(internet.requests().map(({ url }) => url)).toEqual(['/from'])
  })

  test('to a name with a private address are not followed [C123]', async () => {
    redirect(`https://private.${site}/`)
    internet.answer([publicAddress], ['192.168.1.1'])
    expect(await codeOf(open(`https://${site}/from`, { maxBytes }))).toBe('REFUSED')
    expect(internet.requests()).toHaveLength(1)
  })

  test('end after the third', async () => {
    let left = 3
    internet.behave((_, response) => {
      left -= 1
      if (left >= 0) response.writeHead(302, { Location: '/next' }).end()
      else response.end('content')
    })
    expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('answered')
    left = 4
    expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('REDIRECTS')
    expect(internet.requests()).toHaveLength(8)
  })

  test('are not followed with a body', async () => {
    redirect(`https://other.${site}/to`, 307)
    expect(await codeOf(open(`https://${site}/from`, { maxBytes, json: '{}' }))).toBe('REDIRECTS')
  })
})

describe('an answer', () => {
  test('is refused if its certificate is for another name', async () => {
    expect(await codeOf(open('https://another-site.net/', { maxBytes }))).toBe('UNREACHABLE')
    expect(internet.requests()).toHaveLength(0)
  })

  test.each([404, 500])('is an error that says so if its status is %i', async (status) => {
    internet.behave((_, response) => response.writeHead(status).end('detail'))
    await expect(open(`https://${site}/`, { maxBytes })).rejects.toMatchObject({ code: 'STATUS', status })
  })

  test('is cut at its limit if it has no end', async () => {
    let isClosed = false
    internet.behave((request, response) => {
      request.socket.on('close', () => {
        isClosed = true
      })
      const more = () => {
        if (!isClosed) response.write(Buffer.alloc(32_768), () => setImmediate(more))
      }
      more()
    })
    expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('TOO_LARGE')
    await expect.poll(() => isClosed).toBe(true)
  })

  test('is not read if it declares more than its limit', async () => {
    internet.behave((_, response) => response.writeHead(200, { 'Content-Length': maxBytes + 1 }).write('x'))
    expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('TOO_LARGE')
  })

  test('is cut at its time if it trickles, whatever arrives', async () => {
    internet.behave((request, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      request.socket.on('close', () => clearInterval(timer))
    })
    const started = performance.now()
    expect(await codeOf(open(`https://${site}/`, { maxBytes, timeoutMs: 300 }))).toBe('TIMEOUT')
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('is cut at its time if it never begins, and when the caller leaves', async () => {
    internet.behave(() => {})
    expect(await codeOf(open(`https://${site}/`, { maxBytes, timeoutMs: 100 }))).toBe('TIMEOUT')
    const left = new AbortController()
    const waiting = codeOf(open(`https://${site}/`, { maxBytes, signal: left.signal }))
    await expect.poll(() => internet.requests().length).toBe(2)
    left.abort()
    expect(await waiting).toBe('ABORTED')
  })

  test('is not unpacked if it is compressed', async () => {
    internet.behave((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'))
    expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('ENCODED')
  })

  test('is an error if it breaks off', async () => {
    internet.behave((request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half')
      setImmediate(() => request.socket.destroy())
    })
    expect(await codeOf(open(`https://${site}/`, { maxBytes }))).toBe('UNREACHABLE')
  })
})

test('a body is sent as JSON', async () => {
  internet.behave((request, response) => request.pipe(response))
  const { bytes } = await open(`https://${site}/`, { maxBytes, json: '{"a":1}' })
  expect(bytes.toString()).toBe('{"a":1}')
  const [request] = internet.requests()
  expect(request?.method).toBe('POST')
  expect(request?.headers['content-type']).toBe('application/json')
})

describe('the places that the operator names', () => {
  test.each([
    [
      'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    ],
    [
      'ipfs://ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1 ?#.png',
      '/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1%20%3F%23.png',
    ],
    ['IPNS://docs.ipfs.tech/logo.png', '/ipns/docs.ipfs.tech/logo.png'],
  ])('%s', async (source, path) => {
    expect((await strict(source, { maxBytes })).bytes.toString()).toBe('file')
    expect(ipfsPaths).toEqual([path])
  })

  test.each([
    'ipfs://../api/v0/config',
    'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/../../api/v0/config',
    'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/%2e%2e/%2E%2e/api',
    'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG\\..\\..\\..\\api',
    'ipfs:///api/v0',
    'ipfs://@evil.net/x',
    'ipfs://',
    'ar://abcdefgh',
  ])('%s is not asked [C123]', async (source) => {
    expect(await codeOf(strict(source, { maxBytes }))).toBe('REFUSED')
    expect(ipfsPaths).toEqual([])
  })

  test('cannot be fetched by address, unless it counts as public in development', async () => {
    const address = `http://127.0.0.1:${ipfs.port}/api`
    expect(await codeOf(strict(address, { maxBytes }))).toBe('REFUSED')
    expect(ipfsPaths).toEqual([])
    expect(await codeOf(open(address, { maxBytes }))).toBe('answered')
  })

  test('must be on this machine to count as public', async () => {
    const other = createGuardedFetch({ ...internet.options, loopback: ['http://10.0.0.1'] })
    expect(await codeOf(other('http://10.0.0.1/', { maxBytes, timeoutMs: 500 }))).toBe('REFUSED')
  })
})

describe('data: URLs', () => {
  test.each([
    ['data:application/json;base64,eyJhIjoxfQ==', 'application/json', '{"a":1}'],
    ['data:application/json;utf8,{"a":"100% #1"}', 'application/json', '{"a":"100% #1"}'],
    ['data:image/svg+xml;charset=utf-8,%3Csvg%20/%3E', 'image/svg+xml', '<svg />'],
    ['DATA:,é%C3%A9', 'text/plain', 'éé'],
    ['data:;base64,eyJhIjox%0AfQ%3D%3D', 'text/plain', '{"a":1}'],
  ])('%s', async (source, contentType, text) => {
    const answer = await strict(source, { maxBytes })
    expect([answer.contentType, answer.bytes.toString()]).toEqual([contentType, text])
  })

  test.each([
    'data:',
    'data:text/plain',
    'data:;base64,*',
    `data:,${'x'.repeat(maxBytes + 1)}`,
    `data:${'x'.repeat(300)},x`,
  ])('refused: %.40s', async (source) => {
    expect(await codeOf(strict(source, { maxBytes }))).toBe('REFUSED')
  })
})

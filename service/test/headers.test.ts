import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { describe, expect, test } from 'vitest'
import { delegatedFeatures, deniedFeatures, frameHeaders, type Served } from '../src/frames/headers.ts'
import { directives, local, production } from './records.ts'

const policyOf = (served: Served) => directives(frameHeaders(served)['Content-Security-Policy'])
const walletPolicyOf = (record: ProjectRecord) =>
  policyOf({ kind: 'wallet', record, modalOrigin: 'https://modal.example' })
/** The nodes of `production`. */
const rpc = 'https://rpc.example https://fallback.example wss://stream.example'
const everyKind: readonly Served[] = [
  { kind: 'modal', record: production },
  { kind: 'wallet', record: production, modalOrigin: 'https://modal.example' },
  { kind: 'wallet-window', record: production },
  { kind: 'key-worker' },
  { kind: 'asset' },
  { kind: 'sdk' },
  { kind: 'manifest' },
  { kind: 'refusal' },
]
const importMap = `'sha256-${'A'.repeat(43)}='`
const inEveryDocument = {
  'default-src': "'none'",
  'style-src': "'self'",
  'font-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'report-uri': '/reports',
}

test('the modal document has exactly this policy: no picture comes from another origin [T15]', () => {
  expect(policyOf({ kind: 'modal', record: production })).toEqual({
    ...inEveryDocument,
    'script-src': "'self'",
    'img-src': "'self' data: blob:",
    'worker-src': "'self'",
    'trusted-types': "'none'",
    'connect-src': 'https://rpc.example https://fallback.example wss://stream.example',
    'frame-src': 'https://wallet.example',
    'frame-ancestors': 'https://shop.example https://www.shop.example',
  })
})

test('a project that lists nothing is allowed nothing', () => {
  const record = { ...local, hostOrigins: [], rpc: {} }
  expect(policyOf({ kind: 'modal', record })).toMatchObject({
    'connect-src': "'none'",
    'frame-src': "'none'",
    'frame-ancestors': "'none'",
  })
  expect(walletPolicyOf(record)).toMatchObject({
    'frame-ancestors': "'none'",
  })
})

test('listing and analytics are reached by the modal only, each origin once', () => {
  const record = {
    ...production,
    listingUrl: 'https://api.example/v1/',
    analyticsUrl: 'https://api.example/count',
  }
  expect(policyOf({ kind: 'modal', record })['connect-src']).toBe(`${rpc} https://api.example`)
  expect(policyOf({ kind: 'modal', record })['img-src']).toBe("'self' data: blob:")
  const wallet = walletPolicyOf(record)
  expect(wallet['connect-src']).toBe(`'self' ${rpc}`)
})

test('pictures come from the gateway too, in the modal only, and from no other service', () => {
  const services = { listingUrl: 'https://api.example', analyticsUrl: 'https://count.example' }
  const record = { ...production, ...services, gatewayUrl: 'https://gateway.example/base/' }
  expect(policyOf({ kind: 'modal', record })['img-src']).toBe("'self' data: blob: https://gateway.example")
  expect(policyOf({ kind: 'modal', record })['connect-src']).toContain(' https://gateway.example')
  const wallet = walletPolicyOf(record)
  expect(wallet['img-src']).toBe("'self' data:")
  expect(wallet['connect-src']).not.toContain('gateway')
})

test('bundlers and paymasters are reached by the wallet only, and nobody else’s [C305]', () => {
  const services = { bundler: 'https://bundler.example/rpc?key=1', paymaster: 'https://pay.example/key' }
  const record = {
    ...production,
    smartAccounts: { 'eip155:1': { implementation: 'simple7702-0.8', ...services } },
  }
  expect(policyOf({ kind: 'modal', record })['connect-src']).toBe(rpc)
  const wallet = walletPolicyOf(record)
  expect(wallet['connect-src']).toBe(`'self' ${rpc} https://bundler.example https://pay.example`)
})

test('the wallet service and the recovery service are reached by the wallet only', () => {
  const record = {
    ...production,
    walletServiceUrl: 'https://accounts.example/base/',
    recoveryServiceUrl: 'https://recovery.example',
  }
  expect(policyOf({ kind: 'modal', record })['connect-src']).toBe(rpc)
  const wallet = walletPolicyOf(record)
  expect(wallet['connect-src']).toBe(`'self' ${rpc} https://accounts.example https://recovery.example`)
})

test('websocket origins appear only where the record lists one', () => {
  expect(policyOf({ kind: 'modal', record: local })['connect-src']).toBe('http://rpc.localhost:5172')
})

test('the relay stands in the policy of the modal, by its origin, and not in that of the wallet', () => {
  const pairing = { relayUrl: 'wss://relay.example/socket', projectId: '0'.repeat(32) }
  const record = { ...production, pairing }
  expect(policyOf({ kind: 'modal', record })['connect-src']).toBe(
    'https://rpc.example https://fallback.example wss://stream.example wss://relay.example',
  )
  const wallet = walletPolicyOf(record)
  expect(wallet['connect-src']).not.toContain('relay')
})

test('the wallet document lists every ancestor, frames nothing and delegates nothing', () => {
  const served: Served = { kind: 'wallet', record: production, modalOrigin: 'https://modal.example' }
  expect(policyOf(served)).toMatchObject({
    'frame-src': "'none'",
    'frame-ancestors': 'https://modal.example https://shop.example https://www.shop.example',
    'connect-src': "'self' https://rpc.example https://fallback.example wss://stream.example",
  })
  expect(frameHeaders(served)['Permissions-Policy']).toContain('publickey-credentials-get=(self),')
})

test('the wallet document has exactly this policy', () => {
  const served: Served = { kind: 'wallet', record: production, modalOrigin: 'https://modal.example', importMap }
  expect(policyOf(served)).toEqual({
    ...inEveryDocument,
    'script-src': `'self' ${importMap}`,
    'img-src': "'self' data:",
    'worker-src': "'self'",
    'trusted-types': 'wallet-worker',
    'connect-src': "'self' https://rpc.example https://fallback.example wss://stream.example",
    'frame-src': "'none'",
    'frame-ancestors': 'https://modal.example https://shop.example https://www.shop.example',
  })
})

test('an import map is let in by its hash and by nothing else', () => {
  expect(policyOf({ kind: 'modal', record: production, importMap })['script-src']).toBe(`'self' ${importMap}`)
  for (const source of ["'unsafe-inline'", "'sha256-x'", `${importMap} 'unsafe-eval'`, 'https://evil.example'])
    expect(() => frameHeaders({ kind: 'modal', record: production, importMap: source })).toThrow(RangeError)
})

test('documents of a production project ask for HTTPS for two years, those for development never', () => {
  const header = (record: typeof production) => frameHeaders({ kind: 'modal', record })['Strict-Transport-Security']
  expect(header(production)).toBe('max-age=63072000')
  expect(header(local)).toBeUndefined()
})

test('the Worker that holds keys has no network, no script source and no Worker of its own', () => {
  expect(policyOf({ kind: 'key-worker' })).toEqual({
    'default-src': "'none'",
    'script-src': "'wasm-unsafe-eval'",
    'connect-src': "'none'",
    'worker-src': "'none'",
  })
})

test('the wallet’s window runs nothing, reaches nothing and is framed by nobody [T28]', () => {
  expect(policyOf({ kind: 'wallet-window', record: production })).toEqual({
    ...inEveryDocument,
    'script-src': "'none'",
    'img-src': 'data:',
    'worker-src': "'none'",
    'trusted-types': "'none'",
    'connect-src': "'none'",
    'frame-src': "'none'",
    'frame-ancestors': "'none'",
  })
  const header = frameHeaders({ kind: 'wallet-window', record: production })['Permissions-Policy'] ?? ''
  for (const feature of deniedFeatures) expect(header).toContain(`${feature}=()`)
})

test('a refusal cannot be framed', () => {
  expect(policyOf({ kind: 'refusal' })).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
})

test('the modal keeps what it delegates and names the wallet beside itself', () => {
  const header = frameHeaders({ kind: 'modal', record: production })['Permissions-Policy'] ?? ''
  for (const feature of delegatedFeatures) expect(header).toContain(`${feature}=(self "https://wallet.example")`)
  for (const feature of deniedFeatures) expect(header).toContain(`${feature}=()`)
  expect(frameHeaders({ kind: 'modal', record: local })['Permissions-Policy']).toContain('clipboard-write=(self),')
})

test('the modal alone may share, and does not delegate that [T27]', () => {
  // The browser's own rule: a frame has it if its parent delegates it.
  expect(delegatedFeatures).not.toContain('web-share')
  for (const served of everyKind) expect(frameHeaders(served)['Permissions-Policy'] ?? '').not.toContain('web-share')
})

describe.each(everyKind)('$kind', (served) => {
  const headers = frameHeaders(served)

  test('loads inside a cross-origin isolated page and is never sniffed', () => {
    expect(headers).toMatchObject({
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
  })

  test('documents are never stored, content-addressed files always are', () => {
    const isFile = served.kind === 'asset' || served.kind === 'sdk' || served.kind === 'key-worker'
    const isDocument = !isFile && served.kind !== 'manifest'
    expect(headers['Cache-Control']).toBe(isFile ? 'public, max-age=31536000, immutable' : 'no-store')
    expect(headers['Origin-Agent-Cluster']).toBe(isDocument ? '?1' : undefined)
    expect(headers['X-Frame-Options']).toBe(isDocument ? 'DENY' : undefined)
  })

  test('no wildcard and no unsafe keyword stands in the policy', () => {
    expect(headers['Content-Security-Policy'] ?? '').not.toMatch(/\*|unsafe-inline|unsafe-eval'? |https: /)
  })
})

test.each(['https://a;script-src', 'https://*.example', "https://'self'", 'https://a,b'])(
  'the origin %s, which would change the policy, is refused',
  (origin) => {
    expect(() => frameHeaders({ kind: 'modal', record: { ...production, hostOrigins: [origin] } })).toThrow(RangeError)
    expect(() => frameHeaders({ kind: 'modal', record: { ...production, walletOrigin: origin } })).toThrow(RangeError)
    expect(() =>
      frameHeaders({ kind: 'modal', record: { ...production, rpc: { 'eip155:1': [`${origin}/rpc`] } } }),
    ).toThrow(RangeError)
  },
)

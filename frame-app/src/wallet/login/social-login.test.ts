/** Which result of a full-page redirect completes the login of this device. */
import type { Endpoint } from '@airlock/protocol/wallet-service/endpoints.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { ProviderLoginContext } from './provider-login.ts'
import { createSocialLogin } from './social-login.ts'

afterEach(() => vi.unstubAllGlobals())

const flowId = 'f'.repeat(22)
const code = 'c'.repeat(43)

/** The wallet after the page is back: the tab has kept the login that it began. */
function afterRedirect() {
  const uri = `https://accounts.example/social/${'t'.repeat(43)}`
  const kept = JSON.stringify({ provider: 'acme', flowId, uri, verifier: 'v'.repeat(43) })
  vi.stubGlobal('sessionStorage', { getItem: () => kept, setItem() {}, removeItem() {} })
  const asked: { readonly path: string; readonly request: unknown }[] = []
  const written = new Map<string, unknown>()
  const session = { begin() {}, connectHere() {}, call: async () => ({}) }
  const login = createSocialLogin({
    projectId: 'shop',
    hostOrigin: 'https://shop.example',
    serviceUrl: 'https://accounts.example',
    http: async (endpoint: Endpoint, { request }: { request: unknown }) => {
      asked.push({ path: endpoint.path, request })
      return { status: 'proven' }
    },
    session,
    store: { write: (key: string, value: unknown) => written.set(key, value), remove() {} },
    renewDevice: async () => {},
  } as unknown as ProviderLoginContext) // as: only what a login uses
  return { asked, written, connect: (address: string) => login.connect({ uri: address }, new AbortController().signal) }
}

test('a result completes the login that it began, at the page where it began', async () => {
  const { asked, written, connect } = afterRedirect()
  expect(await connect(`https://shop.example/cart?airlock_social=${flowId}.${code}`)).toEqual({ status: 'done' })
  expect(asked).toMatchObject([{}, { path: '/v1/social/complete', request: { flowId, returnCode: code } }])
  // The site is told who the provider is.
  expect(written.get('social')).toBe('acme')
})

test.each([
  ['of another login', `https://shop.example/?airlock_social=${'x'.repeat(22)}.${code}`],
  ['of the login at another site', `https://other.example/?airlock_social=${flowId}.${code}`],
  ['that is none', 'https://shop.example/'],
])('an address with a result %s completes nothing [C263]', async (_, address) => {
  const { asked, connect } = afterRedirect()
  await expect(connect(address)).rejects.toMatchObject({ data: { reason: 'EXPIRED' } })
  expect(asked).toEqual([])
})

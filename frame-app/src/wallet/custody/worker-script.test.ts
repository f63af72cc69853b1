import { afterEach, expect, test, vi } from 'vitest'
import { expectSealedScript } from './worker-script.ts'

const path = '/assets/key-worker-abc.js'
const hash = 'sha256-AAAA'
const importMap = JSON.stringify({
  integrity: { [path]: hash, '/assets/other.js': 'sha256-BBBB', '/assets/empty.js': '' },
})
const kept = { 'Cache-Control': 'public, max-age=31536000, immutable' }

type Load = typeof fetch
const page = (load: Load, map: string | undefined = importMap) => ({ importMap: map, load })
const answering = (headers: Record<string, string> = kept, status = 200) =>
  vi.fn<Load>(async () => new Response('code', { status, headers }))

test('the script is loaded with the hash of the page [C368]', async () => {
  const load = answering()
  await expectSealedScript(path, page(load))
  expect(load.mock.calls).toEqual([[path, { integrity: hash, cache: 'default' }]])
})

test('a build that is not sealed has no hashes', async () => {
  const load = answering()
  await expectSealedScript(path, { importMap: undefined, load })
  expect(load).not.toHaveBeenCalled()
})

test.each(['/assets/unknown.js', '/assets/empty.js', 'toString', '__proto__'])(
  'a script that the page does not name is not started: %s [C368]',
  async (other) => {
    const load = answering()
    await expect(expectSealedScript(other, page(load))).rejects.toThrow('no hash')
    expect(load).not.toHaveBeenCalled()
  },
)

test('a page with a map that has no hashes starts nothing [C368]', async () => {
  await expect(expectSealedScript(path, page(answering(), '{"imports":{}}'))).rejects.toThrow()
})

test('a script that differs in the cache alone is loaded again, one that differs on the server is not started [C368]', async () => {
  const healed = answering()
  healed.mockRejectedValueOnce(new TypeError('integrity'))
  await expectSealedScript(path, page(healed))
  expect(healed.mock.calls.map(([, options]) => options?.cache)).toEqual(['default', 'reload'])
  const changed = vi.fn<Load>(() => Promise.reject(new TypeError('integrity')))
  await expect(expectSealedScript(path, page(changed))).rejects.toThrow('integrity')
  expect(changed).toHaveBeenCalledTimes(2)
})

test.each([
  {},
  { 'Cache-Control': 'no-store' },
  { 'Cache-Control': 'public, max-age=31536000' },
  { 'Cache-Control': 'immutable' },
  { 'Cache-Control': 'immutable, max-age=0' },
  { 'Cache-Control': 'immutable, max-age=5' },
  { 'Cache-Control': 'immutable, max-age=31536000, no-store' },
  { 'Cache-Control': 'immutable, max-age=31536000, no-cache="x"' },
  { ...kept, Vary: '*' },
  { ...kept, Vary: 'Sec-Fetch-Dest' },
  { ...kept, Vary: 'Accept-Encoding, Sec-Fetch-Dest' },
])('a script that the browser would load a second time is not started: %j [C368]', async (headers) => {
  await expect(expectSealedScript(path, page(answering(headers)))).rejects.toThrow('cached as immutable')
})

test.each([{ Vary: 'Accept-Encoding' }, { 'Cache-Control': 'IMMUTABLE,max-age=31536000' }])(
  'other spellings of the same: %j',
  async (headers) => {
    await expectSealedScript(path, page(answering({ ...kept, ...headers })))
  },
)

test('an answer that is an error starts nothing', async () => {
  await expect(expectSealedScript(path, page(answering(kept, 404)))).rejects.toThrow()
})

const workerUrl = '/assets/main-abc.js'
vi.mock('../key-worker/main.ts?worker&url', () => ({ default: workerUrl }))
interface Rules {
  createScriptURL(url: string): unknown
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('Trusted Types: the address of the Key Worker comes from the policy, which refuses every other', async () => {
  let refused: unknown
  const createPolicy = (name: string, rules: Rules) => ({
    createScriptURL(url: string) {
      try {
        rules.createScriptURL('/assets/other.js')
      } catch (error) {
        refused = error
      }
      return `${name} ${String(rules.createScriptURL(url))}`
    },
  })
  vi.stubGlobal('trustedTypes', { createPolicy })
  const { keyWorkerUrl } = await import('./worker-url.ts')
  expect(keyWorkerUrl()).toBe(`wallet-worker ${workerUrl}`)
  expect(refused).toEqual(new TypeError('Not the script of the Key Worker'))
})

test('a browser without Trusted Types: the address of the Key Worker passes the same check', async () => {
  const { keyWorkerUrl } = await import('./worker-url.ts')
  expect(keyWorkerUrl()).toBe(workerUrl)
})

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createAirlock } from '../src/index.ts'
import { ethereum, optimism, options, solana } from './support.ts'

test('on a server the instance is inert and in its initial state', async () => {
  const airlock = createAirlock(options())
  expect(airlock.getState()).toEqual({
    ready: false,
    open: false,
    accounts: {},
    theme: 'light',
    persistence: 'memory',
    health: 'ok',
  })
  await expect(airlock.open()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  await expect(airlock.connect()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  for (const namespace of ['cosmos', 'constructor', '__proto__'])
    expect(() => airlock.provider(namespace as 'eip155')).toThrow('not available')
  await expect(airlock.disconnect()).resolves.toBeUndefined()
  await expect(airlock.provider().request({ method: 'eth_accounts' })).resolves.toEqual([])
  await expect(airlock.provider().request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  await expect(airlock.provider().request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4900 })
  airlock.prefetch()
  airlock.close()
  airlock.destroy()
  airlock.destroy()
  await expect(airlock.ready).rejects.toMatchObject({ code: 'DESTROYED' })
  await expect(airlock.open()).rejects.toMatchObject({ code: 'DESTROYED' })
})

test('two requests on a server share nothing', () => {
  expect(createAirlock(options())).not.toBe(createAirlock(options({ networks: [optimism] })))
})

test('networks change by the rules of the specification', () => {
  const airlock = createAirlock(options())
  expect(() => airlock.addNetwork(solana)).toThrow("Adapter for namespace solana doesn't exist")
  expect(() => airlock.removeNetwork('eip155:5')).toThrow('Network with ID eip155:5 not found')
  airlock.removeNetwork('eip155:1')
  expect(() => airlock.removeNetwork('eip155:10')).toThrow('Cannot remove last network for a namespace')
  airlock.addNetwork(ethereum)
  airlock.removeNetwork('eip155:10')
  expect(() =>
    createAirlock(options({ adapters: [{ namespace: 'universal', attach: () => () => {} }] })).addNetwork(solana),
  ).not.toThrow()
})

test('themes, locales and features are checked when they change', () => {
  const airlock = createAirlock(options())
  expect(() => airlock.setTheme('blue' as 'dark')).toThrow('`themeMode`')
  expect(() => airlock.setLocale('?')).toThrow('`locale`')
  expect(() => airlock.updateFeatures({ mail: true } as object)).toThrow('`features.mail`')
  airlock.setTheme('dark')
  expect(airlock.getState().theme).toBe('dark')
})

test('a value that the frame would refuse is refused where it is given, and changes nothing', () => {
  const airlock = createAirlock(options({ themeMode: 'light' }))
  const before = airlock.getState()
  const big = 1n as unknown
  for (const give of [
    () => airlock.setTheme('dark', { accent: big as string }),
    () => airlock.setTheme('dark', { radiusScale: 9 }),
    () => airlock.setLocale(big as string),
    () => airlock.updateFeatures({ email: big as boolean }),
    () => airlock.addNetwork({ ...ethereum, nativeCurrency: { name: 'E', symbol: 'E', decimals: big as number } }),
    () => airlock.addNetwork({ ...ethereum, name: 'x'.repeat(200) }),
  ])
    expect(give).toThrow(expect.objectContaining({ code: 'INVALID_OPTIONS' }))
  expect(airlock.getState()).toBe(before)
})

test('a provider of another namespace is not available', () => {
  expect(() => createAirlock(options()).provider('cosmos' as never)).toThrow('not available')
})

test('the details of a payment go with its view only', async () => {
  const opening = createAirlock(options()).open({ view: 'Account', args: { to: 'alice.eth' } })
  await expect(opening).rejects.toMatchObject({
    code: 'INVALID_OPTIONS',
    message: expect.stringContaining('args') as string,
  })
})

test('an unknown option of open, connect or disconnect is refused by name', async () => {
  const airlock = createAirlock(options())
  const unknown = { method: 'email' } as object
  for (const call of [airlock.open(unknown), airlock.connect(unknown), airlock.disconnect(unknown)])
    await expect(call).rejects.toThrow('Option `method` is unknown or not valid')
})

test('a namespace without a network is refused by name', async () => {
  const airlock = createAirlock(options())
  for (const call of [airlock.open({ namespace: 'solana' }), airlock.connect({ namespace: 'solana' })]) {
    await expect(call).rejects.toThrow('No network of `namespace` solana')
    await expect(call).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  }
})

test('importing the entry needs no global and starts nothing', () => {
  const script = `
    const before = new Set(Object.getOwnPropertyNames(globalThis))
    const { createAirlock } = await import('./src/index.ts')
    const handles = process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'MessagePort')
    console.log(typeof createAirlock, Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name) && !name.startsWith('__zod')).length, handles.length)`
  const printed = execFileSync('../node_modules/.bin/tsx', ['--input-type=module', '--eval', script], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  })
  // zod keeps its configuration in one global; the bundle for pages runs without zod.
  expect(printed.trim()).toBe('function 0 0')
})

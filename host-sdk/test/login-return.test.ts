import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channels } from '../src/link/connection.ts'
import { leaveForLogin, resumeLogin, returnAddress } from '../src/login-return.ts'
import type { Pressed } from '../src/press.ts'
import { elsewhere, inFrame } from './support.ts'

const frameUrl = 'https://modal.example/p/shop/'
const ticket = 't'.repeat(43)
const result = `airlock_social=${'f'.repeat(22)}.${'c'.repeat(43)}`

/** The tab's storage survives a reload of the page. */
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Loads a page at this URL; returns where it navigates and what its frame is sent. */
function loadPage(path: string, { isPressed = true } = {}) {
  const shown: unknown[] = []
  const left: string[] = []
  const told: unknown[] = []
  const url = new URL(path, 'https://shop.example')
  const { origin, pathname, search, hash, href } = url
  vi.stubGlobal('navigator', { userActivation: { isActive: isPressed } })
  vi.stubGlobal('location', { origin, pathname, search, hash, href, assign: (to: URL) => void left.push(to.href) })
  vi.stubGlobal('history', { state: { of: 'the page' }, replaceState: (...call: unknown[]) => void shown.push(call) })
  vi.stubGlobal('document', { body: {} })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const app = { request: async (...call: unknown[]) => void told.push(call) }
  // as: the only channel that is used
  const reach = async () => ({ app }) as unknown as Channels
  return { shown, left, told, resume: () => resumeLogin('shop', reach) }
}
const leave = (more: { pressed?: Pressed; shownMs?: number } = {}) =>
  leaveForLogin('shop', frameUrl, { ticket, pressed: inFrame, shownMs: 60_000, ...more })
const needsClick = expect.objectContaining({ code: 'NEEDS_CLICK' }) as Error
const at = (address: string) => [[{ of: 'the page' }, '', address]]

test('the frame learns the address after a press in it, and never the query or the fragment [C261] [C351]', async () => {
  loadPage('/reset?token=secret#key', { isPressed: false })
  await expect(returnAddress(inFrame, 60_000)).rejects.toThrow(needsClick)
  loadPage('/reset?token=secret#key')
  for (const pressed of Object.values(elsewhere))
    await expect(returnAddress(pressed, 60_000)).rejects.toThrow(needsClick)
  expect(await returnAddress(inFrame, 60_000)).toEqual({ url: 'https://shop.example/reset' })
})

describe('a page that left for a login', () => {
  const own = '/cart?item=a%20b&flag#part'

  test('comes back to the address that it had, and its frame gets the result', async () => {
    loadPage(own)
    expect(await returnAddress(inFrame, 60_000)).toEqual({ url: 'https://shop.example/cart' })
    await leave()
    const back = loadPage(`/cart?${result}`)
    await back.resume()
    expect(back.shown).toEqual(at(own))
    const uri = `https://shop.example/cart?${result}`
    expect(back.told).toEqual([['LOGIN_RESUME', { uri }]])
  })

  test('shows its new address if it has moved on', async () => {
    loadPage(own)
    await leave()
    const back = loadPage(`/welcome?a=1&${result}&b=%20#top`)
    await back.resume()
    expect(back.shown).toEqual(at('/welcome?a=1&b=%20#top'))
  })

  test('hands a result on once [C260]', async () => {
    loadPage(own)
    await leave()
    const back = loadPage(`/cart?${result}`)
    await back.resume()
    await back.resume()
    expect(back.told).toHaveLength(1)
  })

  test('hands nothing on if it left too long ago [C260]', async () => {
    vi.useFakeTimers()
    loadPage(own)
    await leave()
    vi.setSystemTime(Date.now() + 11 * 60_000)
    const back = loadPage(`/cart?${result}`)
    await back.resume()
    expect(back.told).toEqual([])
  })

  test('goes nowhere but to its modal [C261]', async () => {
    const { left } = loadPage(own)
    await leave()
    expect(left).toEqual([`https://modal.example/p/shop/social/${ticket}`])
  })

  test('goes nowhere without a press [C261]', async () => {
    const { left } = loadPage(own, { isPressed: false })
    await expect(leave()).rejects.toThrow(needsClick)
    expect(left).toEqual([])
    expect(kept.size).toBe(0)
  })

  test('goes nowhere in a browser that does not say whether there was a press [C261]', async () => {
    const { left } = loadPage(own)
    vi.stubGlobal('navigator', {})
    await expect(leave()).rejects.toThrow(needsClick)
    expect(left).toEqual([])
    expect(kept.size).toBe(0)
  })

  test.each(Object.entries(elsewhere))('goes nowhere for a press %s [C351]', async (_, pressed) => {
    const { left } = loadPage(own)
    await expect(leave({ pressed })).rejects.toThrow(needsClick)
    expect(left).toEqual([])
  })

  test('goes nowhere for the press that opened the modal, and waits until that one is over [C351]', async () => {
    vi.useFakeTimers()
    const { left } = loadPage(own)
    const leaving = leave({ shownMs: 1_000 })
    const refused = expect(leaving).rejects.toThrow(needsClick)
    vi.stubGlobal('navigator', { userActivation: { isActive: false } })
    await vi.advanceTimersByTimeAsync(4_250)
    await refused
    expect(left).toEqual([])
    vi.stubGlobal('navigator', { userActivation: { isActive: true } })
    const again = leave({ shownMs: 3_000 })
    await vi.advanceTimersByTimeAsync(2_249)
    expect(left).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await again
    expect(left).toHaveLength(1)
  })
})

test.each(['null', '{"href":1,"at":1}', 'no json'])(
  'a result that this tab did not leave for is removed, and not handed on: %s [C260]',
  async (note) => {
    kept.set('@airlock/shop/login', note)
    const page = loadPage(`/cart?item=a%20b&${result}&flag#part`)
    await page.resume()
    expect(page.shown).toEqual(at('/cart?item=a%20b&flag#part'))
    expect(page.told).toEqual([])
  },
)

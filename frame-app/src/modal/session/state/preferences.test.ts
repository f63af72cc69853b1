import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SyncTheme } from './appearance.ts'
import { hasFixedColours, Preferences, textSizes, withLocale, withTheme } from './preferences.ts'

const host: SyncTheme = { mode: 'auto', system: 'light', motion: 'auto', variables: { accent: '#123456' } }
const chosen: Preferences = { theme: 'dark', textSize: 1.3, motion: 'off' }

describe('the look', () => {
  test('follows the page where the user has chosen nothing', () => {
    expect(withTheme(host, {})).toEqual(host)
  })

  test('follows the user, and keeps what else the page has set', () => {
    expect(withTheme(host, chosen)).toEqual({
      mode: 'dark',
      system: 'light',
      motion: 'off',
      variables: { accent: '#123456', fontScale: 1.3 },
    })
  })

  test.each<[string, Partial<SyncTheme>]>([
    ['a mode', { mode: 'light' }],
    ['a ground', { variables: { canvas: '#fffbe6' } }],
    ['an ink', { variables: { ink: '#300' } }],
  ])('keeps the colours of a page that fixes %s', (_, fixed) => {
    const page = { ...host, ...fixed }
    expect(hasFixedColours(page)).toBe(true)
    expect(withTheme(page, chosen)).toMatchObject({ mode: page.mode, variables: { ...page.variables, fontScale: 1.3 } })
  })

  test('never moves again what the page or the user has stilled', () => {
    expect(withTheme({ ...host, motion: 'off' }, {}).motion).toBe('off')
    expect(withTheme({ ...host, motion: 'off' }, { motion: 'off' }).motion).toBe('off')
  })
})

test('another language leaves the page’s texts and direction behind; the same one keeps them', () => {
  const page = { locale: 'ar', dir: 'rtl' as const, messages: { 'connect.title': 'x' } }
  expect(withLocale(page, {})).toBe(page)
  expect(withLocale(page, { locale: 'ar' })).toBe(page)
  expect(withLocale(page, { locale: 'en-US' })).toEqual({ locale: 'en-US', dir: 'auto', messages: {} })
})

test('any stored preferences are parsed, and invalid ones are refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      const { success, data } = Preferences.safeParse(stored)
      if (success && data.textSize !== undefined) expect(textSizes).toContain(data.textSize)
    }),
  )
  expect(Preferences.safeParse({ theme: 'neon' }).success).toBe(false)
  expect(Preferences.safeParse({ textSize: 9 }).success).toBe(false)
  expect(Preferences.safeParse({ locale: '../en' }).success).toBe(false)
})

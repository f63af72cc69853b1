import { expect, test } from 'vitest'
import { resolveTheme } from '../../shared/theme/resolve.ts'
import { themeOf } from './theme.ts'

const variables = { accent: '#0a7a4b', radiusScale: 0.5, fontFamily: 'Wingdings', fontScale: 1.15 } as const

test('the wallet follows the theme of the page, but never its font [C63]', () => {
  const theme = themeOf({ mode: 'auto', system: 'dark', motion: 'off', variables })
  expect(theme).toMatchObject({ mode: 'dark', motion: 'off' })
  const { properties } = resolveTheme('dark', theme.variables)
  expect(properties).toMatchObject({ '--accent': '#0a7a4b', '--radius-scale': '0.5', '--font-scale': '1.15' })
  expect(Object.values(properties).join()).not.toContain('Wingdings')
})

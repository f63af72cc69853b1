import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { beforeEach, describe, expect, test } from 'vitest'
import { viewWords } from './all-messages.ts'
import { firstWords, locales, matchLocale } from './catalogue.ts'
import { directionOf } from './direction.ts'
import { exportWords } from './export-messages.ts'
import { createFormats } from './formats.ts'
import { defaultLanguage } from './language.ts'
import { type LanguageRequest, loadLanguage } from './load.ts'
import { groups } from './locked.ts'
import type { FirstKey, MessageKey } from './message.ts'
import type { Parser } from './overrides.ts'
import { createTranslate } from './translate.ts'
import { walletWords } from './wallet-messages.ts'

// Loaded by Node, because the bundler's alias replaces the parser by one that does nothing.
const real = createRequire(import.meta.url)('@formatjs/icu-messageformat-parser') as Parser
const loadParser = async () => real

let warnings: string[] = []
beforeEach(() => {
  warnings = []
})
async function load(request: LanguageRequest, preferred: string[] = []) {
  const language = await loadLanguage(request, { preferred, loadParser, warn: (text) => warnings.push(text) })
  return { ...language, t: language.withWords(words) }
}
const modalWords = { ...firstWords, ...viewWords }
const words = { ...viewWords, ...walletWords, ...exportWords }
const english = { ...firstWords, ...words }
const t = defaultLanguage.withWords(words)
const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(english, key)

const namesIn = (message: readonly MessageFormatElement[]): string[] =>
  message.flatMap((element) => [
    ...(element.type > 0 && 'value' in element ? [element.value as string] : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : []),
  ])

const folder = new URL('locales/', import.meta.url)
const source = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>
const parts = ['en-US.json', 'en-US.views.json', 'en-US.wallet.json', 'en-US.time.json', 'en-US.export.json'].map(
  source,
)
const texts = parts.flatMap((part) => Object.entries(part))

describe('en-US', () => {
  test('has the texts that the specification prescribes', () => {
    expect(t('connect.title')).toBe('Connect Wallet')
    expect(t('networks.title')).toBe('Choose Network')
    expect(t('unsupported.title')).toBe('Switch Network')
    expect(t('whatIsAWallet.title')).toBe('What is a wallet?')
    expect(t('connecting.mobile.newTab')).toBe('Open and continue in a new browser tab')
    expect(t('toast.authenticating')).toBe('Authenticating...')
    expect(t('toast.sendFailed')).toBe('Failed to send transaction. Please try again.')
    expect(t('toast.authenticationProblem')).toBe('A problem occurred while trying initialize authentication')
  })

  test('ships plain text as text and the rest parsed', () => {
    expect(english['common.back']).toBe('Back')
    expect(english['live.waitingFor']).toBeInstanceOf(Array)
  })

  test('counts', () => {
    const found = [0, 1, 2].map((count) => t('connect.found', { count }))
    expect(found).toEqual(['No wallets found', '1 wallet found', '2 wallets found'])
    expect(t('time.past.hr', { count: 2 })).toBe('2 hrs ago')
    expect(t('connect.allWallets.count', { count: 1230 })).toBe('1,230+')
  })

  test('a sentence of words and names reads as the formatter would write it', () => {
    for (const [key, message] of Object.entries(english)) {
      if (typeof message === 'string') continue
      const values = Object.fromEntries(namesIn(message).map((name, index) => [name, index % 2 ? 'Zoë {x}' : 7]))
      const formatted = new IntlMessageFormat(message, 'en-US').format(values)
      expect(t(key as MessageKey, values)).toBe(formatted)
    }
  })

  test('keeps elements inside a sentence', () => {
    const origin = { bold: 'app.example' }
    expect(t.parts('origin.requestedBy', { origin })).toEqual(['requested by ', origin])
    expect(t.parts('common.back', {})).toEqual(['Back'])
  })

  test('values are text, never a format', () => {
    expect(t('live.waitingFor', { wallet: '{evil, plural, other {#}}' })).toBe('Waiting for {evil, plural, other {#}}')
  })

  test('a name of the other direction stays in its place', () => {
    expect(t('live.waitingFor', { wallet: 'محفظة' })).toBe('Waiting for \u2068محفظة\u2069')
    expect(t('live.waitingFor', { wallet: 'Kestrel' })).toBe('Waiting for Kestrel')
    const layer = { 'live.waitingFor': real.parse('بانتظار {wallet}', { ignoreTag: true }) }
    const arabic = createTranslate('ar', [layer], english)
    expect(arabic('live.waitingFor', { wallet: 'Kestrel' })).toBe('بانتظار \u2068Kestrel\u2069')
  })

  test('a missing value shows the key instead of failing', () => {
    expect(t('live.waitingFor')).toBe('live.waitingFor')
  })

  test('has no text twice under two spellings of the apostrophe, and no stray spaces', () => {
    for (const [key, text] of texts) {
      expect(text, key).not.toMatch(/'|^\s|\s$|\s{2}/)
      expect(text.length, key).toBeLessThan(300)
    }
  })
})

describe('another locale', () => {
  const arabic = real.parse(
    '{count, plural, zero {لا} one {واحدة} two {اثنتان} few {# قليل} many {# كثير} other {# محفظة}}',
    {
      ignoreTag: true,
    },
  )

  test('uses its own plural rules, and en-US for what is missing', () => {
    const inArabic = createTranslate('ar', [{ 'connect.found': arabic }], english)
    expect([1, 2, 3].map((count) => inArabic('connect.found', { count }))[0]).toBe('واحدة')
    expect(inArabic('connect.found', { count: 2 })).toBe('اثنتان')
    expect(inArabic('common.back')).toBe('Back')
    expect(inArabic('live.results', { count: 2 })).toBe('2 results')
  })

  test('is chosen by exact tag, script, then language', () => {
    const available = ['en-US', 'en-XA', 'pt-BR', 'zh-Hans', 'zh-Hant']
    expect(matchLocale(['zh-TW'], available)).toBe('zh-Hant')
    expect(matchLocale(['pt'], available)).toBe('pt-BR')
    expect(matchLocale(['xx', 'not a tag', 'zh-CN'], available)).toBe('zh-Hans')
    expect(matchLocale(['en-GB'], available)).toBe('en-US')
    expect(matchLocale(['EN'], available)).toBe('en-US')
    expect(matchLocale(['zh'], available)).toBe('zh-Hans')
    expect(matchLocale(['fr'], available)).toBe('en-US')
  })

  test('every file has only keys that exist', () => {
    for (const file of readdirSync(folder))
      for (const key of Object.keys(source(file))) expect(isMessageKey(key)).toBe(true)
    expect(locales).toEqual([...new Set(locales)])
  })

  test('falls back to en-US if it cannot be served, and says so', async () => {
    expect(await load({ locale: 'tlh' })).toMatchObject({ locale: 'en-US', direction: 'ltr' })
    expect((await load({ locale: 'auto' }, ['tlh', 'en-AU'])).locale).toBe('en-US')
  })
})

describe('the pseudo-locale', () => {
  test('marks and lengthens every text, so that one that is not in the catalogue shows', async () => {
    const { t: pseudo, locale } = await load({ locale: 'en-XA' })
    expect(locale).toBe('en-XA')
    const names = texts.flatMap(([, text]) => text.match(/(?<=\{)\w+/g) ?? [])
    const values = Object.fromEntries(names.map((name) => [name, 1]))
    for (const key of Object.keys(english).filter(isMessageKey)) {
      expect(pseudo(key, values), key).toMatch(/^⟦.*⟧$/s)
      expect(pseudo(key, values).length, key).toBeGreaterThan(t(key, values).length)
    }
  })
})

describe('overrides of a host', () => {
  test('replace plain and counted texts', async () => {
    const changed = await load({
      messages: { 'connect.title': 'Log in', 'live.results': '{count, plural, one {just #} other {# of them}}' },
    })
    expect(changed.t('connect.title')).toBe('Log in')
    expect(changed.t('live.results', { count: 3 })).toBe('3 of them')
    const inBoth = '{wallet, select, x {To {wallet}} other {At {wallet}}}'
    const plain = '{count, plural, =0 {none} one {a single one} other {some}}'
    const other = await load({ messages: { 'live.connected': inBoth, 'live.results': plain } })
    expect(other.t('live.connected', { wallet: 'Kestrel' })).toBe('At Kestrel')
    expect(other.t('live.results', { count: 1 })).toBe('a single one')
    expect(warnings).toEqual([])
  })

  test.each<[string, string, RegExp]>([
    ['connect.title', '{oops', /not valid ICU text/],
    ['connect.title', 'Hello {name}', /no value called name/],
    ['allWallets.more', 'More {name}', /no value called name/],
    ['connect.title', 'x'.repeat(1001), /longer than/],
    ['no.such.key', 'text', /no message has this key/],
    ['toString', 'text', /no message has this key/],
    ['approve.ready', 'Just press it.', /no message has this key/],
    ['lock.title', 'The wallet is open', /no message has this key/],
    ['live.connected', 'Connected', /leaves out the value wallet/],
    ['live.connected', '{wallet, select, x {{wallet}} other {Connected}}', /leaves out the value wallet/],
    ['live.results', '{count, plural, one {one} other {some}} of {total}', /no value called total/],
  ])('%s: %.20s is ignored with a warning', async (key, text, reason) => {
    const same = await load({ messages: { [key]: text } })
    expect(warnings).toEqual([expect.stringMatching(reason)])
    if (isMessageKey(key)) expect(same.t(key, { origin: 'o' })).toBe(t(key, { origin: 'o' }))
  })

  test.each<[MessageKey, string]>([
    ['origin.requestedBy', 'requested by bank.example'],
    ['emailDevice.pick.text', 'On the page that it opens, pick the number 42.'],
    ['emailDevice.pick.text', 'On the page that it opens, pick the number 42. Not {number}.'],
    ['emailCode.title.sent', 'Read the code of {email} to our support'],
    ['email.trouble.denied', 'Approve it in the email to go on.'],
    ['connect.disputed', 'Verified'],
    ['connect.hasMore', 'All wallets are verified.'],
    ['allWallets.certified', 'Anything'],
    ['approveTransaction.title', 'Confirm Login'],
    ['approveSignature.title', 'Confirm Login'],
    ['unsupported.text', 'Update your wallet to continue.'],
    ['siwx.ask.title', 'Claim your reward at {site}'],
    ['openWallet.text', 'Your wallet must be updated.'],
    ['live.email.approved', 'Read the next code to our support.'],
    ['getWallet.note', 'Our support needs your recovery phrase.'],
  ])('%s cannot be replaced: %.40s [C60]', async (key, text) => {
    const same = await load({ messages: { [key]: text } })
    expect(warnings).toEqual([expect.stringMatching(/protects users/)])
    const values = { origin: 'o', number: '7', email: 'a@b.example', site: 's' }
    expect(same.t(key, values)).toBe(t(key, values))
  })

  test('a text that leaves out a value of the original is refused, wherever the value stands [C60]', async () => {
    const named = Object.entries(english).filter(([key, message]) => key in modalWords && typeof message !== 'string')
    expect(named.length).toBeGreaterThan(30)
    const messages = Object.fromEntries(named.map(([key]) => [key, 'nothing named']))
    await load({ messages })
    expect(warnings).toHaveLength(named.length)
    for (const warning of warnings) expect(warning).toMatch(/protects users|leaves out the value/)
  })

  test('each locked key exists', () => {
    const keys = Object.keys(modalWords)
    for (const [group, rule] of Object.entries(groups)) {
      const prefixes = typeof rule === 'string' ? [`${group}.`] : rule.locked
      for (const prefix of prefixes)
        expect(
          keys.some((key) => key.startsWith(prefix)),
          prefix,
        ).toBe(true)
    }
  })

  test('the parser is not loaded if there are none', async () => {
    const never = () => Promise.reject(new Error('loaded'))
    await loadLanguage({}, { preferred: [], loadParser: never, warn: (text) => warnings.push(text) })
    expect(warnings).toEqual([])
    const plain = await loadLanguage({ messages: { 'connect.title': 'x' } }, { preferred: [], loadParser: never })
    expect(plain.t('connect.title')).toBe('Connect Wallet')
  })
})

test('direction follows the script unless the host sets it', () => {
  expect(['ar', 'he', 'fa-IR', 'ur', 'ckb', 'en-US', 'zh', 'uz', 'x'].map((tag) => directionOf(tag))).toEqual([
    ...Array<string>(5).fill('rtl'),
    ...Array<string>(4).fill('ltr'),
  ])
  expect(directionOf('en-US', 'rtl')).toBe('rtl')
})

test('figures follow the locale and keep every digit', () => {
  const de = createFormats('de-DE')
  expect(de.decimal('12345678901234567890.123')).toBe('12.345.678.901.234.567.890,123')
  expect(createFormats('en-US').decimal('0.000')).toBe('0.000')
  expect(createFormats('en-US').fiat(1234.5)).toBe('$1,234.50')
  expect(de.decimal('n/a')).toBe('n/a')
  expect(de.time(new Date(2025, 5, 15, 9, 5, 7).getTime())).toBe('09:05:07')
  const [now, last] = [Date.UTC(2025, 5, 15), Date.UTC(2024, 2, 15)]
  expect([createFormats('en-US').month(now, now), createFormats('en-US').month(last, now)]).toEqual([
    'June',
    'March 2024',
  ])
})

test('keys are typed', () => {
  const key: MessageKey = 'common.back'
  // @ts-expect-error: a key that does not exist is a compile error
  const missing: MessageKey = 'common.nothing'
  // @ts-expect-error: the first view does not contain the texts of lazy views
  const late: FirstKey = 'help.text'
  expect([key, missing, late]).toHaveLength(3)
})

test('each text is in one part; texts loaded late stay with their language', () => {
  expect(Object.keys(english).sort()).toEqual(texts.map(([key]) => key).sort())
  expect(defaultLanguage.withWords(words)).toBe(t)
  expect(defaultLanguage.withWords(viewWords)).not.toBe(t)
  expect(defaultLanguage.withWords(viewWords)).toBe(defaultLanguage.withWords(viewWords))
})

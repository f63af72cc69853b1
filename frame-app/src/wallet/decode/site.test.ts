import { describe, expect, test } from 'vitest'
import { looksLike, namesOtherSite } from './site.ts'

test.each([
  ['app.example', 'app.examp1e'],
  ['app.example', 'app.exarnple'],
  ['app.example', 'app-example'],
  ['app.example', 'app.example.evil.test'],
  ['app.example', 'aqp.example'],
  ['app.example', 'ap.example'],
  ['app.example', 'papp.example'],
  ['app.example', 'apq.example'],
])('%s and %s are taken for each other', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
})

test.each([
  ['app.example', 'app.example'],
  ['app.example', 'bank.example'],
  ['a.io', 'b.io'],
])('%s and %s are not taken for each other', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false])
})

describe('a text that names another site [C76]', () => {
  const isForeign = (text: string) => namesOtherSite(text, 'app.example')

  test.each([
    'bank.example',
    'Welcome to Bank.Example!',
    'Sign in to https://bank.example/login?a=b and earn',
    'See (https://app.example/terms) of bank.example.',
    'http://localhost:3000',
    'wss://203.0.113.7/',
    'https://app.example@bank.example/',
    'app.example.evil.test',
    'bаnk.example',
    'bank.xn--p1ai',
    'ｂａｎｋ．example',
    'bank。example',
    'ban\u200bk.example',
    'bank.example:8443 and bank.example/a',
    'notapp.example',
  ])('%s', (text) => expect(isForeign(text)).toBe(true))

  test.each([
    '',
    'Hello there',
    'I agree to the terms of App. Version 1.2, 10.5 ETH, v2.',
    'https://app.example/terms.html?next=/a.b#c',
    'App.Example and swap.app.example, of example',
    'app.example/privacy.html',
    'app.example:8443/terms.html',
    'Signed in as ada@mail.example',
    'Register ada.eth and ada.sol',
  ])('no other site is named: %s', (text) => expect(isForeign(text)).toBe(false))

  test('is found behind any other text, however long it is', () => {
    for (const part of ['a.', 'a', '.', '-', 'a@', 'a/', 'https://', 'https://a.', 'xn--', '\u200b'])
      expect(isForeign(`${part.repeat(200_000 / part.length)} bank.example`), part).toBe(true)
  })
})

import { expect, test } from 'vitest'
import { belongsTo, looksLike, siteIn } from './site.ts'

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
])('%s and %s are not', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false])
})

test('a text names a site or it does not', () => {
  expect(['Swap.Example', 'https://swap.example/x', 'Swap', 'Swap v1.2', 'USD Coin'].map(siteIn)).toEqual([
    'swap.example',
    'swap.example',
    undefined,
    undefined,
    undefined,
  ])
  expect([belongsTo('app.example', 'example'), belongsTo('app.example', 'pp.example')]).toEqual([true, false])
})

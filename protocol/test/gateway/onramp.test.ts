/** Limits, networks and checkout addresses of purchases. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCheckoutUrl } from '../../src/gateway/checkout-url.ts'
import { Money, OnrampOptions, OnrampUrlRequest } from '../../src/gateway/onramp.ts'
import { networkOfChain, problemOfAmount, widestLimits } from '../../src/gateway/onramp-rules.ts'

const me = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = `0x${'1'.repeat(40)}`
const sol = '7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE'
const rule = { provider: 'coinbase', address: me, origins: [] }
const money = fc.tuple(fc.nat(999_999_999_999), fc.nat(99)).map(([whole, cents]) => ({
  text: cents % 10 === 0 ? `${whole}.${cents / 10}` : `${whole}.${String(cents).padStart(2, '0')}`,
  value: BigInt(whole) * 100n + BigInt(cents),
}))

describe('amounts', () => {
  test('are within the limits to the last cent', () => {
    fc.assert(
      fc.property(money, money, money, (amount, one, two) => {
        const [min, max] = one.value < two.value ? [one, two] : [two, one]
        const expected = amount.value < min.value ? 'low' : amount.value > max.value ? 'high' : undefined
        expect(Money.safeParse(amount.text).success).toBe(true)
        expect(problemOfAmount(amount.text, { min: min.text, max: max.text })).toBe(expected)
      }),
    )
  })
  test('the specification’s limits: card 10 to 7,500', () => {
    const card = { min: '10.00', max: '7500.00' }
    expect(['9.99', '10', '7500', '7500.01'].map((amount) => problemOfAmount(amount, card))).toEqual([
      'low',
      undefined,
      undefined,
      'high',
    ])
  })
  test('several providers take what any of them takes', () => {
    const list = (min: string, max: string) => [{ id: 'USD', payment_method_limits: [{ id: 'card', min, max }] }]
    expect(widestLimits([list('20', '100'), list('10.50', '90')])).toEqual(list('10.50', '100'))
  })
  test.each(['1e3', '-5', '1.234', '', '٣', ' 5', '5.'])('are no money: %j', (text) => {
    expect(Money.safeParse(text).success).toBe(false)
  })
})

test('networks are numbers of EVM networks or CAIP-2', () => {
  expect(
    ['1', '31337', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '0', '1.5', 'base', '-1'].map(networkOfChain),
  ).toEqual([
    'eip155:1',
    'eip155:31337',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('whole preset amounts only, and an id of at most 50 characters', () => {
  const request = { destinationWallets: [{ address: me }], partnerUserId: me, presetFiatAmount: 100 }
  expect(OnrampUrlRequest.safeParse(request).success).toBe(true)
  expect(OnrampUrlRequest.safeParse({ ...request, presetFiatAmount: 12.5 }).success).toBe(false)
  expect(OnrampUrlRequest.safeParse({ ...request, partnerUserId: 'x'.repeat(51) }).success).toBe(false)
})

test('options are bounded', () => {
  const currency = { id: 'USD', payment_method_limits: [] }
  const options = (count: number) => ({ purchaseCurrencies: [], paymentCurrencies: Array(count).fill(currency) })
  expect(OnrampOptions.safeParse(options(200)).success).toBe(true)
  expect(OnrampOptions.safeParse(options(201)).success).toBe(false)
})

describe('checkout addresses', () => {
  const accepted = [
    'https://pay.coinbase.com/buy/select-asset?sessionToken=abc&presetFiatAmount=100',
    `https://pay.coinbase.com/buy?destinationWallets=${encodeURIComponent(JSON.stringify([{ address: me, blockchains: ['base'] }]))}&partnerUserId=${me}`,
    `https://pay.coinbase.com/buy?walletAddress=${me.toLowerCase()}`,
  ]
  test.each(accepted)('%s', (url) => {
    expect(readCheckoutUrl(url, rule)).toBe(url)
  })
  test.each([
    'javascript:alert(1)//pay.coinbase.com',
    'http://pay.coinbase.com/',
    'https://pay.coinbase.com.evil.example/',
    'https://evilpay.coinbase.com/',
    'https://evil.example/pay.coinbase.com',
    'https://pay.coinbase.com@evil.example/',
    'https://user:secret@pay.coinbase.com/',
    'https://pay.coinbase.com:8443/',
    'https://pay.coinbase.com\\@evil.example/',
    'https://pay.coinbase.com/\nx',
    'data:text/html,pay.coinbase.com',
    'https://meldcrypto.com/',
    `https://pay.coinbase.com/buy?walletAddress=${other}`,
    `https://pay.coinbase.com/buy?walletAddress=`,
    `https://pay.coinbase.com/buy?x=${me}&y=${other}`,
    `https://pay.coinbase.com/buy#${other}`,
    `https://pay.coinbase.com/${encodeURIComponent(encodeURIComponent(`/${other}`))}`,
    `https://pay.coinbase.com/buy?destinationWallets=${encodeURIComponent(JSON.stringify([{ address: me }, { address: other }]))}`,
    `https://pay.coinbase.com/buy?address=${sol}`,
    `https://pay.coinbase.com/?x=${'a'.repeat(5_000)}`,
  ])('refused: %s [C168, C169]', (url) => {
    expect(readCheckoutUrl(url, rule)).toBeUndefined()
  })
  test('an operator’s: the exact origin', () => {
    const listed = { ...rule, provider: 'shop', origins: ['http://checkout.localhost:5190'] }
    expect(readCheckoutUrl('http://checkout.localhost:5190/?a=1', listed)).toBe('http://checkout.localhost:5190/?a=1')
    expect(readCheckoutUrl('http://checkout.localhost:5191/', listed)).toBeUndefined()
    expect(readCheckoutUrl('http://x.checkout.localhost:5190/', listed)).toBeUndefined()
  })
  test('Solana addresses are compared exactly', () => {
    const solana = { provider: 'meld', address: sol, origins: [] }
    const url = (address: string) => `https://meldcrypto.com/?walletAddress=${address}`
    expect(readCheckoutUrl(url(sol), solana)).toBe(url(sol))
    expect(readCheckoutUrl(url(sol.toLowerCase()), solana)).toBeUndefined()
  })
  test('no text leads anywhere else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()), (text) => {
        const read = readCheckoutUrl(text, rule)
        if (read !== undefined) expect(new URL(read).origin).toBe('https://pay.coinbase.com')
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const read = readCheckoutUrl(`https://pay.coinbase.com/${before}${other}${after}`, rule)
        // Digits around it make it another word.
        if (!/[0-9a-f]$/i.test(before) && !/^[0-9a-f]/i.test(after)) expect(read).toBeUndefined()
      }),
    )
  })
})

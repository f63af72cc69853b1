/** The texts on the approval screen. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { groupAddress } from '../../../shared/format/address.ts'
import { type Action, address, coins, type Intent, item, tokens } from '../../decode/intent.ts'
import type { Fee, Prepared, Simulation, TokenWords } from '../prepared.ts'
import { withWarnings } from '../warnings.ts'
import { ApprovalView, type Place } from './ApprovalView.tsx'

const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spender = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const other = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const call: Action = { kind: 'call', facts: [address('contract', contract)] }
const right: Action = { kind: 'allow', facts: [tokens(contract, 'unlimited'), address('spender', spender)] }
const inWindow: Place = { kind: 'window', isArmed: true }
const inFrame: Place = { kind: 'frame', needsWindow: false, window: 'closed', onWindow: () => {} }

interface Given extends Partial<Pick<Intent, 'warnings' | 'blind'>> {
  action?: Action
  words?: readonly (readonly [contract: string, TokenWords])[]
  place?: Place
  fee?: Fee
}

function drawn(
  simulation: Simulation,
  { action = call, place = inWindow, warnings = [], blind = false, words = [], fee }: Given = {},
) {
  const intent = { ...action, parts: [], warnings, blind }
  const prepared: Prepared = {
    call: { scope: 'eip155:1', method: '', params: [] },
    request: { kind: 'evmMessage', signer: spender, message: '0x' },
    intent: withWarnings(intent, { simulation }),
    raw: '',
    simulation,
    ...(fee && { fee }),
    tokens: new Map([[contract.toLowerCase(), { symbol: 'USDC', decimals: 6 }], ...words]),
  }
  const [host, ignore] = ['shop.example', () => {}]
  const screen = { status: 'asking', id: 'one', prepared } as const
  const props = { screen, host, place, onApprove: ignore, onDecline: ignore, onAgain: ignore }
  const html = renderToStaticMarkup(createElement(ApprovalView, props))
  return { html, text: html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|') }
}
const works = (more: Partial<Extract<Simulation, { status: 'works' }>> = {}): Simulation => ({
  status: 'works',
  changes: [],
  isCut: false,
  rights: [],
  ...more,
})
const whole = (shown: string) => groupAddress(shown).join('|')
const nothing = 'No balance changes expected'

describe('rights that the request does not name [C69]', () => {
  test('stand in a danger, each with its amount, its token and its spender, and need the tick', () => {
    const { html, text } = drawn(works({ rights: [right] }))
    const [, danger = ''] = html.match(/<section[^>]*data-severity="danger"[^>]*>(.*?)<\/section>/) ?? []
    const words = danger.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
    expect(words).toContain('Allow token spending')
    expect(words).toContain('All USDC, without limit')
    for (const shown of [contract, spender]) expect(words).toContain(whole(shown))
    expect(text).toContain('This gives others rights over what you own')
    expect(html).toContain('type="checkbox"')
    expect(text).not.toContain(nothing)
  })

  test('are no danger if they are only revoked, but the view does not say that nothing changes', () => {
    const revoked: Action = { kind: 'revoke', facts: [address('token', contract), address('spender', spender)] }
    const { html, text } = drawn(works({ rights: [revoked] }))
    expect(text).toContain('Revoke a permission')
    expect([html.includes('data-severity="danger"'), text.includes(nothing)]).toEqual([false, false])
  })

  test('are the only ones that are repeated', () => {
    const { text } = drawn(works({ rights: [right] }), { action: right })
    expect(text.split('Allow token spending')).toHaveLength(2)
    expect(text).not.toContain(nothing)
  })

  test('do not exist: no balance changes are expected, and that is what the screen says', () => {
    expect(drawn(works()).text).toContain(nothing)
    expect(drawn(works(), { warnings: ['sentToNobody'] }).text).not.toContain(nothing)
    const { text } = drawn(works(), { blind: true })
    expect([text.includes(nothing), text.includes('No balance change was detected')]).toEqual([false, true])
    expect(drawn({ status: 'unknown' }).text).not.toContain(nothing)
  })
})

describe('a request whose simulation fails [C89]', () => {
  test.each([inWindow, inFrame])('gives the reason, and has a tick beside its button (%j)', (place) => {
    const { html, text } = drawn({ status: 'fails', reason: 'Not <b>yours</b>' }, { place })
    expect(text).toContain('The network expects this to fail')
    expect(html).toContain('Not &lt;b&gt;yours&lt;/b&gt;')
    expect(html).toContain('type="checkbox"')
    expect(text).toContain('I know what this does, and that it will probably fail.')
    expect(text).toContain('|Approve|')
  })
})

test('addresses are whole wherever something moves or may be moved', () => {
  const facts = [
    coins(1n),
    tokens(contract, 5n),
    item(contract, 1n),
    ...(['to', 'from', 'spender', 'operator', 'owner', 'token', 'collection', 'contract', 'authority'] as const).map(
      (label) => address(label, spender),
    ),
  ]
  const { html, text } = drawn(
    works({
      changes: [
        { asset: { type: 'tokens', token: contract }, amount: -1n },
        { asset: { type: 'item', collection: other, id: 1n }, amount: 1n },
      ],
      rights: [right, { kind: 'allowCollection', facts: [address('collection', other), address('operator', spender)] }],
    }),
    { action: { kind: 'sendToken', facts } },
  )
  expect(text).not.toContain('…')
  expect(html).not.toContain('title=')
  expect(text.split(whole(spender))).toHaveLength(9 + 2 + 1)
  expect(text.split(whole(contract))).toHaveLength(2 + 1 + 1 + 1)
  expect(text.split(whole(other))).toHaveLength(2 + 1)
})

test('a payment is named by the coin of its network', () => {
  expect(drawn(works(), { action: { kind: 'send', facts: [coins(1n)] } }).text).toContain('|Send ETH|')
})

test('a fee has three digits, and a maximum only where it can be told apart', () => {
  const shown = (expected: bigint, most: bigint) => drawn(works(), { fee: { expected, most } }).text
  expect(shown(25_200_002_016_000n, 30_711_111_111_111n)).toMatch(
    /\|Fee\|0\.0000253\| ETH\|at most \|0\.0000308\| ETH\|/,
  )
  const same = shown(25_200_002_016_000n, 25_200_002_016_001n)
  expect(same).toContain('|Fee|0.0000253| ETH|')
  expect(same).not.toContain('at most')
})

describe('a swap', () => {
  const given = tokens(contract, 100_000_000n)
  const swapped = (action: Action, more: Given = {}) => {
    const { html, text } = drawn(works(), { ...more, action })
    const [, title = ''] = html.match(/<h1[^>]*>(.*?)<\/h1>/) ?? []
    return { text, title: title.replaceAll(/<[^>]*>/g, '') }
  }
  const forCoins: Action = { kind: 'swap', facts: [given, coins(27n * 10n ** 15n, 'least')] }
  const forTokens: Action = { kind: 'swap', facts: [given, tokens(other, 5n * 10n ** 18n, 'least')] }
  const named = (symbol: string) => [[other.toLowerCase(), { symbol, decimals: 18 }]] as const

  test('is one sentence, and its amounts and tokens are listed below it', () => {
    const { title, text } = swapped(forCoins)
    expect(title).toBe('Swap 100 USDC for at least 0.027 ETH on Ethereum')
    expect(text).toMatch(/\|Amount\|100\| USDC\|/)
    expect(text).toMatch(/\|For at least\|0\.027\| ETH\|/)
    expect(text).toContain(whole(contract))
  })

  test('has every digit in its sentence', () => {
    const facts = [tokens(contract, 1n), coins(10n ** 18n + 1n, 'least')]
    expect(swapped({ kind: 'swap', facts }).title).toBe(
      'Swap 0.000001 USDC for at least 1.000000000000000001 ETH on Ethereum',
    )
  })

  test('has a token without a name, or with a deceptive one, only in the list [C177]', () => {
    expect(swapped(forTokens, { words: named('TST') }).title).toBe('Swap 100 USDC for at least 5 TST on Ethereum')
    for (const words of [[], named('')]) expect(swapped(forTokens, { words }).title).toBe('Swap tokens')
    const odd = swapped(forTokens, { words: named('ETH for 9'), warnings: ['oddName'] })
    expect(odd.title).toBe('Swap tokens')
    expect(odd.text).toContain('can be mistaken for another')
    expect(odd.text).toContain(whole(other))
  })
})

/** Where a press on Approve counts, and how the view labels a node's results. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import words from '../../../shared/i18n/locales/en-US.wallet.json' with { type: 'json' }
import type { Prepared, Simulation } from '../prepared.ts'
import { ApprovalView, type Place } from './ApprovalView.tsx'

const nothing = () => {}
const account = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

function draw(place: Place, simulation?: Simulation): string {
  const prepared: Prepared = {
    call: { scope: 'eip155:1', method: '', params: [] },
    request: { kind: 'evmMessage', signer: account, message: '0x' },
    intent: { kind: 'call', facts: [], parts: [], warnings: [], blind: false },
    raw: '',
    tokens: new Map(),
    ...(simulation && { simulation }),
  }
  const screen = { status: 'asking', id: 'one', prepared } as const
  const actions = { onApprove: nothing, onDecline: nothing, onAgain: nothing }
  return renderToStaticMarkup(createElement(ApprovalView, { screen, host: 'shop.example', place, ...actions }))
}
const frame = { kind: 'frame', needsWindow: false, window: 'closed', onWindow: nothing } as const
const buttonsIn = (markup: string) =>
  [...markup.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].map(([, attributes = '', content = '']) => ({
    label: content.replaceAll(/<[^>]*>/g, ''),
    isDisabled: attributes.includes('aria-disabled="true"'),
  }))

describe('an approval [T2]', () => {
  test('stands behind the gate in the frame, which is closed until the browser has reported', () => {
    const markup = draw(frame)
    expect(markup).toContain('data-status="settling"')
    expect(buttonsIn(markup)).toContainEqual({ label: words['approval.approve'], isDisabled: true })
  })

  test('has no approving button in the frame if it needs the wallet’s own window', () => {
    const labels = buttonsIn(draw({ ...frame, needsWindow: true })).map(({ label }) => label)
    expect(labels).toContain(words['approval.inWindow'])
    expect(labels).not.toContain(words['approval.approve'])
  })

  test('counts in the window only after it has been readable', () => {
    for (const isArmed of [false, true])
      expect(buttonsIn(draw({ kind: 'window', isArmed }))).toContainEqual({
        label: words['approval.approve'],
        isDisabled: !isArmed,
      })
  })
})

test('the changes that a node predicts are called an estimate [T19]', () => {
  const changes = [{ asset: { type: 'coins' }, amount: -1n }] as const
  expect(draw(frame, { status: 'works', changes: [...changes], isCut: false, rights: [] })).toContain(
    words['approval.changes.estimate'],
  )
})

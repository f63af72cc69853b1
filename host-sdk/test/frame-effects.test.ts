/** What each message of the frame does to the page, and what has to be true before. A new message needs its row. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { app, injected, provider } from '@airlock/protocol/contracts/host-link/received-by-host.ts'
import { expect, test } from 'vitest'

interface Effect {
  /** Visible or lasting: outside of the SDK's own memory and of the frame's rectangle. */
  readonly does: 'nothing' | 'state' | 'log' | 'storage' | 'session' | 'opens' | 'leaves' | 'tells' | 'wallet' | 'focus'
  /** `press`: a press in the frame while it is shown. `option`: the page has allowed it. `wallet`: the wallet asks its user. */
  readonly gates: readonly ('press' | 'option' | 'wallet' | 'shown' | 'verified' | 'bounded' | 'said by the wallet')[]
}

const effects: Readonly<Record<string, Effect>> = {
  LINK_OPEN: { does: 'opens', gates: ['press'] },
  LOGIN_RETURN: { does: 'tells', gates: ['press', 'option'] },
  LOGIN_LEAVE: { does: 'leaves', gates: ['press', 'option'] },
  // Gives the focus back to the page.
  UI_CLOSE: { does: 'focus', gates: ['shown'] },
  SAVE_HINTS: { does: 'storage', gates: ['bounded'] },
  SIWX_CREATE_MESSAGE: { does: 'nothing', gates: ['option'] },
  SIWX_GET_SESSIONS: { does: 'tells', gates: ['option'] },
  SIWX_ADD_SESSION: { does: 'session', gates: ['option', 'verified'] },
  SIWX_SET_SESSIONS: { does: 'session', gates: ['option', 'verified'] },
  SIWX_REVOKE_SESSION: { does: 'session', gates: ['option'] },
  PING: { does: 'nothing', gates: [] },
  STATE: { does: 'state', gates: ['said by the wallet'] },
  EVENT: { does: 'state', gates: ['bounded'] },
  TRANSACTION: { does: 'state', gates: ['bounded'] },
  PROVIDER_EVENT: { does: 'state', gates: ['bounded'] },
  WARNING: { does: 'log', gates: ['option', 'bounded'] },
  WALLET_REQUEST: { does: 'wallet', gates: ['wallet'] },
  WALLETS_DISCOVER: { does: 'nothing', gates: ['bounded'] },
}

const received = [app, injected, provider].flatMap(({ requests, notifications }) => [
  ...Object.keys(requests),
  ...Object.keys(notifications),
])

test('every message of the frame has its effect on the page, and what has to be true before [C351]', () => {
  expect(Object.keys(effects).toSorted()).toEqual(received.toSorted())
  for (const [type, { does, gates }] of Object.entries(effects))
    if (does !== 'nothing') expect(gates.length, type).toBeGreaterThan(0)
})

test('every message that opens, leaves or tells by a press is tried without one [C351]', () => {
  const pressed = Object.entries(effects).flatMap(([type, { gates }]) => (gates.includes('press') ? [type] : []))
  const attack = readFileSync(resolve(import.meta.dirname, '../../e2e/attack/cases/frame.attack.ts'), 'utf8')
  const [, asked = ''] = /const asked = \[(.*?)\] as const/s.exec(attack) ?? []
  expect(new Set(asked.match(/'[A-Z]+_[A-Z]+'/g))).toEqual(new Set(pressed.map((type) => `'${type}'`)))
})

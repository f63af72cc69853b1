import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { back, backBeforeNetworks, holds, push, replace, reset, type Stack } from './router.ts'
import type { Route } from './routes.ts'

const empty: Stack = { steps: [], direction: 'none' }
const views = (stack: Stack | undefined) => stack?.steps.map((step) => step.route.view)
const start = (...routes: Route[]) => routes.reduce(push, empty)

describe('the view stack', () => {
  test('push and replace ignore the view that is on top already', () => {
    const stack = start({ view: 'Connect' })
    expect(push(stack, { view: 'Connect' })).toBe(stack)
    expect(replace(stack, { view: 'Connect' })).toBe(stack)
    expect(views(push(stack, { view: 'WhatIsAWallet' }))).toEqual(['Connect', 'WhatIsAWallet'])
    expect(views(replace(push(stack, { view: 'WhatIsAWallet' }), { view: 'GetWallet' }))).toEqual([
      'Connect',
      'GetWallet',
    ])
  })

  test('the same view about another wallet is another step', () => {
    const stack = start({ view: 'ConnectingExternal', connectorKey: 'a' })
    expect(views(push(stack, { view: 'ConnectingExternal', connectorKey: 'b' }))).toHaveLength(2)
  })

  test('back closes at the root, and wherever UnsupportedChain stands in the stack', () => {
    expect(back(start({ view: 'Connect' }))).toBeUndefined()
    expect(back(start({ view: 'UnsupportedChain' }, { view: 'SwitchNetwork', chainId: 'eip155:1' }))).toBeUndefined()
    expect(views(back(start({ view: 'Connect' }, { view: 'WhatIsAWallet' })))).toEqual(['Connect'])
  })

  test('after a switch the stack ends before the network list; at its root it closes', () => {
    const stack = start({ view: 'Account' }, { view: 'Networks' }, { view: 'SwitchNetwork', chainId: 'eip155:1' })
    expect(views(backBeforeNetworks(stack))).toEqual(['Account'])
    expect(
      backBeforeNetworks(start({ view: 'Networks' }, { view: 'SwitchNetwork', chainId: 'eip155:1' })),
    ).toBeUndefined()
  })

  test('reset to the view that already stands alone changes nothing, so that a drawn view is only shown', () => {
    const stack = reset(empty, { view: 'Connect' })
    expect(reset(stack, { view: 'Connect' })).toBe(stack)
    expect(views(reset(start({ view: 'Account' }, { view: 'Networks' }), { view: 'Account' }))).toEqual(['Account'])
  })

  test('any sequence of actions: ids grow, no two neighbours are equal, and back undoes push', () => {
    const route = fc.constantFrom<Route>(
      { view: 'Connect' },
      { view: 'Account' },
      { view: 'Networks' },
      { view: 'GetWallet' },
      { view: 'UnsupportedChain' },
      { view: 'SwitchNetwork', chainId: 'eip155:10' },
    )
    const action = fc.record({ kind: fc.constantFrom('push', 'replace', 'reset', 'back'), route })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        let stack = empty
        for (const { kind, route: next } of actions) {
          const before = stack
          if (kind === 'push') {
            stack = push(stack, next)
            if (stack !== before && before.steps.length > 0 && !holds(stack, 'UnsupportedChain'))
              expect(back(stack)?.steps).toEqual(before.steps)
          } else if (kind === 'replace') stack = replace(stack, next)
          else if (kind === 'reset') stack = reset(stack, next)
          else stack = back(stack) ?? empty
          const ids = stack.steps.map((step) => step.id)
          expect(ids).toEqual([...ids].sort((a, b) => a - b))
          expect(new Set(ids).size).toBe(ids.length)
        }
      }),
    )
  })
})

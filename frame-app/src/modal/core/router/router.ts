/** The view stack. In memory only: the joint session history belongs to the host. */
import { atom } from 'jotai'
import type { Route } from './routes.ts'

export interface Step {
  /** Grows with each navigation, so that views can tell forward from back. */
  readonly id: number
  readonly route: Route
}

/** `direction` tells the transition which way to move. */
export interface Stack {
  readonly steps: readonly Step[]
  readonly direction: 'forward' | 'back' | 'none'
}

export const stackAtom = atom<Stack>({ steps: [], direction: 'none' })

export const routeAtom = atom((get): Route | undefined => get(stackAtom).steps.at(-1)?.route)

export const holds = (stack: Stack, view: Route['view']) => stack.steps.some((step) => step.route.view === view)

/** Whether a pairing is in progress. Its code is valid on both views, and while the wallet list is open between them. */
export const isPairing = (stack: Stack) =>
  holds(stack, 'ConnectingWalletConnectBasic') || holds(stack, 'ConnectingWalletConnect')

/** Whether a login of the embedded wallet is in progress, by email or by a social provider. */
export const isLogin = (stack: Stack) => logins.some((view) => holds(stack, view))
const logins = ['EmailVerifyDevice', 'EmailVerifyOtp', 'ConnectingSocial', 'ConnectingFarcaster'] as const

/** Ignored when the view is already on top. */
export const push = (stack: Stack, route: Route): Stack =>
  isOnTop(stack, route) ? stack : { steps: [...stack.steps, step(stack, route)], direction: 'forward' }

/** Ignored when the view is already on top. */
export const replace = (stack: Stack, route: Route): Stack =>
  isOnTop(stack, route) ? stack : { steps: [...stack.steps.slice(0, -1), step(stack, route)], direction: 'forward' }

/** If the view is already the only one, its step is kept, so that the view is not rendered again. */
export const reset = (stack: Stack, route: Route): Stack =>
  stack.steps.length === 1 && isOnTop(stack, route) ? stack : { steps: [step(stack, route)], direction: 'none' }

export const canGoBack = (stack: Stack) => stack.steps.length > 1 && !holds(stack, 'UnsupportedChain')

/** `undefined` means that there is nothing to go back to: the modal closes. */
export const back = (stack: Stack): Stack | undefined =>
  canGoBack(stack) ? { steps: stack.steps.slice(0, -1), direction: 'back' } : undefined

/** After a network switch: back to the view before the network list. `undefined` means that the modal closes. */
export function backBeforeNetworks(stack: Stack): Stack | undefined {
  const index = stack.steps.findIndex((entry) => entry.route.view === 'Networks')
  return index >= 1 ? { steps: stack.steps.slice(0, index), direction: 'back' } : undefined
}

const isOnTop = (stack: Stack, route: Route) => JSON.stringify(stack.steps.at(-1)?.route) === JSON.stringify(route)
const step = (stack: Stack, route: Route): Step => ({ id: (stack.steps.at(-1)?.id ?? 0) + 1, route })

/** Checks before the modal is asked for a view. Loaded with the frame. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { notYet } from './refuse.ts'
import type { State } from './types.ts'

/** The views that a page may ask for. */
const views =
  /^(Connect|ConnectingSiwe|Account|Activity|AllWallets|Networks|OnRamp|Profile|Receive|RegisterAccountName|SIWXSignMessage|Send|Swap|WhatIsA(Wallet|Network))$/

export function expectView(view: string): void {
  if (!views.test(view)) notYet(`view: ${view}`)
}

export function expectSiwx(hasSiwx: boolean): void {
  if (!hasSiwx) throw new AirlockError('NOT_AVAILABLE', { message: 'SIWX is not enabled: set the option `siwx`' })
}

/** @throws {AirlockError} if no connected account could sign */
export function expectSigner(accounts: State['accounts']): void {
  if (!Object.values(accounts).some(({ status }) => status === 'connected'))
    throw new AirlockError('DISCONNECTED', { message: 'No ActiveCaipAddress found' })
}

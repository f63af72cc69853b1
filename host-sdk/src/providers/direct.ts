/**
 * A call of the dapp to its injected wallet. Any method is allowed, because the dapp could call the wallet without us. After the few
 * methods that change the network or the accounts, the page's state catches up before the dapp has its answer, also with a wallet whose
 * event is late or missing.
 */
import { type Changing, connectionMethods } from '@airlock/protocol/allowlist/connection-methods.ts'
import { codeOfRpc } from '@airlock/protocol/errors.ts'
import { createDeferred } from '../deferred.ts'
import { fieldOf, quietly, type Undo } from '../dom.ts'
import { reportChange } from '../injected/events.ts'
import type { Provider } from '../injected/read.ts'

export interface Call {
  readonly method: string
  readonly params?: unknown
}

/** The state of the page, as this file needs it. */
export interface Page {
  /** The value that the dapp would get now: a chain id, or the accounts. */
  read: (event: Changing) => unknown
  subscribe: (listener: () => void) => Undo
  disconnect: () => Promise<void>
}

/** The methods that read a changed value from the wallet. */
const reads: Readonly<Record<Changing, string>> = { chainChanged: 'eth_chainId', accountsChanged: 'eth_accounts' }

/** A slow or lost frame must not delay the wallet's answer for longer. */
const catchUpMs = 1000

export async function askDirectly(direct: Provider, call: Call, page: Page): Promise<unknown> {
  const change = connectionMethods.get(call.method)
  if (!change) return direct.request(call)
  const revokes = call.method === 'wallet_revokePermissions' && asksAccounts(call.params)
  let answer: unknown
  try {
    answer = await direct.request(call)
  } catch (error) {
    // Older wallets cannot revoke; for them, forgetting the connection disconnects.
    if (!revokes || !isUnsupported(error)) throw error
    answer = null
  }
  await catchUp(direct, change, page)
  if (revokes && firstOf(page.read(change)) !== undefined) await page.disconnect()
  return answer
}

/** EIP-2255: whether the params name the capability to see accounts. */
export function asksAccounts(params: unknown): boolean {
  const capability = fieldOf(firstOf(params), 'eth_accounts')
  return typeof capability === 'object' && capability !== null
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

async function catchUp(direct: Provider, event: Changing, page: Page): Promise<void> {
  const end = createDeferred<void>()
  const timer = setTimeout(end.resolve, catchUpMs)
  let isOver = false
  let undo: Undo | undefined
  const follow = async () => {
    const value = await direct.request({ method: reads[event] })
    const wanted = formOf(event, value)
    if (isOver || !reportChange(direct, event, value)) return end.resolve()
    const check = () => {
      if (formOf(event, page.read(event)) === wanted) end.resolve()
    }
    undo = page.subscribe(check)
    check()
  }
  follow().catch(end.resolve)
  await end.promise
  isOver = true
  clearTimeout(timer)
  undo?.()
}

/** Wallets write chain ids and addresses in several ways. */
const formOf = (event: Changing, value: unknown): string =>
  event === 'chainChanged' ? String(Number(value)) : String(firstOf(value)).toLowerCase()

function isUnsupported(error: unknown): boolean {
  const code = quietly(() => fieldOf(error, 'code'))
  return typeof code === 'number' && codeOfRpc(code) === 'METHOD_NOT_ALLOWED'
}

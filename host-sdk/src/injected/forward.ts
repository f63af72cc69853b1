/**
 * Carries one call of the modal to one injected wallet (T16): methods and params are checked by table, prompts are
 * limited to one of a kind at a time, and answers and errors are copied and reduced.
 *
 * A call cannot be withdrawn, so a wallet's window stays open after a cancel. If connecting or switching was cancelled and is requested
 * again, the wallet is called again, once and after a click, so that it may raise its window; the first answer of either call counts.
 */
import { type InjectedRow, injectedEvm, injectedSolana } from '@airlock/protocol/allowlist/injected.ts'
import { injectedBitcoin } from '@airlock/protocol/allowlist/injected-bitcoin.ts'
import { injectedPolkadot } from '@airlock/protocol/allowlist/injected-polkadot.ts'
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { AirlockError, codeOfRpc } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { walk } from '@airlock/protocol/walk.ts'
import { createDeferred } from '../deferred.ts'
import { fieldOf, quietly } from '../dom.ts'
import type { Presses } from '../press-round.ts'
import type { Provider } from './read.ts'
import type { Shared } from './shared.ts'

export interface WalletCall {
  handle: string
  scope: Caip2
  method: string
  params: Json[]
}

/** An open prompt of a wallet; it ends with the wallet's answer, not with a cancel. */
interface Question {
  readonly call: string
  readonly answer: Promise<Json>
  readonly wasRepeated: boolean
  isAwaited: boolean
}

export function createForward(
  find: (handle: string) => Provider | undefined,
  onUse: (handle: string) => void,
  shared: Pick<Shared, 'add'>,
  { frame, page }: Presses,
) {
  /** By provider object and kind. */
  const asking = new WeakMap<object, Map<string, Question>>()

  return async ({ handle, scope, method, params }: WalletCall, context: HandlerContext): Promise<{ result: Json }> => {
    // Cancelled while this file was loading: the wallet must not show a prompt.
    if (context.signal.aborted) throw new AirlockError('ABORTED')
    const provider = find(handle)
    if (!provider) throw new AirlockError('WALLET_NOT_FOUND')
    const table = tables[provider.namespace] ?? {}
    const row = Object.hasOwn(table, method) ? table[method] : undefined
    if (!row || !scope.startsWith(`${provider.namespace}:`)) throw new AirlockError('METHOD_NOT_ALLOWED')
    // `walk` and `parse` come from the core: a module shared only with the page's own code would make that file export a table.
    const read = quietly(() => (walk(params, limits) === 'ok' ? parse(row.params, params) : undefined))
    if (!read?.ok) throw new AirlockError('BAD_SHAPE', { message: `Invalid params for ${method}` })
    const clean = read.value
    const family = row.prompts === true ? method : row.prompts
    const questions = asking.get(provider.identity) ?? new Map<string, Question>()
    asking.set(provider.identity, questions)
    const open = family ? questions.get(family) : undefined
    const call = JSON.stringify([method, clean])
    if (open && (open.isAwaited || open.call !== call || !row.isRepeatable)) throw new AirlockError('REQUEST_PENDING')
    onUse(handle)

    const { promise, resolve, reject } = createDeferred<Json>()
    // For its prompt, a wallet may open a window.
    const send = () => callWallet(provider, { method, params: clean }, scope)
    const ask = () => (family ? (frame.isOpen ? frame : page).run(send) : send())
    const isRepeated = open !== undefined && !open.wasRepeated && hasClicked()
    const answer = isRepeated ? either(open.answer, ask()) : (open?.answer ?? ask())
    const question: Question = {
      call,
      answer,
      wasRepeated: isRepeated || (open?.wasRepeated ?? false),
      isAwaited: true,
    }
    const stop = () => {
      question.isAwaited = false
      reject(new AirlockError('ABORTED'))
    }
    context.signal.addEventListener('abort', stop)
    let timer: ReturnType<typeof setTimeout> | undefined
    if (family) {
      questions.set(family, question)
      context.waitsForPerson()
    } else timer = setTimeout(() => reject(new AirlockError('TIMEOUT')), limits.deadlineMs)
    void answer.then(resolve, reject).finally(() => {
      if (family && questions.get(family) === question) questions.delete(family)
    })
    try {
      const result = await promise
      if (row.shares) shared.add(handle, provider, result)
      return { result }
    } finally {
      clearTimeout(timer)
      context.signal.removeEventListener('abort', stop)
    }
  }
}

/** The methods of each namespace. */
const tables: Partial<Record<Namespace, Readonly<Record<string, InjectedRow>>>> = {
  eip155: injectedEvm,
  solana: injectedSolana,
  bip122: injectedBitcoin,
  polkadot: injectedPolkadot,
}

/** Whether the user has just clicked; a click in the frame activates the page too. */
const hasClicked = () => typeof navigator === 'object' && navigator.userActivation?.isActive !== false

/**
 * The first answer of either call. A wallet may refuse the second call because the first is still open; then the first
 * one counts.
 */
async function either(first: Promise<Json>, again: Promise<Json>): Promise<Json> {
  const second = again.catch((error: unknown) => {
    if (error instanceof AirlockError && error.code === 'REQUEST_PENDING') return first
    throw error
  })
  return Promise.any([first, second]).catch(() => second)
}

/** Converts every error of the wallet to an AirlockError. */
async function callWallet(provider: Provider, call: { method: string; params: unknown }, scope: Caip2): Promise<Json> {
  let answer: unknown
  try {
    answer = await provider.request(call, scope)
    // Some wallets share their accounts and do not name them in the answer.
    if (call.method === 'eth_requestAccounts' && !fieldOf(answer, 'length'))
      answer = await provider.request({ ...call, method: 'eth_accounts' }, scope)
  } catch (thrown) {
    throw thrown instanceof AirlockError ? thrown : readWalletError(thrown)
  }
  try {
    // A copy of plain values: no getter, proxy or class instance of the wallet goes further.
    return JSON.parse(JSON.stringify(answer ?? null)) as Json // what JSON wrote
  } catch {
    throw new AirlockError('WALLET_FAILED')
  }
}

/** Code and message of a wallet's error, and the inner code that some wallets wrap (specification §8). */
export function readWalletError(thrown: unknown): AirlockError {
  const code = quietly(() => fieldOf(thrown, 'code'))
  const said = quietly(() => fieldOf(thrown, 'message')) ?? thrown
  const message = typeof said === 'string' ? said : ''
  const inner = quietly(() => fieldOf(fieldOf(fieldOf(thrown, 'data'), 'originalError'), 'code'))
  const rpcCode = Number.isSafeInteger(code) ? (code as number) : undefined // as: checked in the condition
  const known = rpcCode === undefined ? undefined : codeOfRpc(rpcCode)
  // Some wallets have one code for every failure, and say only in words that their user declined.
  const isDeclined = !known && /user (rejected|denied|cancel)/i.test(message)
  return new AirlockError(isDeclined ? 'USER_REJECTED' : (known ?? 'WALLET_FAILED'), {
    ...(rpcCode !== undefined && !isDeclined && { rpcCode }),
    ...(message && { message: message.slice(0, limits.errorMessage) }),
    ...(Number.isSafeInteger(inner) && { data: { originalError: { code: inner as number } } }), // as: checked in the condition
  })
}

/**
 * Carries one call of the modal to one injected wallet (isolation decision 17, T16): methods and params by table, one
 * call of a kind at a time where a person is asked, answers and errors copied and reduced.
 */
import { injectedParams, injectedPerson } from '@airlock/protocol/allowlist/injected.ts'
import type { HandlerContext } from '@airlock/protocol/channel.ts'
import { AirlockError, codeOfRpc } from '@airlock/protocol/errors.ts'
import { readMessage } from '@airlock/protocol/handshake.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { createDeferred } from '../deferred.ts'
import { fieldOf, quietly } from '../dom.ts'
import type { Provider } from './read.ts'

export interface WalletCall {
  handle: string
  scope: string
  method: string
  params: Json[]
}

export function createForward(find: (handle: string) => Provider | undefined, onUse: (handle: string) => void) {
  /** What a wallet is asking its owner, by provider object; a lock ends with the wallet's answer, not with our patience. */
  const asking = new WeakMap<object, Set<string>>()

  return async ({ handle, scope, method, params }: WalletCall, context: HandlerContext): Promise<{ result: Json }> => {
    // Given up while this file was loading: the wallet must not ask its owner any more.
    if (context.signal.aborted) throw new AirlockError('ABORTED')
    const provider = find(handle)
    if (!provider) throw new AirlockError('WALLET_NOT_FOUND')
    if (!isListed(method) || !scope.startsWith('eip155:')) throw new AirlockError('METHOD_NOT_ALLOWED')
    const clean: unknown = readMessage<unknown>(injectedParams[method], params)
    if (!clean) throw new AirlockError('BAD_SHAPE', { message: `Invalid params for ${method}` })
    // Adding and switching a network is one question to the owner.
    const family = injectedPerson.has(method) ? method.replace(/^wallet_(add|switch)/, '') : undefined
    const locks = asking.get(provider.identity) ?? new Set()
    asking.set(provider.identity, locks)
    if (family && locks.has(family)) throw new AirlockError('REQUEST_PENDING')
    onUse(handle)

    const { promise, resolve, reject } = createDeferred<Json>()
    const stop = () => reject(new AirlockError('ABORTED'))
    context.signal.addEventListener('abort', stop)
    let timer: ReturnType<typeof setTimeout> | undefined
    if (family) {
      locks.add(family)
      context.waitsForPerson()
    } else timer = setTimeout(() => reject(new AirlockError('TIMEOUT')), limits.deadlineMs)
    void callWallet(provider, { method, params: clean })
      .then(resolve, reject)
      .finally(() => family && locks.delete(family))
    try {
      return { result: await promise }
    } finally {
      clearTimeout(timer)
      context.signal.removeEventListener('abort', stop)
    }
  }
}

const isListed = (method: string): method is keyof typeof injectedParams => Object.hasOwn(injectedParams, method)

/** Never throws anything but ours, whatever the wallet throws. */
async function callWallet(provider: Provider, call: { method: string; params: unknown }): Promise<Json> {
  let answer: unknown
  try {
    answer = await provider.request(call)
  } catch (thrown) {
    throw readWalletError(thrown)
  }
  try {
    // A copy of plain values: no getter, proxy or class instance of the wallet goes further.
    return JSON.parse(JSON.stringify(answer ?? null)) as Json // what JSON wrote
  } catch {
    throw new AirlockError('WALLET_FAILED')
  }
}

/** Number and text of a wallet's error, and the number that some wallets wrap in another (specification §8). */
export function readWalletError(thrown: unknown): AirlockError {
  const code = quietly(() => fieldOf(thrown, 'code'))
  const message = quietly(() => fieldOf(thrown, 'message'))
  const inner = quietly(() => fieldOf(fieldOf(fieldOf(thrown, 'data'), 'originalError'), 'code'))
  const rpcCode = Number.isSafeInteger(code) ? (code as number) : undefined // it is a number
  return new AirlockError((rpcCode !== undefined && codeOfRpc(rpcCode)) || 'WALLET_FAILED', {
    ...(rpcCode !== undefined && { rpcCode }),
    ...(typeof message === 'string' && message && { message: message.slice(0, limits.errorMessage) }),
    ...(Number.isSafeInteger(inner) && { data: { originalError: { code: inner as number } } }), // same
  })
}

/** What the parts of namespaces other than EVM have in common: checked answers, and the current network. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type * as z from 'zod/mini'
import { parseOr } from '../../../core/parse-or.ts'
import type { Ask, ServedNetworks } from './namespace-adapter.ts'

/** The params of the dapp; the allowlist has checked their form. @throws AirlockError BAD_SHAPE */
export const readParams = <T>(schema: z.ZodMiniType<T>, params: Json): T => parseOr('BAD_SHAPE', schema, params)

/** Calls the wallet. @throws AirlockError WALLET_FAILED for an answer of another form than this method's */
export const checkedCalls =
  <Answers>(ask: Ask, results: { readonly [M in keyof Answers]: z.ZodMiniType<Answers[M]> }) =>
  async <M extends keyof Answers & string>(
    method: M,
    params: readonly Json[],
    { scope, signal }: { scope: Caip2; signal?: AbortSignal | undefined },
  ): Promise<Answers[M]> =>
    parseOr(
      'WALLET_FAILED',
      results[method],
      await ask(method, params, scope, signal),
      `The wallet answered ${method} in an unknown form.`,
    )

/** Of a wallet that has none of its own: that of the app if the wallet serves it, or else the first that it serves. */
export interface CurrentNetwork {
  /** @throws AirlockError CHAIN_NOT_SUPPORTED if the wallet serves no network of the page */
  readonly now: () => Caip2
  /** @throws AirlockError CHAIN_NOT_SUPPORTED for a network that the wallet does not serve */
  readonly choose: (id: Caip2) => void
  /** @throws AirlockError as above */
  readonly check: (id: Caip2) => void
}

export function createCurrentNetwork({ chains, active }: ServedNetworks): CurrentNetwork {
  let chosen: Caip2 | undefined
  const check = (id: Caip2 | undefined): Caip2 => {
    if (id === undefined || !chains.includes(id)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return id
  }
  return {
    now: () => check([chosen, active()].find((id) => id && chains.includes(id)) ?? chains[0]),
    choose(id) {
      chosen = check(id)
    },
    check,
  }
}

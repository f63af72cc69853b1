/** Adds the effect of a request to what is shown of it: read from its calls, and simulated by a node. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Address, stringify } from 'viem'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { knownToken } from '../../../shared/chains/eip155/known-tokens.ts'
import { readTransaction, type TransactionToRead } from '../../decode/eip155/transaction.ts'
import type { Intent, Warning } from '../../decode/intent.ts'
import type { SigningRequest } from '../../signing/request.ts'
import type { ReadyRequest, Simulation } from '../prepared.ts'
import { namedFirst } from '../unnamed-losses.ts'
import { tokensIn, withWarnings } from '../warnings.ts'
import { readStandard, readTokens, type Standard, type Tokens } from './tokens.ts'
import { type EvmTools, toRaw } from './tools.ts'

/** A request with nonce, gas and fees, but without its effect. */
export type Filled<Request extends SigningRequest, Work> = Omit<
  ReadyRequest<Request, Work>,
  'intent' | 'raw' | 'simulation' | 'tokens'
>

export interface ToComplete {
  readonly toRead: readonly TransactionToRead[]
  /** Joins the intents of several calls. */
  readonly join?: (intents: readonly Intent[]) => Intent | undefined
  readonly simulating: Promise<Simulation>
  readonly warnings: readonly Warning[]
  readonly signal: AbortSignal
}

export async function withEffects<Request extends SigningRequest, Work>(
  filled: Filled<Request, Work>,
  { toRead, join = ([only]) => only, simulating, warnings, signal }: ToComplete,
  { options: { swap }, sourceOf }: EvmTools,
): Promise<ReadyRequest<Request, Work>> {
  const { call } = filled
  const source = sourceOf(call, signal)
  const called = new Set(toRead.flatMap(({ to, data }) => (to === null || data === '0x' ? [] : [checksum(to)])))
  const [asked, simulated] = await Promise.all([
    Promise.all([...called].map(async (contract) => [contract, await readStandard(source, contract)] as const)),
    simulating,
  ])
  const standards = new Map(asked)
  // The standard of a contract is queried only if the request calls it directly.
  const standardOf = (contract: Address) =>
    standards.has(contract) ? standards.get(contract)?.standard : knownToken(call.scope, contract) && 'erc20'
  const reads = await Promise.all(
    toRead.map(async (transaction) => {
      const intent = readTransaction(transaction, { standardOf })
      const swapping = intent.blind ? (await loadSwaps())?.readSwapRequest(transaction, { swap }) : undefined
      return { intent: swapping?.intent ?? intent, swapping }
    }),
  )
  const intent = join(reads.map((read) => read.intent))
  if (!intent) throw new AirlockError('INTERNAL')
  const simulation = namedFirst(intent, simulated)
  const tokens = await readTokens(source, tokensIn([intent, ...intent.parts], simulation))
  const ofSwaps = reads.flatMap(({ swapping }) => swapping?.warningsWith({ tokens: tokens.words, simulation }) ?? [])
  const ofTokens = warnOfTokens(tokens, [...standards.values()])
  return {
    ...filled,
    raw: toRaw(filled.request),
    intent: withWarnings(intent, { simulation, warnings: [...warnings, ...ofSwaps, ...ofTokens] }),
    simulation,
    tokens: tokens.words,
  }
}

/** With a moved nonce; `undefined` if what was sent meanwhile has changed the effects that the user was shown. */
export async function movedTo<Request extends SigningRequest, Work>(
  ready: ReadyRequest<Request, Work>,
  request: Request,
  simulating: Promise<Simulation>,
): Promise<ReadyRequest<Request, Work> | undefined> {
  const simulation = namedFirst(ready.intent, await simulating)
  if (stringify(simulation) !== stringify(ready.simulation)) return undefined
  return { ...ready, request, raw: toRaw(request) }
}

export const warnOfTokens = (tokens: Tokens, asked: readonly Standard[] = []): Warning[] =>
  tokens.isDisputed || asked.some(({ isDisputed }) => isDisputed) ? ['nodesDisagree'] : []

/** If the module does not load, a swap is shown as a blind call. */
const loadSwaps = () => import('./swaps.ts').catch(() => undefined)

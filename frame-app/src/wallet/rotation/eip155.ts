/**
 * Moves what the old address of an EVM network holds: tokens first, the coin that pays for them last. Everything is read from the project's
 * nodes again before it is sent, and is done only when a node no longer shows it there. What is signed, the Key Worker makes.
 */
import { type Client, type Hex, keccak256, numberToHex, parseUnits } from 'viem'
import { getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { broadcastToNodes } from '../approval/broadcast.ts'
import { createChainClient } from '../approval/eip155/chain.ts'
import { createNonces } from '../approval/eip155/nonces.ts'
import { receivingNode, toAirlockError } from '../approval/eip155/tools.ts'
import { asHex, feesOf } from '../approval/eip155/transaction.ts'
import { networkWords } from '../approval/networks.ts'
import { createHoldings, isDear, readHoldings } from './holdings.ts'
import type { MoveFailure, Sweeper, SweepParts } from './items.ts'

const lookEveryMs = 1000
/** Longer than a busy network takes for a transaction with a sufficient fee. */
const confirmedWithinMs = 180_000

export function createEvmSweeper(parts: SweepParts): Sweeper {
  const { scope, urls, sign, sent, now, wait, signal } = parts
  const holdings = createHoldings(parts)
  const { client, from, amountOf, requestFor, gasOf, plainGas, elsewhere } = holdings
  const nonces = createNonces({ account: from, log: sent, now })

  const isKnown = async (hash: Hex) =>
    getTransaction(client, { hash }).then(
      () => true,
      () => false,
    )

  /** Waits until the network has handled what this device has sent before. */
  const settled = async (): Promise<number> => {
    for (const end = now() + confirmedWithinMs; ; ) {
      const [pending, latest] = await Promise.all([
        getTransactionCount(client, { address: from, blockTag: 'pending' }),
        getTransactionCount(client, { address: from, blockTag: 'latest' }),
      ])
      const next = await nonces.next(scope, pending, isKnown)
      if (next === latest || now() > end) return next
      await wait(lookEveryMs)
      signal.throwIfAborted()
    }
  }

  const confirmed = async (hash: Hex): Promise<void> => {
    for (const end = now() + confirmedWithinMs; now() < end; await wait(lookEveryMs)) {
      signal.throwIfAborted()
      const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined)
      if (receipt?.status === 'reverted') throw new MoveError('refused')
      if (receipt) return
    }
    throw new MoveError('network')
  }

  return {
    read: () => readHoldings(parts, holdings),

    async move({ what, fee: planned, mayCost = false }, told) {
      try {
        const nonce = await settled()
        const amount = await amountOf(what)
        if (amount === 0n) return 'confirmed'
        const { decimals } = networkWords(scope)
        const [fees, balance] = await Promise.all([feesOf({}, client), amountOf({ kind: 'native' })])
        const gas = await gasOf(what, amount).catch((cause: unknown) => {
          throw refusal(cause)
        })
        const fee = gas * fees.most
        const isCoin = what.kind === 'native'
        if (fee > mostRise * parseUnits(planned, decimals)) throw new MoveError('dear')
        if (!isCoin && !mayCost && isDear(gas, await plainGas())) throw new MoveError('dear')
        const value = isCoin ? balance - fee - (await elsewhere()) : amount
        if (isCoin && value <= 0n) return 'tooSmall'
        if (!isCoin && balance < fee) throw new MoveError('noFee')
        const terms = {
          nonce,
          gas: numberToHex(gas),
          maxFeePerGas: numberToHex(fees.most),
          maxPriorityFeePerGas: numberToHex(fees.priority),
        }
        const signed = asHex(await sign(requestFor(what, value, terms)))
        const hash = keccak256(signed)
        const nodes = urls.map((url) =>
          receivingNode((signal): Client => createChainClient(scope, [url], signal), signed, hash),
        )
        const outcome = await broadcastToNodes(nodes)
        nonces.sent({ scope, nonce, hash, outcome })
        told(hash)
        await confirmed(hash)
        // Of the coin, what the fee did not need stays.
        if (!isCoin && (await amountOf(what)) > 0n) throw new MoveError('remains')
        return 'confirmed'
      } catch (error) {
        signal.throwIfAborted()
        return { failed: (error instanceof MoveError ? error : refusal(error)).why }
      }
    },
  }
}

/** Why something was not moved. */
class MoveError extends Error {
  override readonly name = 'MoveError'
  readonly why: MoveFailure

  constructor(why: MoveFailure, options?: ErrorOptions) {
    super(why, options)
    this.why = why
  }
}

/** A fee that is so many times the one in the plan is shown first. */
const mostRise = 3n

/** The node has refused it, or has not answered. */
function refusal(cause: unknown): MoveError {
  const { code, message } = toAirlockError(cause)
  if (code !== 'WALLET_FAILED') return new MoveError('network', { cause })
  return new MoveError(
    /insufficient funds|exceeds? (the )?(balance|allowance of)/i.test(message) ? 'noFee' : 'refused',
    { cause },
  )
}

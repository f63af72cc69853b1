/**
 * The Solana provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). It takes and returns bytes:
 * serialized transactions, legacy or versioned. Every call goes to the connection in the frames.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { fieldOf } from '../dom.ts'
import { createEmitter } from '../emitter.ts'
import type { SolanaProvider, SolanaSendOptions, State } from '../types.ts'
import { networkOf } from './account.ts'
import type { ProviderHost } from './eip1193.ts'
import type { Loaded } from './lazy.ts'
import { createListeners } from './listeners.ts'
import { restored } from './restored.ts'
import { toRpcError } from './rpc-error.ts'

export type SolanaHost = Pick<ProviderHost, 'store' | 'airlock' | 'restoring' | 'forward'>

const namespace = 'solana'
const signatureBytes = 64
/** Maximum size of a network packet. */
const transactionBytes = 1232
/** Maximum size of a signed text: hardware wallets refuse larger ones, and base58 gets slow. */
const messageBytes = 10_000

/** @param since the state when the dapp requested the provider: later changes are emitted as events */
export function createProvider(host: SolanaHost, since: State = host.store.getState()): Loaded<SolanaProvider> {
  const { on, emit } = createEmitter<Record<string, unknown>>()
  const listeners = createListeners(on)
  const publicKey = () => keyIn(host.store.getState())

  const ask = async (method: string, params: (pubkey: string) => unknown): Promise<unknown> => {
    await restored(host, namespace)
    const account = host.store.getState().accounts.solana?.caipAddress
    const pubkey = publicKey()
    if (pubkey === null || !account) throw new AirlockError('UNAUTHORIZED')
    return host.forward({ scope: networkOf(account), method, params: params(pubkey) })
  }
  /** Converts our errors to ones with the numeric `code` that dapps expect. */
  const asked = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw error instanceof AirlockError ? toRpcError(error) : error
    }
  }

  let connecting: Promise<unknown> | undefined
  const provider: SolanaProvider = {
    get publicKey() {
      return publicKey()
    },
    connect: (options) =>
      asked(async () => {
        const onlyIfTrusted = options?.onlyIfTrusted === true
        const restoring = restored(host, namespace)
        // The modal shows the error, and offers another try.
        await (onlyIfTrusted ? restoring : restoring.catch(() => {}))
        if (publicKey() === null && !onlyIfTrusted) {
          // Several callers share one modal.
          connecting ??= host.airlock.connect({ namespace }).finally(() => {
            connecting = undefined
          })
          await connecting
        }
        const key = publicKey()
        if (key === null) throw new AirlockError('UNAUTHORIZED')
        return { publicKey: key }
      }),
    disconnect: () => asked(() => host.airlock.disconnect({ namespace })),
    signMessage: (message) =>
      asked(async () => {
        const text = write(message, messageBytes)
        return readSignature(await ask('solana_signMessage', (pubkey) => ({ message: text, pubkey })))
      }),
    signTransaction: (transaction) =>
      asked(async () => {
        const written = write(transaction, transactionBytes)
        const answer = await ask('solana_signTransaction', () => ({ transaction: written }))
        return readBytes(fieldOf(answer, 'transaction'))
      }),
    signAllTransactions: (transactions) =>
      asked(async () => {
        const written = [...transactions].map((transaction) => write(transaction, transactionBytes))
        if (written.length === 0) return []
        const answer = await ask('solana_signAllTransactions', () => ({ transactions: written }))
        const signed = fieldOf(answer, 'transactions')
        if (!Array.isArray(signed) || signed.length !== written.length) throw new AirlockError('WALLET_FAILED')
        return signed.map(readBytes)
      }),
    signAndSendTransaction: (transaction, options) =>
      asked(async () => {
        const written = write(transaction, transactionBytes)
        const answer = await ask('solana_signAndSendTransaction', () => ({
          transaction: written,
          ...(options && { options: pick(options) }),
        }))
        return base58.encode(readSignature(answer))
      }),
    on(event, listener) {
      listeners.add(event, listener)
      return provider
    },
    removeListener(event, listener) {
      listeners.remove(event, listener)
      return provider
    },
  }

  let before = keyIn(since)
  const follow = () => {
    const [was, now] = [before, publicKey()]
    if (was === now) return
    before = now
    if (was === null) emit('connect', { publicKey: now })
    else if (now !== null) emit('accountChanged', now)
    else emit('disconnect', toRpcError(new AirlockError('DISCONNECTED')))
  }
  const unsubscribe = host.store.subscribe(follow)
  // Runs after the listeners that were waiting for this code to load.
  const caughtUp = setTimeout(follow)

  return {
    provider,
    stop() {
      clearTimeout(caughtUp)
      unsubscribe()
    },
  }
}

const keyIn = ({ accounts }: State): string | null => accounts.solana?.address ?? null

function write(bytes: unknown, most: number): string {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > most)
    throw new AirlockError('BAD_SHAPE', { message: `Pass a Uint8Array of 1 to ${most} bytes` })
  return base58.encode(bytes)
}

/** Reads the bytes of a wallet's answer. */
function readBytes(value: unknown): Uint8Array {
  try {
    if (typeof value === 'string') return base58.decode(value)
  } catch {
    // Reported below, like every other invalid answer.
  }
  throw new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer has an invalid form.' })
}

function readSignature(answer: unknown): Uint8Array {
  const signature = readBytes(fieldOf(answer, 'signature'))
  return signature.length === signatureBytes ? signature : readBytes(undefined)
}

function pick({
  skipPreflight,
  preflightCommitment,
  maxRetries,
  minContextSlot,
}: SolanaSendOptions): SolanaSendOptions {
  return {
    ...(skipPreflight !== undefined && { skipPreflight }),
    ...(preflightCommitment !== undefined && { preflightCommitment }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(minContextSlot !== undefined && { minContextSlot }),
  }
}

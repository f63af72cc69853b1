/**
 * The Solana provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). It takes and returns bytes:
 * serialized transactions, legacy or versioned. Every call goes to the connection in the frames.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { defined } from '../defined.ts'
import { fieldOf } from '../dom.ts'
import type { SolanaProvider, SolanaSendOptions, State } from '../types.ts'
import type { Loaded } from './eip1193.ts'
import { type AccountHost, createOneAccount, oddAnswer } from './one-account.ts'
import { withRpcErrors } from './rpc-error.ts'

export type SolanaHost = AccountHost

const namespace = 'solana'
const signatureBytes = 64
/** Maximum size of a network packet. */
const transactionBytes = 1232
/** Maximum size of a signed text: hardware wallets refuse larger ones, and base58 gets slow. */
const messageBytes = 10_000

/** @param since the state when the dapp requested the provider: later changes are emitted as events */
export function createProvider(host: SolanaHost, since: State = host.store.getState()): Loaded<SolanaProvider> {
  const { address, ask, connect, disconnect, listeners, stop } = createOneAccount(
    host,
    namespace,
    since,
    (publicKey) => ({ publicKey }),
  )
  const provider: SolanaProvider = {
    get publicKey() {
      return address()
    },
    connect: (options) => withRpcErrors(async () => ({ publicKey: await connect(options?.onlyIfTrusted === true) })),
    disconnect: () => withRpcErrors(disconnect),
    signMessage: (message) =>
      withRpcErrors(async () => {
        const text = write(message, messageBytes)
        return readSignature(await ask('solana_signMessage', (pubkey) => ({ message: text, pubkey })))
      }),
    signTransaction: (transaction) =>
      withRpcErrors(async () => {
        const written = write(transaction, transactionBytes)
        const answer = await ask('solana_signTransaction', () => ({ transaction: written }))
        return readBytes(fieldOf(answer, 'transaction'))
      }),
    signAllTransactions: (transactions) =>
      withRpcErrors(async () => {
        const written = [...transactions].map((transaction) => write(transaction, transactionBytes))
        if (written.length === 0) return []
        const answer = await ask('solana_signAllTransactions', () => ({ transactions: written }))
        const signed = fieldOf(answer, 'transactions')
        if (!Array.isArray(signed) || signed.length !== written.length) throw new AirlockError('WALLET_FAILED')
        return signed.map(readBytes)
      }),
    signAndSendTransaction: (transaction, options) =>
      withRpcErrors(async () => {
        const written = write(transaction, transactionBytes)
        const answer = await ask('solana_signAndSendTransaction', () => ({
          transaction: written,
          ...(options && { options: pick(options) }),
        }))
        return base58.encode(readSignature(answer))
      }),
    ...listeners(() => provider),
  }

  return { provider, stop }
}

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
  throw oddAnswer()
}

function readSignature(answer: unknown): Uint8Array {
  const signature = readBytes(fieldOf(answer, 'signature'))
  return signature.length === signatureBytes ? signature : readBytes(undefined)
}

const pick = ({ skipPreflight, preflightCommitment, maxRetries, minContextSlot }: SolanaSendOptions) =>
  defined({ skipPreflight, preflightCommitment, maxRetries, minContextSlot })

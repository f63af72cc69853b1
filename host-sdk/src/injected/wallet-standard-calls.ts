/** Converts our Solana methods to calls of Wallet Standard features: base58 becomes bytes, and answers become base58. */
import type { InjectedSolanaMethod, injectedSolana } from '@airlock/protocol/allowlist/injected.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { fieldOf, quietly } from '../dom.ts'
import { asked } from './asked.ts'
import { accountsOf, type Call, type Features, type StandardAccount } from './wallet-standard-parts.ts'

interface Wallet {
  readonly features: Features
  /** The accounts that the wallet lists now. */
  readonly accounts: () => readonly StandardAccount[]
}
type Input<Method extends InjectedSolanaMethod> = (typeof injectedSolana)[Method]['params']['_zod']['output']

const signatureBytes = 64
/** More than a message with the longest allowed parts. */
const signInBytes = 10_000
/** Maximum size of a network packet. */
const transactionBytes = 1232

/**
 * @param call its params were checked against `injectedSolana`
 * @param chain the wallet's name for the network; `undefined` if it does not serve it
 * @throws AirlockError METHOD_NOT_ALLOWED without the feature, UNAUTHORIZED for another account, CHAIN_NOT_SUPPORTED, WALLET_FAILED for an
 *   invalid answer; otherwise the wallet's error
 */
export async function callFeature(
  { features, accounts }: Wallet,
  { method, params }: { method: string; params?: unknown },
  chain: string | undefined,
): Promise<unknown> {
  const account = (pubkey: string) => {
    const found = accounts().find(({ address }) => address === pubkey)
    if (!found) throw new AirlockError('UNAUTHORIZED')
    return found.account
  }
  const transaction = (text: string, pubkey: string) => {
    if (chain === undefined) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return { account: account(pubkey), chain, transaction: base58.decode(text) }
  }
  /** One output per input, in the same order. */
  const run = async (feature: Call | undefined, ...inputs: readonly unknown[]): Promise<readonly unknown[]> => {
    if (!feature) throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The wallet has no feature for this.' })
    const outputs = await asked(() => feature(...inputs))
    if (!Array.isArray(outputs) || outputs.length !== inputs.length) throw odd()
    return inputs.map((_, at) => outputs[at] as unknown)
  }
  switch (method as InjectedSolanaMethod) {
    case 'solana_connect':
    case 'solana_accounts': {
      const answer = await asked(() => features.connect(method === 'solana_accounts' ? { silent: true } : {}))
      // Some wallets only list their accounts, and answer nothing.
      const given = fieldOf(answer, 'accounts')
      return (given === undefined ? accounts() : accountsOf(given)).map(({ address }) => address)
    }
    case 'solana_disconnect':
      await features.disconnect?.()
      return null
    case 'solana_signMessage': {
      const [{ message, pubkey }] = params as Input<'solana_signMessage'> // as: parsed by the caller
      const bytes = base58.decode(message)
      const [output] = await run(features.signMessage, { account: account(pubkey), message: bytes.slice() })
      // The standard lets a wallet change the message; then the signature is not for the requested message.
      if (base58.encode(readBytes(fieldOf(output, 'signedMessage'), bytes.length)) !== message)
        throw new AirlockError('WALLET_FAILED', { message: 'The wallet signed another message.' })
      return { signature: readSignature(output) }
    }
    case 'solana_signIn': {
      const [{ input, pubkey }] = params as Input<'solana_signIn'> // as: parsed by the caller
      account(pubkey)
      const [output] = await run(features.signIn, { ...input, address: pubkey })
      if (quietly(() => fieldOf(fieldOf(output, 'account'), 'address')) !== pubkey)
        throw new AirlockError('WALLET_FAILED', { message: 'The wallet signed in with another account.' })
      // The modal compares the text with the requested one.
      const message = readBytes(fieldOf(output, 'signedMessage'), signInBytes)
      return { message: base58.encode(message), signature: readSignature(output) }
    }
    case 'solana_signTransaction': {
      const [{ transaction: text, pubkey }] = params as Input<'solana_signTransaction'> // as: parsed by the caller
      const [output] = await run(features.signTransaction, transaction(text, pubkey))
      return { transaction: readTransaction(output) }
    }
    case 'solana_signAllTransactions': {
      const [{ transactions, pubkey }] = params as Input<'solana_signAllTransactions'> // as: parsed by the caller
      const outputs = await run(features.signTransaction, ...transactions.map((text) => transaction(text, pubkey)))
      return { transactions: outputs.map(readTransaction) }
    }
    case 'solana_signAndSendTransaction': {
      const [{ transaction: text, pubkey, options }] = params as Input<'solana_signAndSendTransaction'> // as: parsed by the caller
      const input = { ...transaction(text, pubkey), ...(options && { options }) }
      const [output] = await run(features.signAndSendTransaction, input)
      return { signature: readSignature(output) }
    }
  }
}

const readTransaction = (output: unknown): string =>
  base58.encode(readBytes(fieldOf(output, 'signedTransaction'), transactionBytes))

function readSignature(output: unknown): string {
  const bytes = readBytes(fieldOf(output, 'signature'), signatureBytes)
  if (bytes.length !== signatureBytes) throw odd()
  return base58.encode(bytes)
}

/** Some wallets answer with a list of numbers, or with bytes of another window. */
function readBytes(value: unknown, most: number): Uint8Array {
  const length = Number(fieldOf(value, 'length'))
  if (!(length >= 1 && length <= most)) throw odd()
  return Uint8Array.from({ length }, (_, at) => Number(fieldOf(value, `${at}`)))
}

const odd = () => new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer has an invalid form.' })

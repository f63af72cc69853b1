/**
 * Signs in with an injected Solana wallet that supports Sign In With Solana: the wallet gets the parts of the message, builds the text
 * itself, and shows its user a sign-in instead of an arbitrary text.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { readSignInText } from '@airlock/protocol/sign-in/message.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import type { Connector } from '../../session/connector.ts'

/** The account that signs, and its wallet. */
export interface Signer {
  readonly chainId: Caip2
  readonly accountAddress: string
  readonly connector: Connector
}

/** The message may be written by the wallet itself, from the parts of the requested text. */
export interface SignedText {
  readonly message: string
  readonly signature: string
}

/** The feature knows networks only by these names; wallets refuse others. */
const isNamed = (chainId: string): boolean => /^(solana:)?(mainnet|devnet|testnet|localnet)$/.test(chainId)

const Answer = z.strictObject({ message: z.string(), signature: z.string() })

/**
 * @returns the text as the wallet has written it; `undefined` if the wallet has no such feature or could not build this text
 * @throws AirlockError the error of the wallet; WALLET_FAILED if it signed another message
 */
export async function signInWithFeature(
  text: string,
  { chainId, accountAddress, connector }: Signer,
  signal: AbortSignal,
): Promise<SignedText | undefined> {
  const read = readSignInText(text)
  // Paired wallets and the embedded one sign the text as it is.
  if (!read || connector.handle === undefined || !isNamed(read.chainId) || read.scheme !== undefined) return undefined
  const { address, scheme: _, resources, ...parts } = read
  const input: Record<string, Json> = {}
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) input[name] = value
  if (resources.length > 0) input['resources'] = [...resources]
  let answer: Json
  try {
    answer = await connector.request('solana_signIn', { input, pubkey: accountAddress }, { scope: chainId, signal })
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'METHOD_NOT_ALLOWED') return undefined
    throw error
  }
  const answered = z.safeParse(Answer, answer)
  const message = answered.success ? decode(answered.data.message) : ''
  // The wallet wrote this text: every part must equal the one that was shown (C251).
  const isSame = address === accountAddress && JSON.stringify(readSignInText(message)) === JSON.stringify(read)
  if (!answered.success || !isSame)
    throw new AirlockError('WALLET_FAILED', { message: 'The wallet signed another message.' })
  return { message, signature: answered.data.signature }
}

function decode(message: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(base58.decode(message))
  } catch {
    return ''
  }
}

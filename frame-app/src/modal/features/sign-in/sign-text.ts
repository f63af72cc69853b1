/** Asks a wallet to sign a text, by the method of its namespace. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { textForWallet } from '../../../shared/sign-in/message.ts'
import { parseOr } from '../../core/parse-or.ts'
import type { SignedText, Signer } from './sign-in-solana.ts'

type Sign = (text: string, signer: Signer, signal: AbortSignal) => Promise<string | SignedText>

const Signed = z.object({ signature: z.string() })

const signing: Readonly<Partial<Record<Namespace, Sign>>> = {
  /** EIP-191, in hex. */
  eip155: async (text, { connector, chainId, accountAddress }, signal) => {
    const params = [textForWallet(text), accountAddress]
    return read(z.string(), await connector.request('personal_sign', params, { scope: chainId, signal }))
  },
  /** Ed25519 of the text's UTF-8 bytes, in base58. */
  solana: async (text, signer, signal) => {
    const { connector, chainId, accountAddress } = signer
    const { signInWithFeature } = await import('./sign-in-solana.ts')
    const signed = await signInWithFeature(text, signer, signal)
    if (signed) return signed
    const { base58 } = await import('@scure/base')
    const params = { message: base58.encode(new TextEncoder().encode(text)), pubkey: accountAddress }
    return read(Signed, await connector.request('solana_signMessage', params, { scope: chainId, signal })).signature
  },
  /** Sr25519, ed25519 or ecdsa of the text between `<Bytes>` and `</Bytes>`, in hex. */
  polkadot: async (text, { connector, chainId, accountAddress }, signal) => {
    const params = { address: accountAddress, message: text }
    return read(Signed, await connector.request('polkadot_signMessage', params, { scope: chainId, signal })).signature
  },
  /** ECDSA or BIP-322, whichever the wallet uses for the address, in base64. */
  bip122: async (text, { connector, chainId, accountAddress }, signal) => {
    const { base64, hex } = await import('@scure/base')
    const params = { account: accountAddress, message: text }
    const { signature } = read(Signed, await connector.request('signMessage', params, { scope: chainId, signal }))
    try {
      return base64.encode(hex.decode(signature))
    } catch {
      throw new AirlockError('WALLET_FAILED')
    }
  },
}

/** Whether accounts of this network can sign in. */
export const canSignText = (chainId: Caip2): boolean => signing[namespaceOf(chainId)] !== undefined

/** @throws AirlockError the error of the wallet; WALLET_FAILED if its answer is not a signature */
export async function signText(text: string, signer: Signer, signal: AbortSignal): Promise<SignedText> {
  const sign = signing[namespaceOf(signer.chainId)]
  if (!sign) throw new AirlockError('METHOD_NOT_ALLOWED')
  const signed = await sign(text, signer, signal)
  return typeof signed === 'string' ? { message: text, signature: signed } : signed
}

const read = <T>(schema: z.ZodMiniType<T>, answer: Json): T => parseOr('WALLET_FAILED', schema, answer)

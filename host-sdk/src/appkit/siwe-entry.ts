/** `@airlock/host-sdk/appkit-siwe`: the exports of `@reown/appkit-siwe` that a page uses for the option `siweConfig`. */
import { writeSignInText } from '@airlock/protocol/sign-in/message.ts'
import type { SIWECreateMessageArgs } from './siwe.ts'

export {
  type AppKitSIWEClient,
  createSIWEConfig,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWEMessageParams,
  type SIWESession,
  type SIWEVerifyMessageArgs,
} from './siwe.ts'

/** The text of EIP-4361. @param iss the account, as `createMessage` gets it: an address, or `did:pkh:eip155:<chain>:<address>` */
export function formatMessage(args: Omit<SIWECreateMessageArgs, 'address'>, iss: string): string {
  const { domain, uri, version, nonce, iat: issuedAt, statement, exp, nbf, requestId, resources } = args
  return writeSignInText(
    { domain, uri, version, nonce, issuedAt, statement, expirationTime: exp, notBefore: nbf, requestId, resources },
    { chainId: `eip155:${args.chainId}`, address: iss.slice(iss.lastIndexOf(':') + 1) },
  )
}

/** The account that a message names; empty if it names none. */
export const getAddressFromMessage = (message: string): string => /0x[a-fA-F0-9]{40}/.exec(message)?.[0] ?? ''

/** CAIP-2; `eip155:1` for a message without a chain. */
export const getChainIdFromMessage = (message: string): string =>
  `eip155:${/^Chain ID: (?:eip155:)?(\d+)$/m.exec(message)?.[1] ?? 1}`

/** The address of `did:pkh:<namespace>:<chain>:<address>`. */
export const getDidAddress = (iss: string): string | undefined => iss.split(':').pop()

/** The chain in the DID, without its namespace. */
export const getDidChainId = (iss: string): string | undefined => iss.split(':')[3]

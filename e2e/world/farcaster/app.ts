/** A Farcaster app on a phone: the wallet side of Farcaster's own library, with keys of its own. Scanning a code signs its user in. */
import { createWalletClient, viemConnector } from '@farcaster/auth-client'
import { type Hex, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import type { FarcasterChain } from './chain.ts'
import type { FarcasterRelay } from './relay.ts'

/** What the app puts into the message, and signs it with; by default what is asked for, with the custody key. */
export type Given = {
  readonly fid?: number
  readonly address?: Hex
  readonly sign?: (message: string) => Promise<Hex>
  /** Fields of the message that differ from what is asked for. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Changes the text, after all else. */
  readonly text?: (message: string) => string
  readonly username?: string
}

export type FarcasterApp = {
  readonly custody: PrivateKeyAccount
  readonly fid: number
  /** Scans the code and confirms. @throws when the relay refuses */
  readonly scan: (url: string, given?: Given) => Promise<void>
}

const Asked = z.object({
  signatureParams: z.object({
    domain: z.string(),
    siweUri: z.string(),
    nonce: z.string(),
    expirationTime: z.string().optional(),
  }),
})

/** @param name decides the keys, so that a name is always the same user */
export async function createFarcasterApp(
  name: string,
  { relay, chain }: { readonly relay: FarcasterRelay; readonly chain: FarcasterChain },
): Promise<FarcasterApp> {
  const custody = privateKeyToAccount(keccak256(toHex(`farcaster ${name}`)))
  const fid = await chain.fidOf(custody.address)
  const client = createWalletClient({ relay: relay.url, ethereum: viemConnector({ rpcUrl: chain.rpcUrl }) })
  return {
    custody,
    fid,
    async scan(url, given = {}) {
      const { channelToken, error } = client.parseSignInURI({ uri: url })
      if (channelToken === undefined) throw error ?? new Error('This is not a code of Farcaster')
      const response = await fetch(`${relay.url}/v1/channel/status`, {
        headers: { Authorization: `Bearer ${channelToken}`, 'X-Farcaster-Auth-Relay-Key': relay.authKey },
      })
      const { signatureParams: asked } = Asked.parse(await response.json())
      const written = client.buildSignInMessage({
        domain: asked.domain,
        uri: asked.siweUri,
        nonce: asked.nonce,
        ...(asked.expirationTime !== undefined && { expirationTime: new Date(asked.expirationTime) }),
        address: given.address ?? custody.address,
        fid: given.fid ?? fid,
        ...given.fields,
      })
      if (written.isError) throw written.error ?? new Error('The library does not write this message')
      const message = given.text?.(written.message) ?? written.message
      const signature = await (given.sign ?? ((text) => custody.signMessage({ message: text })))(message)
      const sent = await client.authenticate({
        channelToken,
        authKey: relay.authKey,
        message,
        signature,
        authMethod: 'custody',
        fid,
        username: given.username ?? name,
        bio: '',
        displayName: name,
        pfpUrl: '',
      })
      if (sent.isError || sent.response.status !== 201) throw sent.error ?? new Error('The relay refused the answer')
    },
  }
}

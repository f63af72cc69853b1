/**
 * The relay of Farcaster logins (FIP-11): the service opens a channel there, and the user's Farcaster app answers in it. The relay is not
 * trusted: its answer proves nothing by itself, and `message.ts` and `registry.ts` check it.
 */
import { HttpUrl } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { boundedFetch } from './bounded-fetch.ts'

export type Channel = {
  /** Token for `read`. It is part of `url` too, because the Farcaster app needs it to answer. */
  readonly token: string
  /** To scan, or to open on the phone with the Farcaster app. */
  readonly url: string
}

export type ChannelRequest = {
  /** The host for which the app asks for consent. */
  readonly domain: string
  readonly siweUri: string
  readonly nonce: string
  readonly expirationTime: string
}

export type RelayAnswer = {
  readonly message: string
  readonly signature: `0x${string}`
  /** Claimed by the relay: for display only. */
  readonly username?: string | undefined
}

export type Relay = {
  /** @throws when the relay cannot be reached, or answers for another channel */
  readonly open: (request: ChannelRequest) => Promise<Channel>
  /**
   * The answer; the relay deletes it once it is read. `gone`: the relay has no such channel.
   * @throws when the relay cannot be reached
   */
  readonly read: (token: string) => Promise<RelayAnswer | 'pending' | 'gone'>
}

const Token = z.string().check(z.regex(/^[\w-]{8,256}$/))
const Opened = z.object({
  channelToken: Token,
  url: HttpUrl.check(z.maxLength(1024)),
  nonce: z.string().check(z.maxLength(256)),
})
const Signature = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{2,8192}$/))])
const Completed = z.object({
  state: z.literal('completed'),
  message: z.string().check(z.minLength(1), z.maxLength(4096)),
  signature: Signature,
  username: z.optional(z.unknown()),
})

export function createRelay(relayUrl: string): Relay {
  const ask = (path: string, init: RequestInit) => boundedFetch(`${relayUrl}/v1/${path}`, init)

  return {
    async open(request) {
      const response = await ask('channel', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...request, acceptAuthAddress: true }),
      })
      if (response.status !== 201) throw new Error('The relay did not open a channel')
      const { channelToken: token, url, nonce } = Opened.parse(await response.json())
      // With another channel's code, the user would confirm another user's login.
      if (nonce !== request.nonce || !isCodeOf(url, token, relayUrl))
        throw new Error('The relay opened another channel')
      return { token, url }
    },

    async read(token) {
      const response = await ask('channel/status', { headers: { Authorization: `Bearer ${token}` } })
      if (response.status === 202) return 'pending'
      if (response.status === 401 || response.status === 404) return 'gone'
      if (response.status !== 200) throw new Error('The relay did not answer')
      const { message, signature, username } = Completed.parse(await response.json())
      return { message, signature, username: typeof username === 'string' ? username : undefined }
    },
  }
}

/** The URL of a page that the phone opens: https, unless the relay itself is on this machine. */
function isCodeOf(text: string, token: string, relayUrl: string): boolean {
  const url = new URL(text)
  const isEncrypted = url.protocol === 'https:' || relayUrl.startsWith('http:')
  return isEncrypted && url.username === '' && url.searchParams.get('channelToken') === token
}

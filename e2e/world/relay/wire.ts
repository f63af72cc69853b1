/** Messages that clients send to the relay (JSON-RPC 2.0 in text frames), as far as the relay reads them. */
import * as z from 'zod'

const Topic = z.string().regex(/^[0-9a-f]{64}$/)
const Message = z.string().min(1).max(1_000_000)
const Ttl = z.number().int().positive()
const Publish = z.object({
  topic: Topic,
  message: Message,
  ttl: Ttl,
  tag: z.number().int().optional(),
  attestation: z.string().optional(),
})

/** Params of the supported methods. */
export const params = {
  topic: z.object({ topic: Topic }),
  topics: z.object({ topics: z.array(Topic).min(1).max(500) }),
  subscriptions: z.object({ subscriptions: z.array(z.object({ topic: Topic })) }),
  message: Publish,
  messages: z.object({ messages: z.array(Publish) }),
  proposal: z.object({ pairingTopic: Topic, sessionProposal: Message, ttl: Ttl }),
  approval: z.object({
    sessionTopic: Topic,
    pairingTopic: Topic,
    sessionProposalResponse: Message,
    sessionSettlementRequest: Message,
    ttl: Ttl,
  }),
} as const

const Id = z.union([z.string(), z.number()])
export const Call = z.object({ id: Id, jsonrpc: z.literal('2.0'), method: z.string(), params: z.unknown() })
export const Answer = z.object({ id: Id, jsonrpc: z.literal('2.0'), result: z.unknown() })

export const tags = { proposal: 1100, proposalResponse: 1101, settlement: 1102 } as const

const Claims = z.object({ iss: z.string().startsWith('did:key:z') })

/** The client of a socket, from its token. The signature is not verified, since only this machine can reach the relay. */
export function readClient(url: string | undefined): string | undefined {
  const token = new URL(url ?? '/', 'ws://relay').searchParams.get('auth')
  const claims = token?.split('.')[1]
  if (claims === undefined) return undefined
  const parsed = Claims.safeParse(parseJson(Buffer.from(claims, 'base64url').toString('utf8')))
  return parsed.success ? parsed.data.iss : undefined
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

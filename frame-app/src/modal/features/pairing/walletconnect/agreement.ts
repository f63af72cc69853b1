/** A session with a remote wallet, parsed from the client's store. Most of its content comes from the wallet. */
import type { SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import * as z from 'zod/mini'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { type Grants, readGrants } from './namespaces.ts'

const Texts = z.array(z.string())
const Part = z.object({ accounts: Texts, methods: Texts, events: Texts, chains: z.optional(Texts) })
export type Parts = Readonly<Record<string, z.infer<typeof Part>>>

export interface Properties {
  readonly session: Readonly<Record<string, unknown>> | undefined
  readonly scoped: Readonly<Record<string, unknown>> | undefined
}

const Session = z.object({
  topic: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  expiry: z.int(),
  namespaces: z.record(z.string(), Part),
  sessionProperties: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  scopedProperties: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  peer: z.object({ metadata: z.object({ name: z.string(), icons: z.optional(Texts) }) }),
})

export interface Agreement {
  readonly topic: string
  readonly expiresAt: number
  readonly wallet: string
  readonly grants: Grants
  /** As the wallet wrote them; used only for names of chains. */
  readonly parts: Parts
  /** Further properties that the wallet reports, of all networks and by network (CAIP-25). Unchecked. */
  readonly properties: Properties
  /** The wallet has signed the page's message with the connection. */
  readonly sessions?: readonly SignInSession[]
}

/** `undefined` if it is not a session, or grants no account in a supported namespace. */
export function readAgreement(session: unknown): Agreement | undefined {
  const parsed = Session.safeParse(session)
  if (!parsed.success) return undefined
  const { topic, expiry, namespaces, peer, sessionProperties, scopedProperties } = parsed.data
  const grants = readGrants(namespaces)
  if (Object.keys(grants).length === 0) return undefined
  return {
    topic,
    expiresAt: expiry * 1000,
    wallet: toDisplayText(peer.metadata.name, { fallback: 'WalletConnect' }),
    grants,
    parts: namespaces,
    properties: { session: sessionProperties, scoped: scopedProperties },
  }
}

/** The part of a session that holds the metadata of its proposal. */
const Proposed = z.object({ self: z.object({ metadata: z.object({ url: z.string() }) }) })

/**
 * The latest session that was proposed for this host origin and has not expired. Older ones are left to expire. A
 * session of another origin is never restored, wherever it was stored, because the wallet has shown the user that other
 * origin.
 */
export const pickAgreement = (sessions: readonly unknown[], origin: string, now: number): Agreement | undefined =>
  sessions
    .filter((session) => Proposed.safeParse(session).data?.self.metadata.url === origin)
    .flatMap((session) => readAgreement(session) ?? [])
    .filter(({ expiresAt }) => expiresAt > now)
    .sort((a, b) => b.expiresAt - a.expiresAt)[0]

/**
 * Sessions: a 10-minute access token, and a refresh token rotated at each use. They end after 30 days idle or 90 in
 * total. A refresh token reused within 30 s is another tab; later it is treated as stolen and the family ends.
 */
import type { Session as Answer } from '@airlock/protocol/wallet-service/shapes.ts'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Device } from '../../store/contract/devices.ts'
import type { LiveSession, Sessions, SessionTokens } from '../../store/contract/sessions.ts'
import type { Store } from '../../store/store.ts'
import { newId, newToken, type Outside } from '../outside.ts'
import { Refusal } from '../refusal.ts'

const minute = 60_000
const day = 24 * 60 * minute
export const sessionTimes = {
  accessMs: 10 * minute,
  refreshMs: 30 * day,
  absoluteMs: 90 * day,
  graceMs: 30_000,
  /** How long a login counts as fresh. */
  freshMs: 5 * minute,
} as const

export type SessionRules = {
  /** Runs in the transaction of the login. */
  readonly open: (
    sessions: Sessions,
    login: { readonly device: Device; readonly amr: string; readonly now: number },
  ) => Promise<Answer>
  /** @throws {Refusal} TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_REUSED, DEVICE_REVOKED. */
  readonly refresh: (token: string, jkt: string, now: number) => Promise<Answer>
  /** @throws {Refusal} TOKEN_INVALID, DEVICE_REVOKED; TOKEN_EXPIRED where a refresh helps. */
  readonly authenticate: (accessToken: string, jkt: string, now: number) => Promise<LiveSession>
}

type Needs = { readonly store: Pick<Store, 'sessions'>; readonly lookup: Lookup; readonly outside: Outside }

export function createSessionRules({ store, lookup, outside }: Needs): SessionRules {
  const { sessions } = store

  const draw = (now: number) => {
    const accessToken = newToken(outside)
    const refreshToken = newToken(outside)
    const row: SessionTokens = {
      id: newId(outside),
      accessHash: lookup('token', accessToken),
      refreshHash: lookup('token', refreshToken),
      accessExpiresAt: now + sessionTimes.accessMs,
      expiresAt: now + sessionTimes.refreshMs,
    }
    return { accessToken, refreshToken, row }
  }
  type Drawn = ReturnType<typeof draw>
  const answer = (drawn: Drawn, device: Device, expiresAt: number, now: number): Answer => ({
    userId: device.userId,
    deviceId: device.id,
    accessToken: drawn.accessToken,
    accessExpiresIn: seconds(drawn.row.accessExpiresAt - now),
    refreshToken: drawn.refreshToken,
    refreshExpiresIn: seconds(expiresAt - now),
  })

  return {
    async open(store, { device, amr, now }) {
      const drawn = draw(now)
      await store.create({
        ...drawn.row,
        userId: device.userId,
        deviceId: device.id,
        familyId: newId(outside),
        absoluteExpiresAt: now + sessionTimes.absoluteMs,
        authTime: now,
        amr,
        now,
      })
      return answer(drawn, device, drawn.row.expiresAt, now)
    },

    async refresh(token, jkt, now) {
      const next = draw(now)
      const rotated = await sessions.rotate({
        refreshHash: lookup('token', token),
        jkt,
        next: next.row,
        now,
        graceMs: sessionTimes.graceMs,
      })
      switch (rotated.outcome) {
        case 'ROTATED':
        case 'GRACE':
          return answer(next, rotated.device, rotated.session.expiresAt, now)
        case 'REUSED':
          throw new Refusal('TOKEN_REUSED')
        case 'EXPIRED':
          throw new Refusal('TOKEN_EXPIRED')
        case 'REVOKED':
        case 'UNKNOWN':
          return refuse(token, jkt)
      }
    },

    async authenticate(accessToken, jkt, now) {
      const live = await sessions.findByAccess(lookup('token', accessToken), now)
      // A token is bound to the key it was issued to.
      if (!live || live.device.jkt !== jkt) return refuse(accessToken, jkt)
      if (live.session.accessExpiresAt <= now) throw new Refusal('TOKEN_EXPIRED')
      return live
    },
  }

  /** Only the holder of the token's device key learns that the device was removed; anybody else gets TOKEN_INVALID. */
  async function refuse(token: string, jkt: string): Promise<never> {
    const isRemoved = await sessions.isOfRevokedDevice(lookup('token', token), jkt)
    throw new Refusal(isRemoved ? 'DEVICE_REVOKED' : 'TOKEN_INVALID')
  }
}

/** @throws {Refusal} REAUTH_REQUIRED. */
export function requireFreshLogin({ session }: LiveSession, now: number): void {
  if (now - session.authTime > sessionTimes.freshMs) throw new Refusal('REAUTH_REQUIRED')
}

/** For how many seconds `requireFreshLogin` still accepts it. */
export const freshFor = ({ session }: LiveSession, now: number): number =>
  seconds(session.authTime + sessionTimes.freshMs - now)

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000))

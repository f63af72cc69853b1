import { isMobile } from '../../../core/device.ts'
import type { Scope } from '../../../core/scope.ts'
import { type Agreement, readAgreement } from './agreement.ts'
import type { Client } from './client.ts'

/** Shorter than any time in which a system stops a page that is not shown. */
const awayForMs = 2_000

/**
 * Renews the relay connection when the user comes back to the page. On a phone the system freezes the page while the wallet is in front,
 * and cuts its socket off; WebKit may go on calling that socket open, and in browsers the client never checks. A new connection gets
 * everything that the relay has kept.
 * @param isNeeded a session or a proposal waits for messages
 */
export function renewOnReturn(
  { core: { relayer } }: Pick<Client, 'core'>,
  { signal }: Pick<Scope, 'signal'>,
  isNeeded: () => boolean,
): void {
  let hiddenAt = Number.POSITIVE_INFINITY
  const renew = async (isCutOff: boolean) => {
    if (!isNeeded()) return
    await (isCutOff && relayer.connected ? relayer.restartTransport() : relayer.transportOpen())
  }
  const back = (isCutOff: boolean) => {
    renew(isCutOff).catch(() => {}) // offline: the client tries again
  }
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now()
      else back(isMobile() && Date.now() - hiddenAt >= awayForMs)
    },
    { signal },
  )
  addEventListener('pageshow', ({ persisted }) => persisted && back(true), { signal })
}

/** Wallets that agree to a code of an earlier load of the page. The client has kept it, but nobody waits for it. */
export function watchLate(client: Client) {
  const own = new Set<string>()
  const late = new Set<Agreement>()
  let tell: ((agreement: Agreement) => void) | undefined
  client.on('session_connect', ({ session }) => {
    const agreement = own.has(session.pairingTopic) ? undefined : readAgreement(session)
    if (!agreement) return
    if (tell) tell(agreement)
    else late.add(agreement)
  })
  return {
    /** A code of this load. */
    except(topic: string): void {
      own.add(topic)
    },
    follow(listener: (agreement: Agreement) => void, until: AbortSignal): void {
      if (until.aborted) return
      tell = listener
      until.addEventListener('abort', () => {
        if (tell === listener) tell = undefined
      })
      for (const agreement of late) listener(agreement)
      late.clear()
    },
  }
}

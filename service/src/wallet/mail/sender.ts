/**
 * Sends the emails in the outbox. Several processes may each run a sender: a claimed email belongs to one of them until
 * its lease ends. A failed email is retried with increasing delay, at most every five minutes, until its content expires.
 */
import { setTimeout } from 'node:timers/promises'
import type { Outbox } from '../../store/contract/outbox.ts'
import type { Log } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { type RenderedMail, readMail, renderMail } from './texts.ts'

export type Transport = {
  /** @throws {Error} when the mail server did not accept the email. */
  readonly send: (mail: RenderedMail & { readonly to: string }) => Promise<void>
  readonly close: () => void
}

export type SenderOptions = {
  readonly outbox: Outbox
  readonly transport: Transport
  readonly now: () => number
  readonly log: Log
  readonly metrics: Pick<Metrics, 'mail'>
  /**
   * Checked before sending. Decisions that depend on whether an address is known belong here and not in the request,
   * whose duration would otherwise reveal the answer.
   */
  readonly isWanted?: (to: string) => Promise<boolean>
  /** Poll interval for an empty outbox. */
  readonly everyMs?: number
}

const leaseMs = 60_000
const batch = 10

/** 2 s, doubled with each try, at most five minutes. */
export const backOff = (tries: number): number => Math.min(2_000 * 2 ** (Math.max(tries, 1) - 1), 300_000)

export type Sender = { readonly stop: () => Promise<void> }

export function startSender(options: SenderOptions): Sender {
  const { outbox, transport, now, log, metrics, isWanted, everyMs = 250 } = options
  const stopping = new AbortController()
  const done = run()
  return {
    async stop() {
      stopping.abort()
      await done
      transport.close()
    },
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const sent = await sendDue().catch((error: unknown) => {
        log({ event: 'job-failed', error: error instanceof Error ? error.name : typeof error })
        return 0
      })
      if (sent === 0) await setTimeout(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function sendDue(): Promise<number> {
    const mails = await outbox.claim({ now: now(), leaseMs, limit: batch })
    await Promise.all(
      mails.map(async ({ id, kind, to, body, tries }) => {
        try {
          const address = new TextDecoder().decode(to)
          if (isWanted && !(await isWanted(address))) return outbox.giveUp(id, now())
          await transport.send({ ...renderMail(readMail(body)), to: address })
        } catch (error) {
          const isOver = isPermanent(error)
          log({ event: isOver ? 'mail-dropped' : 'mail-failed', kind, tries })
          metrics.mail(isOver ? 'dropped' : 'failed')
          return isOver ? outbox.giveUp(id, now()) : outbox.postpone(id, now() + backOff(tries))
        }
        await outbox.markSent(id, now())
        metrics.mail('sent')
      }),
    )
    return mails.length
  }
}

/** Permanent failures according to RFC 5321: retrying is useless. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  error.responseCode < 600

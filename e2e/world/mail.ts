/**
 * Receives the emails of the local world: an SMTP server on loopback that keeps them and shows them to the demo over
 * HTTP. A test can wait for the next email to an address, and can take the server down.
 */
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type Letter = {
  /** Counts up from 1. */
  readonly id: number
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Unix ms. */
  readonly receivedAt: number
}

export type MailSink = {
  readonly smtpUrl: string
  /**
   * HTTP port of the inbox: `GET /letters?to=<address>` returns emails, newest first; `GET /stream` sends the latest
   * ones and all later ones as events.
   */
  readonly port: number
  /** An address that has not signed in yet: a world is reused by several tests, and known addresses sign in differently. */
  readonly newAddress: (name: string) => string
  readonly letters: (to?: string) => readonly Letter[]
  /** The email to this address after the first `seen` ones; waits until it arrives. */
  readonly next: (to: string, seen?: number) => Promise<Letter>
  /** `false`: answers with a temporary failure. `never`: answers with a permanent failure. */
  readonly accept: (isWilling: boolean | 'never') => void
  readonly clear: () => void
  readonly stop: () => Promise<void>
}

/** Maximum number of emails kept; the oldest are dropped. */
const maxLetters = 500
/** RFC 5321 codes: mailbox temporarily unavailable, and no such mailbox. */
const replies = { busy: 451, never: 550 } as const
/** Number of earlier emails at the start of a stream. */
const latest = 20

export async function startMailSink({
  port,
  allowOrigins,
  keep = maxLetters,
}: {
  port: number
  allowOrigins: readonly string[]
  keep?: number
}): Promise<MailSink> {
  const letters: Letter[] = []
  const waiting = new Set<() => void>()
  let arrived = 0
  let addresses = 0
  let trouble: keyof typeof replies | undefined

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(trouble && Object.assign(new Error('This mail is not taken'), { responseCode: replies[trouble] })),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      simpleParser(stream).then(
        ({ from, subject = '', text = '', html }) => {
          for (const to of recipients)
            letters.push({
              id: ++arrived,
              to,
              from: from?.text ?? '',
              subject,
              text,
              html: html || '',
              receivedAt: Date.now(),
            })
          letters.splice(0, letters.length - keep)
          done()
          for (const look of waiting) look()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('Not a mail')),
      )
    },
  })
  const smtpPort = await listen(smtp)
  // Ignores a sender that is killed in the middle of an email.
  smtp.on('error', () => {})

  const allowed = new Set(allowOrigins)
  const app = new Hono()
  const answerTo = (c: Context) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && allowed.has(origin)) c.header('Access-Control-Allow-Origin', origin)
    c.header('Cache-Control', 'no-store')
  }
  app.get('/letters', (c) => {
    answerTo(c)
    return c.json({ letters: [...lettersTo(c.req.query('to'))].reverse() })
  })
  app.get('/stream', (c) => {
    answerTo(c)
    return streamSSE(c, async (stream) => {
      let wake = () => {}
      stream.onAbort(() => wake())
      let told = letters.at(-latest - 1)?.id ?? 0
      while (!stream.aborted) {
        // Registered before the emails are read, so that one that arrives meanwhile is not missed.
        const news = new Promise<void>((resolve) => {
          wake = resolve
          waiting.add(resolve)
        })
        for (const letter of letters.filter(({ id }) => id > told)) {
          told = letter.id
          await stream.writeSSE({ data: JSON.stringify(letter) })
        }
        await news
        waiting.delete(wake)
      }
    })
  })
  let inbox: Listening
  try {
    inbox = await listenOnLoopback(getRequestListener(app.fetch), port)
  } catch (error) {
    await close(smtp)
    throw error
  }

  const lettersTo = (to?: string) => (to === undefined ? letters : letters.filter((letter) => letter.to === to))
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    port: inbox.port,
    newAddress: (name) => `${name}-${++addresses}@mail.example`,
    letters: lettersTo,
    next: (to, seen = 0) =>
      new Promise((resolve) => {
        const look = () => {
          const letter = lettersTo(to)[seen]
          if (!letter) return
          waiting.delete(look)
          resolve(letter)
        }
        waiting.add(look)
        look()
      }),
    accept: (isWilling) => {
      trouble = isWilling === true ? undefined : isWilling === 'never' ? 'never' : 'busy'
    },
    clear: () => {
      letters.length = 0
    },
    async stop() {
      await Promise.all([inbox.close(), close(smtp)])
    },
  }
}

function listen(smtp: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject)
    smtp.listen(0, '127.0.0.1', () => {
      const address = smtp.server.address()
      if (address === null || typeof address === 'string') reject(new Error('The mail sink has no port'))
      else resolve(address.port)
    })
  })
}

const close = (smtp: SMTPServer): Promise<void> => new Promise((resolve) => smtp.close(() => resolve()))

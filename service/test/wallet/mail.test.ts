/** The outbox over SMTP, with a real mail server that accepts emails, is busy, refuses, or cannot be reached. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type MailSink, startMailSink } from '../../../e2e/world/mail.ts'
import { createKek } from '../../src/crypto/kek.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import type { LogLine } from '../../src/wallet/http/log.ts'
import { createMetrics } from '../../src/wallet/http/metrics.ts'
import { backOff, type Sender, startSender } from '../../src/wallet/mail/sender.ts'
import { connectionTo, createSmtpTransport } from '../../src/wallet/mail/smtp.ts'
import { type MailText, mailBody } from '../../src/wallet/mail/texts.ts'

const to = 'person@example.org'
const minute = 60_000
const code: MailText = {
  kind: 'code',
  code: '482913',
  hostOrigin: 'https://shop.example',
  label: 'Firefox on Linux',
  minutes: 10,
}

const folder = mkdtempSync(join(tmpdir(), 'airlock-mail-'))
let file: string
let store: Store
let sink: MailSink
let senders: Sender[]
let logged: LogLine[]
/** The service's clock. It moves only when the test sets it, so that due times are exact. */
let time: number
const now = () => time

beforeEach(async () => {
  time = Date.now()
  logged = []
  senders = []
  file = join(folder, `${randomBytes(4).toString('hex')}.db`)
  store = await openStore({ place: { file }, kek: createKek(randomBytes(32)), now })
  sink = await startMailSink({ port: 0, allowOrigins: [] })
})
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()))
  await sink.stop()
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const metrics = () => createMetrics({ pendingMails: () => store.outbox.pending(time) })
function send(counts = metrics(), url = sink.smtpUrl, isWanted?: (to: string) => Promise<boolean>) {
  const sender = startSender({
    outbox: store.outbox,
    transport: createSmtpTransport({ url, from: 'Airlock <wallet@shop.example>' }),
    now,
    log: (line) => logged.push(line),
    metrics: counts,
    everyMs: 2,
    ...(isWanted ? { isWanted } : {}),
  })
  senders.push(sender)
  return counts
}
const add = (mail: MailText = code, lifetimeMs = 10 * minute) =>
  store.outbox.add({
    id: randomBytes(16).toString('base64url'),
    kind: mail.kind,
    to: new TextEncoder().encode(to),
    body: mailBody(mail),
    notBefore: time,
    expiresAt: time + lifetimeMs,
  })
const Row = z.object({ notBefore: z.number(), tries: z.number(), isErased: z.number() })
function row() {
  const raw = new Libsql(file)
  const found: unknown = raw
    .prepare('SELECT not_before AS notBefore, tries, recipient IS NULL AND body IS NULL AS isErased FROM outbox')
    .get()
  raw.close()
  return Row.parse(found)
}
const events = () => logged.map(({ event, tries }) => `${event} ${tries}`)

test('an email arrives as text and as HTML, from the operator’s address, and is erased afterwards', async () => {
  await add()
  const counts = send()
  const letter = await sink.next(to)
  expect(letter).toMatchObject({
    to,
    from: '"Airlock" <wallet@shop.example>',
    subject: '482913 is your code for shop.example',
  })
  for (const body of [letter.text, letter.html]) {
    expect(body).toContain('482913')
    expect(body).toContain('Firefox on Linux')
    expect(body).toContain('10 minutes')
  }
  await expect.poll(row).toMatchObject({ isErased: 1, tries: 1 })
  expect(readFileSync(file).includes(to)).toBe(false)
  expect((await counts.render()).text).toContain('airlock_wallet_mails_total{outcome="sent"} 1')
})

test('a mail server in trouble is asked again, later each time, as long as what the email says is true [F7]', async () => {
  sink.accept(false)
  const ends = time + 20 * minute
  await add(code, 20 * minute)
  const counts = send()
  const delays: number[] = []
  for (let tries = 1; time < ends; tries += 1) {
    await expect.poll(() => events().length).toBe(tries)
    await expect.poll(() => row().notBefore - time).toBe(backOff(tries))
    delays.push(row().notBefore - time)
    // Not due one millisecond earlier.
    time = row().notBefore - 1
    expect(await store.outbox.claim({ now: time, leaseMs: minute, limit: 10 })).toEqual([])
    time += 1
  }
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map((seconds) => seconds * 1000))
  expect(await store.outbox.claim({ now: time, leaseMs: minute, limit: 10 })).toEqual([])
  expect(events()).toEqual(delays.map((_, index) => `mail-failed ${index + 1}`))
  expect(sink.letters()).toEqual([])
  expect((await counts.render()).text).toContain(`airlock_wallet_mails_total{outcome="failed"} ${delays.length}`)
  expect(backOff(30)).toBe(5 * minute)
})

test('a mail server that was not there gets the email when it is, as long as what it says is true [F7]', async () => {
  const { smtpUrl } = sink
  await sink.stop()
  await add()
  send(metrics(), smtpUrl)
  await expect.poll(events).toEqual(['mail-failed 1'])
  sink = await startMailSink({ port: 0, allowOrigins: [] })
  await senders.pop()?.stop()
  const counts = send()
  expect((await counts.render()).text).toContain('airlock_wallet_mails_pending 1')
  time += 3_000
  expect((await sink.next(to)).text).toContain('482913')

  await add({ ...code, code: '111111' }, minute)
  await sink.next(to, 1)
  sink.accept(false)
  await add({ ...code, code: '222222' }, minute)
  await expect.poll(() => events().length).toBe(2)
  time += 2 * minute
  sink.accept(true)
  expect((await counts.render()).text).toContain('airlock_wallet_mails_pending 0')
  await add({ ...code, code: '333333' })
  expect((await sink.next(to, 2)).text).toContain('333333')
  expect(sink.letters(to)).toHaveLength(3)
})

test('an invalid mailbox is not retried; an unwanted email is not sent', async () => {
  sink.accept('never')
  await add()
  const counts = send()
  await expect.poll(events).toEqual(['mail-dropped 1'])
  await expect.poll(row).toMatchObject({ isErased: 1 })
  expect((await counts.render()).text).toContain('airlock_wallet_mails_total{outcome="dropped"} 1')
  await senders.pop()?.stop()

  sink.accept(true)
  await add()
  const asked: string[] = []
  send(metrics(), sink.smtpUrl, async (address) => asked.push(address) < 0)
  await expect.poll(() => store.outbox.pending(time)).toBe(0)
  expect(asked).toEqual([to])
  expect(sink.letters()).toEqual([])
})

test('an email that a process took and did not send is sent by another one when its lease is over, once', async () => {
  await add()
  expect(await store.outbox.claim({ now: time, leaseMs: minute, limit: 1 })).toHaveLength(1)
  send()
  send()
  time += minute - 1
  expect(await store.outbox.claim({ now: time, leaseMs: minute, limit: 1 })).toEqual([])
  time += 1
  await sink.next(to)
  await expect.poll(row).toMatchObject({ isErased: 1, tries: 2 })
  expect(sink.letters()).toHaveLength(1)
})

test('the content of an email cannot add a header or a recipient', async () => {
  const hostOrigin = 'https://a.example\r\nBcc: other@example.org\r\n\r\nbody'
  await add({ ...code, hostOrigin, label: '<b>bold</b>\r\n.\r\nRCPT TO:<other@example.org>' })
  send()
  const letter = await sink.next(to)
  expect(letter.subject).toMatch(/^482913 is your code for \S+$/)
  expect(letter.html).not.toContain('<b>bold')
  expect(sink.letters().map((each) => each.to)).toEqual([to])
})

test('a public mail server that offers no TLS, or whose offer was taken out on the way, gets neither password nor email [C345]', async () => {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (data) => {
      heard.push(data.toString())
      socket.write(data.toString().startsWith('EHLO') ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : '502 no\r\n')
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // as: it listens on a port
  try {
    for (const [host, isOwn] of [
      ['8.8.8.8', false],
      ['127.0.0.1', true],
    ] as const) {
      heard.length = 0
      // The address of the URL decides; the connection leads to this machine.
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      const transport = createTransport({
        ...connectionTo(`smtp://wallet:topsecret@${host}:${port}`),
        connection: socket,
      })
      await expect(transport.verify()).rejects.toThrow()
      expect(heard.some((line) => line.startsWith('AUTH'))).toBe(isOwn)
      socket.destroy()
    }
  } finally {
    server.close()
  }
})

/** Mail over SMTP. */
import { createTransport } from 'nodemailer'
import type { Transport } from './sender.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  readonly url: string
  /** Such as `Airlock <wallet@example.org>`. */
  readonly from: string
}

export function createSmtpTransport({ url, from }: SmtpOptions): Transport {
  const transport = createTransport(
    { url, pool: true, maxConnections: 4, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    // Mails hold codes and links: nothing in them is fetched, and no answer is expected.
    { from, headers: { 'Auto-Submitted': 'auto-generated' }, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
    },
    close: () => transport.close(),
  }
}

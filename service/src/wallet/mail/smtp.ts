/** Mail over SMTP. Codes and links travel with TLS, except in the operator's own network. */
import { createTransport } from 'nodemailer'
import { isInOwnNetwork } from '../../config/own-network.ts'
import type { Transport } from './sender.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly url: string
  /** Such as `Airlock <wallet@example.org>`. */
  readonly from: string
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** With `smtp://` the server offers TLS; who can strip the offer would read everything, so a public server has to make it. */
export const connectionTo = (url: string) => ({ url, requireTLS: !isInOwnNetwork(new URL(url).hostname), ...timeouts })

export function createSmtpTransport({ url, from }: SmtpOptions): Transport {
  const transport = createTransport(
    { ...connectionTo(url), pool: true, maxConnections: 4 },
    // Emails contain codes and links: fetch nothing, and mark them as automatic, so that no out-of-office reply is sent.
    { from, headers: { 'Auto-Submitted': 'auto-generated' }, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
    },
    close: () => transport.close(),
  }
}

/** Connects, greets and signs in, and sends nothing. @throws {Error} with the server's reason. */
export async function probeSmtp(url: string): Promise<void> {
  const transport = createTransport(connectionTo(url))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

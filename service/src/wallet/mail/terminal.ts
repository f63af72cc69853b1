/** In development, without a mail server: prints each email, with its codes and addresses, instead of sending it. */
import type { Transport } from './sender.ts'

const line = '─'.repeat(72)

export const createTerminalTransport = (print: (text: string) => void): Transport => ({
  send: async ({ to, subject, text }) =>
    print(
      [line, `Email to ${to}, printed because no mail server is set`, `Subject: ${subject}`, '', text + line].join(
        '\n',
      ),
    ),
  close: () => {},
})

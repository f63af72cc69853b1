/** What the confirm window shows, and the messages between it and the page. */
import { address, flag, hex, list, object, optional, type Parsed, type Parser, record, text } from '../parse.ts'
import { preparedTransaction } from './state.ts'

const shapes = {
  connect: object({ account: address, network: text }),
  message: object({ account: address, message: hex }),
  typedData: object({
    account: address,
    primaryType: text,
    domain: optional(text),
    contract: optional(text),
    rows: list(object({ name: text, value: text }), { max: 60 }),
    hidden: flag,
    raw: text,
  }),
  transaction: object({ transaction: preparedTransaction, network: text, symbol: text }),
  switch: object({ from: text, to: text }),
  add: object({ name: text, chainId: text, rpcUrl: text, symbol: text }),
} as const

type Shapes = { [K in keyof typeof shapes]: Parsed<(typeof shapes)[K]> }
export type Ask = { [K in keyof Shapes]: { kind: K } & Shapes[K] }[keyof Shapes]

export const parseAsk: Parser<Ask> = (value) => {
  const fields = record(value)
  switch (fields.kind) {
    case 'connect':
      return { kind: 'connect', ...shapes.connect(fields) }
    case 'message':
      return { kind: 'message', ...shapes.message(fields) }
    case 'typedData':
      return { kind: 'typedData', ...shapes.typedData(fields) }
    case 'transaction':
      return { kind: 'transaction', ...shapes.transaction(fields) }
    case 'switch':
      return { kind: 'switch', ...shapes.switch(fields) }
    case 'add':
      return { kind: 'add', ...shapes.add(fields) }
    default:
      throw new TypeError('kind: unknown')
  }
}

/** From the confirm window: it is ready, or the user has answered. The nonce belongs to one request. */
export type FromConfirm = { kind: 'ready'; nonce: string } | { kind: 'answer'; nonce: string; isApproved: boolean }

export const parseFromConfirm: Parser<FromConfirm> = (value) => {
  const fields = record(value)
  const nonce = text(fields.nonce)
  if (fields.kind === 'ready') return { kind: 'ready', nonce }
  if (fields.kind === 'answer') return { kind: 'answer', nonce, isApproved: flag(fields.isApproved) }
  throw new TypeError('kind: unknown')
}

/** To the confirm window: the request, or the reason why it cannot be carried out. */
export type ToConfirm = { kind: 'ask'; nonce: string; ask: Ask } | { kind: 'failure'; nonce: string; message: string }

export const parseToConfirm: Parser<ToConfirm> = (value) => {
  const fields = record(value)
  const nonce = text(fields.nonce)
  if (fields.kind === 'ask') return { kind: 'ask', nonce, ask: parseAsk(fields.ask) }
  if (fields.kind === 'failure') return { kind: 'failure', nonce, message: text(fields.message) }
  throw new TypeError('kind: unknown')
}

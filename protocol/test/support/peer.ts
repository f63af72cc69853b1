/** A channel under test with the test itself as the peer. */
import type { ChannelOptions } from '../../src/channel.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { endOf, type LooseChannel, type LoosePort, openEnd } from './ends.ts'
import { type MemoryPort, memoryPort } from './memory-port.ts'

export interface Subject {
  port: MemoryPort
  channel: LooseChannel
  refusals: ErrorCode[]
  closes: ErrorCode[]
  /** The last message of the channel with this type. */
  last(type: string): MemoryPort['sent'][number]
  /** Delivers a message in the right epoch. */
  say(type: string, payload?: unknown, id?: string): void
}

/** By default the modal's end of the host link's app port: it handles, calls and hears. */
export function subject(
  overrides: Partial<ChannelOptions<LoosePort>> = {},
  [link, name, on]: ['host' | 'wallet', string, string] = ['host', 'modal', 'app'],
): Subject {
  const port = memoryPort()
  const refusals: ErrorCode[] = []
  const closes: ErrorCode[] = []
  const channel = openEnd(endOf(link, on, name), port, {
    onRefusal: (reason) => refusals.push(reason),
    onClose: (reason) => closes.push(reason),
    ...overrides,
  })
  return {
    port,
    channel,
    refusals,
    closes,
    last(type) {
      const found = port.sent.findLast((message) => message.type === type)
      if (!found) throw new Error(`${type} was not sent; sent: ${port.sent.map((message) => message.type).join(' ')}`)
      return found
    },
    say: (type, payload = {}, id) =>
      port.deliver(id === undefined ? { epoch: 7, type, payload } : { id, epoch: 7, type, payload }),
  }
}

/** A valid message id made from a number. */
export const idOf = (count: number): string => `${count.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

/** Lets everything run that is already settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

/** How a promise ended, once it has. */
export function outcomeOf(promise: Promise<unknown>): { settlements: number; code: string | undefined; ok: boolean } {
  const outcome = { settlements: 0, code: undefined as string | undefined, ok: false }
  promise.then(
    () => {
      outcome.settlements++
      outcome.ok = true
    },
    (error: { code?: string }) => {
      outcome.settlements++
      outcome.code = error.code
    },
  )
  return outcome
}

export const idle = { calls: 0, handlers: 0, queued: 0, timers: 0 }

/** Plays steps on the ports of a live session and records what comes back. Shares no code with either end. */
import { change, decode, type Names, type Tagged } from '../../../scripts/protocol-docs/tagged.ts'
import {
  type LinkName,
  type PortName,
  type PortPlay,
  portsOf,
  type Step,
  type Subject,
  type Transcript,
} from '../play.ts'

export const names: Names = { freshId: () => crypto.randomUUID() }

/** Silence for this long counts as silence, when silence is expected. */
const quietMs = 2000
/** Time limit when an answer is expected. */
const patienceMs = 20_000

export type Ports = ReadonlyMap<PortName, MessagePort>

/** The ports by name, in the order of the link. A missing one is replaced by a port that leads nowhere. */
export const named = (link: LinkName, ports: readonly MessagePort[]): Ports =>
  new Map(portsOf[link].map((name, index) => [name, ports[index] ?? new MessageChannel().port1]))

/** A request per port that every end answers, with any result. On a port without one, only BYE shows that it is closed. */
const questions: Readonly<Record<Subject, Partial<Record<PortName, { type: string; payload: object }>>>> = {
  modal: {
    app: { type: 'PING', payload: {} },
    provider: { type: 'RPC_REQUEST', payload: { scope: 'eip155:1', method: 'no_such_method' } },
  },
  host: {
    app: { type: 'PING', payload: {} },
    injected: {
      type: 'WALLET_REQUEST',
      payload: { handle: 'nobody', scope: 'eip155:1', method: 'eth_chainId', params: [] },
    },
  },
  wallet: {
    app: { type: 'PING', payload: {} },
    provider: { type: 'RPC_REQUEST', payload: { scope: 'eip155:1', method: 'no_such_method' } },
  },
  walletModal: { app: { type: 'PING', payload: {} } },
}

type Message = { readonly id?: string; readonly type?: string }

export function listenToPorts(ports: Ports, transcript: Transcript, step: () => number) {
  const wakes = new Set<() => void>()
  const wake = () => {
    for (const call of wakes) call()
  }
  for (const [name, port] of ports)
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      transcript.heard.push({ port: name, step: step(), message: data })
      wake()
    }
  /** The first truthy result of `look`, which runs again after every message; `undefined` after `ms`. */
  return <T>(look: () => T | undefined, ms = patienceMs): Promise<T | undefined> =>
    new Promise((resolve) => {
      const end = (result: T | undefined) => {
        wakes.delete(again)
        clearTimeout(timer)
        resolve(result)
      }
      const again = () => {
        const result = look()
        if (result) end(result)
      }
      const timer = setTimeout(() => end(undefined), ms)
      wakes.add(again)
      again()
    })
}

export type Until = ReturnType<typeof listenToPorts>

export async function playSteps(
  { subject, port, steps }: PortPlay,
  session: {
    ports: Ports
    epoch: number
    transcript: Transcript
    until: Until
    at: (step: number) => void
    /** Called before a step that should end the session, and perhaps this document. */
    beforeTheEnd?: () => Promise<void>
  },
): Promise<void> {
  const { ports, epoch, transcript, until } = session
  const isOn = (name: PortName) => (heard: Transcript['heard'][number]) => heard.port === name
  const hasEnded = () => transcript.heard.some((heard) => isOn(port)(heard) && typeOf(heard.message) === 'BYE')

  const isAnswered = (id: string) =>
    transcript.heard.some(
      ({ message }) => (message as Message | null)?.id === id && /_(SUCCESS|ERROR)$/.test(typeOf(message)),
    )
  const ask = async (name: PortName, ms = patienceMs): Promise<boolean> => {
    const question = questions[subject][name]
    if (!question) return false
    const id = crypto.randomUUID()
    ports.get(name)?.postMessage({ id, epoch, ...question })
    return (await until(() => (isAnswered(id) ? 'answered' : hasEnded() ? 'ended' : undefined), ms)) === 'answered'
  }

  const isOpen = async (expected: 'open' | 'closed'): Promise<'open' | 'closed' | 'silent'> => {
    const ms = expected === 'closed' ? quietMs : patienceMs
    if (questions[subject][port]) return (await ask(port, ms)) ? 'open' : hasEnded() ? 'closed' : 'silent'
    if (expected === 'closed') return (await until(() => hasEnded() || undefined, ms)) ? 'closed' : 'open'
    // This port cannot be probed. After two answers on another port, everything that it had to send has arrived.
    await ask('app')
    await ask('app')
    return hasEnded() ? 'closed' : 'open'
  }

  for (const [index, step] of steps.entries()) {
    session.at(index)
    transcript.ids[index] = null
    const next = steps[index + 1]
    if (next?.do === 'ask' && next.expect === 'closed') await session.beforeTheEnd?.()
    switch (step.do) {
      case 'say':
        for (let count = 0; count < (step.times ?? 1); count++) {
          const message = prepare(step, epoch)
          const id: unknown = (message.before as Message | null)?.id
          transcript.ids[index] = typeof id === 'string' ? id : null
          ports.get(port)?.postMessage(message.after)
        }
        break
      case 'unreadable':
        // A WebAssembly module cannot be sent to another origin.
        for (let count = 0; count < step.times; count++)
          ports.get(port)?.postMessage(new WebAssembly.Module(emptyModule))
        break
      case 'hear':
        await until(() => transcript.ids.every((id) => id === null || isAnswered(id)) || hasEnded() || undefined)
        break
      case 'ask':
        transcript.asked[index] = await isOpen(step.expect)
        break
    }
  }
}

const emptyModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])

/** The message as valid in this session, and with the change applied. */
function prepare(step: Extract<Step, { do: 'say' }>, epoch: number): { before: unknown; after: unknown } {
  const before = decode(withOwn(step.message, step.keepsId === true, epoch), names)
  return { before, after: step.change ? change(before, step.change, names) : before }
}

function withOwn(message: Tagged, keepsId: boolean, epoch: number): Tagged {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message
  const id = !keepsId && 'id' in message ? { id: crypto.randomUUID() } : {}
  return { ...message, ...id, epoch }
}

const typeOf = (message: unknown): string => {
  const type: unknown = (message as Message | null)?.type
  return typeof type === 'string' ? type : ''
}

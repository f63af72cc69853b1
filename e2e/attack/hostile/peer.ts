/**
 * A hostile peer of a link: it has completed the handshake and can send anything. Uses only the platform, so that none
 * of our code corrects its messages. Runs in built pages; specs use it as `window.peer`.
 */
export type Message = { id?: string; epoch: number; type: string; payload: unknown }
export type Heard = { readonly port: string; readonly message: Message }
export type Peer = ReturnType<typeof createPeer>

/** Payloads of automatic answers, by request type. */
export type Answers = Readonly<Record<string, unknown>>

/** Content of messages that must never be echoed. */
export const secret = 'the-value-that-must-not-come-back'

export function createPeer(epoch: number, ports: Readonly<Record<string, MessagePort>>, answers: Answers) {
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  const known: Answers = { PING: {}, ...answers }

  for (const [name, port] of Object.entries(ports)) {
    port.addEventListener('message', ({ data: message }: MessageEvent<Message>) => {
      heard.push({ port: name, message })
      const { id, type } = message
      if (id !== undefined && Object.hasOwn(known, type))
        port.postMessage({ id, epoch, type: `${type}_SUCCESS`, payload: known[type] })
      for (const check of Array.from(waiting)) check()
    })
    port.start()
  }

  /** The first result of `look`, over the messages received so far or later. */
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const found = look()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  const message = (type: string, payload: unknown = {}, extra: object = {}) => ({
    id: crypto.randomUUID() as string,
    epoch,
    type,
    payload,
    ...extra,
  })
  const post = (port: string, value: unknown, transfer: Transferable[] = []) => {
    ports[port]?.postMessage(value, transfer)
  }
  /** Why the victim has closed the port, according to its BYE. */
  const bye = (port: string): unknown =>
    heard.find((entry) => entry.port === port && entry.message.type === 'BYE')?.message.payload
  const answerTo = (id: string): Message | undefined =>
    heard.find(({ message: { id: of, type } }) => of === id && /_(SUCCESS|ERROR)$/.test(type))?.message
  /** Sends an honest request. Resolves with the answer, or with the message that closes the port. */
  const ask = async (port: string, type: string, payload: unknown = {}): Promise<Message> => {
    const request = message(type, payload)
    post(port, request)
    return until(() => answerTo(request.id) ?? (bye(port) ? { epoch, type: 'BYE', payload: bye(port) } : undefined))
  }
  /** `undefined` while there is no answer yet. */
  const isAnswered = (id: string, port = 'app'): boolean | undefined =>
    answerTo(id) ? true : bye(port) ? false : undefined

  return {
    epoch,
    ports,
    heard,
    until,
    message,
    post,
    ask,
    bye,
    isAnswered,
    isAlive: async (port = 'app') => (await ask(port, 'PING')).type === 'PING_SUCCESS',
    /** The next request of this type from the victim. */
    asked: (type: string) => until(() => heard.find(({ message }) => message.type === type)?.message),
    count: (type: string) => heard.filter(({ message }) => message.type === type).length,
    answer: (request: Message, suffix: string, payload: unknown, extra: object = {}) => {
      const port = heard.find(({ message }) => message.id === request.id)?.port ?? 'app'
      post(port, { id: request.id, epoch, type: `${request.type}${suffix}`, payload, ...extra })
    },
  }
}

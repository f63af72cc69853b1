/** Plays the frame against somebody's host page, which loads this document as its modal. One play per document. */
import { change, decode } from '../../../scripts/protocol-docs/tagged.ts'
import {
  emptyTranscript,
  type GreetingPlay,
  type Job,
  type PortName,
  type PortPlay,
  portNames,
  type ReadyPlay,
  type Transcript,
} from '../play.ts'
import { listenToPorts, names, type Ports, playSteps } from './ports.ts'
import { nextJob, note, report } from './report.ts'

const initMs = 5000
const quietMs = 300

type Init = { readonly nonce: string; readonly hostNonce: string; readonly epoch: number }
type Session = { readonly init: Init; readonly ports: Ports }

const origin = location.ancestorOrigins[0] ?? ''

/** Every INIT that came, with its ports; ours or not. */
const inits: Session[] = []
const wakes = new Set<() => void>()
window.addEventListener('message', ({ source, origin: from, data, ports }: MessageEvent<Init & { type: string }>) => {
  if (source !== window.parent || from !== origin || data?.type !== 'INIT') return
  const named = portNames.map((name, index) => [name, ports[index] ?? new MessageChannel().port1] as const)
  inits.push({ init: data, ports: Object.fromEntries(named) as Record<PortName, MessagePort> }) // one per name
  for (const wake of wakes) wake()
})

const initOf = (nonce: string, ms = initMs): Promise<Session | undefined> =>
  new Promise((resolve) => {
    const look = () => {
      const found = inits.find(({ init }) => init.nonce === nonce)
      if (found) end(found)
    }
    const end = (found: Session | undefined) => {
      wakes.delete(look)
      clearTimeout(timer)
      resolve(found)
    }
    const timer = setTimeout(() => end(undefined), ms)
    wakes.add(look)
    look()
  })

const hello = (valid: object) => ({ ...valid, nonce: crypto.randomUUID() })
const say = (message: unknown) => window.parent.postMessage(message, origin)

async function begin(valid: object): Promise<Session | undefined> {
  const message = hello(valid)
  say(message)
  return initOf(message.nonce)
}

const validHello = {
  type: 'HELLO',
  link: 'host',
  versions: { min: 1, max: 1 },
  buildId: 'conformance',
  features: [],
  storage: 'local',
}

async function perform({ id, play }: Job, transcript: Transcript): Promise<void> {
  switch (play.kind) {
    case 'port':
      return converse(play, transcript, () => note(id, transcript))
    case 'greeting':
      await note(id, transcript)
      return greet(play, transcript)
    case 'ready':
      return readies(play, transcript)
  }
}

async function converse(play: PortPlay, transcript: Transcript, beforeTheEnd: () => Promise<void>): Promise<void> {
  const session = await begin(validHello)
  if (!session) {
    transcript.problem = 'the host did not answer HELLO'
    return
  }
  const { init, ports } = session
  let step = -1
  const until = listenToPorts(ports, transcript, () => step)
  ports.app.postMessage({ epoch: init.epoch, type: 'READY', payload: { nonce: init.hostNonce } })
  await playSteps(play, {
    ports,
    epoch: init.epoch,
    transcript,
    until,
    at(index) {
      step = index
    },
    beforeTheEnd,
  })
}

async function greet({ attempts, valid }: GreetingPlay, transcript: Transcript): Promise<void> {
  const right = decode(valid, names) as object
  const nonces: (string | undefined)[] = []
  for (const one of attempts) {
    const base = hello({ ...right, ...(decode(one.message, names) as object) })
    nonces.push(base.nonce)
    say(one.change ? change(base, one.change, names) : base)
  }
  const session = await begin(right)
  if (!session) transcript.problem = 'the host did not answer the one valid HELLO'
  for (const { init } of inits) if (init !== session?.init) transcript.answered.push(nonces.indexOf(init.nonce))
}

async function readies({ attempts, valid }: ReadyPlay, transcript: Transcript): Promise<void> {
  for (const [index, one] of attempts.entries()) {
    const session = await begin(validHello)
    if (!session) {
      transcript.problem = 'the host did not answer HELLO'
      return
    }
    const { init, ports } = session
    for (const name of portNames)
      ports[name].onmessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
        if (data?.type !== 'BYE') transcript.answered.push(index)
      }
    const ready = { ...(decode(valid, names) as object), epoch: init.epoch, payload: { nonce: init.hostNonce } }
    ports.app.postMessage(
      one.change ? change(ready, one.change, names) : { ...ready, ...(decode(one.message, names) as object) },
    )
    ports.app.postMessage(ready)
    ports.app.postMessage({ id: crypto.randomUUID(), epoch: init.epoch, type: 'PING', payload: {} })
  }
  // The last one has had no session after it whose beginning would prove that it stays silent.
  await new Promise((resolve) => setTimeout(resolve, quietMs))
}

async function work(): Promise<void> {
  const job = await nextJob()
  if (!job) return
  const transcript = emptyTranscript()
  await perform(job, transcript)
  await report(job.id, transcript)
}

void work()

/** Plays the frame against the parent under test, which loads this document as its modal or its wallet. One play per document. */
import { change, decode } from '../../../scripts/protocol-docs/tagged.ts'
import {
  emptyTranscript,
  type GreetingPlay,
  type Job,
  type LinkName,
  ownJobPath,
  type PortPlay,
  portsOf,
  type ReadyPlay,
  type Subject,
  subjects,
  type Transcript,
} from '../play.ts'
import { listenToPorts, named, names, type Ports, playSteps } from './ports.ts'
import { fetchJob, note, report } from './report.ts'

const initMs = 5000
const quietMs = 300

type Init = { readonly link: LinkName; readonly nonce: string; readonly hostNonce: string; readonly epoch: number }
type Session = { readonly init: Init; readonly ports: Ports }

const origin = location.ancestorOrigins[0] ?? ''

/** All INIT messages received, with their ports, including unexpected ones. */
const inits: Session[] = []
const wakes = new Set<() => void>()
window.addEventListener('message', ({ source, origin: from, data, ports }: MessageEvent<Init & { type: string }>) => {
  if (source !== window.parent || from !== origin || data?.type !== 'INIT' || !Object.hasOwn(portsOf, data.link)) return
  inits.push({ init: data, ports: named(data.link, ports) })
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

const validHello = (subject: Subject) => ({
  type: 'HELLO',
  link: subjects[subject].link,
  versions: { min: 1, max: 1 },
  buildId: 'conformance',
  features: [],
  storage: 'local',
})

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
  const session = await begin(validHello(play.subject))
  if (!session) {
    transcript.problem = 'HELLO was not answered'
    return
  }
  const { init, ports } = session
  let step = -1
  const until = listenToPorts(ports, transcript, () => step)
  ports.get('app')?.postMessage({ epoch: init.epoch, type: 'READY', payload: { nonce: init.hostNonce } })
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
  if (!session) transcript.problem = 'the one valid HELLO was not answered'
  for (const { init } of inits) if (init !== session?.init) transcript.answered.push(nonces.indexOf(init.nonce))
}

async function readies({ subject, attempts, valid }: ReadyPlay, transcript: Transcript): Promise<void> {
  for (const [index, one] of attempts.entries()) {
    const session = await begin(validHello(subject))
    if (!session) {
      transcript.problem = 'HELLO was not answered'
      return
    }
    const { init, ports } = session
    for (const port of ports.values())
      port.onmessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
        if (data?.type !== 'BYE') transcript.answered.push(index)
      }
    const ready = { ...(decode(valid, names) as object), epoch: init.epoch, payload: { nonce: init.hostNonce } }
    const app = ports.get('app')
    app?.postMessage(
      one.change ? change(ready, one.change, names) : { ...ready, ...(decode(one.message, names) as object) },
    )
    app?.postMessage(ready)
    app?.postMessage({ id: crypto.randomUUID(), epoch: init.epoch, type: 'PING', payload: {} })
  }
  // No session follows the last one, whose start would prove that it stayed silent, so wait instead.
  await new Promise((resolve) => setTimeout(resolve, quietMs))
}

async function work(): Promise<void> {
  const job = await fetchJob(ownJobPath)
  if (!job) return
  const transcript = emptyTranscript()
  await perform(job, transcript)
  await report(job.id, transcript)
}

void work()

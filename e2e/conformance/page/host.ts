/** Plays the parent against the frame under test, a modal or a wallet. Creates a new iframe for every play. */
import { change, decode } from '../../../scripts/protocol-docs/tagged.ts'
import {
  type Attempt,
  emptyTranscript,
  type GreetingPlay,
  type LinkName,
  nextJobPath,
  type Play,
  type PortPlay,
  portsOf,
  subjects,
  type Transcript,
} from '../play.ts'
import { listenToPorts, named, names, type Ports, playSteps } from './ports.ts'
import { fetchJob, report } from './report.ts'

const query = new URLSearchParams(location.search)
const url = new URL(query.get('frame') ?? '')
const workers = Number(query.get('workers') ?? 1)
const helloMs = 10_000

/** The epoch in the vectors; the parent may choose it. */
const epoch = 7

type Hello = { readonly nonce: string; readonly versions: { readonly max: number } }

async function openFrame(): Promise<{ frame: HTMLIFrameElement; hello: Hello | undefined }> {
  const frame = document.createElement('iframe')
  frame.title = 'Frame under test'
  frame.referrerPolicy = 'strict-origin'
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
    .map((feature) => `${feature} ${url.origin}`)
    .join('; ')
  const hello = new Promise<Hello | undefined>((resolve) => {
    const listener = ({ source, origin, data }: MessageEvent<(Hello & { type: string }) | undefined>) => {
      if (source !== frame.contentWindow || origin !== url.origin || data?.type !== 'HELLO') return
      window.removeEventListener('message', listener)
      resolve(data)
    }
    window.addEventListener('message', listener)
    setTimeout(() => resolve(undefined), helloMs)
  })
  frame.src = url.href
  document.body.append(frame)
  return { frame, hello: await hello }
}

const initFor = (hello: Hello, link: LinkName, hostNonce: string) => ({
  type: 'INIT',
  link,
  nonce: hello.nonce,
  hostNonce,
  version: hello.versions.max,
  epoch,
  policy: { schemes: [] },
})

function channels(link: LinkName): { mine: Ports; theirs: MessagePort[] } {
  const pairs = portsOf[link].map(() => new MessageChannel())
  const mine = pairs.map(({ port1 }) => port1)
  return { mine: named(link, mine), theirs: pairs.map(({ port2 }) => port2) }
}

async function perform(play: Play, frame: HTMLIFrameElement, hello: Hello | undefined): Promise<Transcript> {
  const transcript = emptyTranscript()
  if (!hello) transcript.problem = 'the frame said no HELLO'
  else if (play.kind === 'greeting') await greet(play, frame, hello, transcript)
  else if (play.kind === 'port') await converse(play, frame, hello, transcript)
  return transcript
}

async function converse(play: PortPlay, frame: HTMLIFrameElement, hello: Hello, transcript: Transcript): Promise<void> {
  const hostNonce = crypto.randomUUID()
  const { link } = subjects[play.subject]
  const { mine, theirs } = channels(link)
  let at = -1
  const until = listenToPorts(mine, transcript, () => at)
  frame.contentWindow?.postMessage(initFor(hello, link, hostNonce), url.origin, theirs)
  const ready = await until(() => transcript.heard.find(({ port }) => port === 'app'))
  if (!isReady(ready?.message, hostNonce)) {
    transcript.problem = ready ? 'the first word on the port was not READY' : 'the frame did not answer INIT'
    return
  }
  await playSteps(play, { ports: mine, epoch, transcript, until, at: (step) => (at = step) })
  for (const port of mine.values()) port.close()
}

async function greet(
  play: GreetingPlay,
  frame: HTMLIFrameElement,
  hello: Hello,
  transcript: Transcript,
): Promise<void> {
  const target = frame.contentWindow
  if (!target) return
  const hostNonce = crypto.randomUUID()
  const { link } = subjects[play.subject]
  const valid = initFor(hello, link, hostNonce)
  const sibling = document.createElement('iframe')
  document.body.append(sibling)
  const attempt = (one: Attempt, index: number) => {
    const pairs = Array.from({ length: one.ports ?? portsOf[link].length }, () => new MessageChannel())
    for (const { port1 } of pairs) port1.onmessage = () => transcript.answered.push(index)
    const message = one.change
      ? change(valid, one.change, names)
      : { ...valid, ...(decode(one.message, names) as object) }
    const post = one.from === 'sibling' ? postFrom(sibling) : postFrom(undefined)
    post(
      target,
      message,
      url.origin,
      pairs.map(({ port2 }) => port2),
    )
  }
  for (const [index, one] of play.attempts.entries()) attempt(one, index)

  const { mine, theirs } = channels(link)
  const until = listenToPorts(mine, transcript, () => 0)
  target.postMessage(valid, url.origin, theirs)
  const ready = await until(() => transcript.heard.find(({ port }) => port === 'app'))
  if (!isReady(ready?.message, hostNonce)) transcript.problem = 'the frame did not answer the one valid INIT'
  else {
    // A second INIT in the live session. An answer to it would arrive before the session's next answer.
    attempt({ name: 'a second INIT', message: {} }, play.attempts.length)
    const id = crypto.randomUUID()
    mine.get('app')?.postMessage({ id, epoch, type: 'PING', payload: {} })
    await until(() => transcript.heard.find(({ message }) => (message as { id?: string } | null)?.id === id))
  }
  sibling.remove()
}

type Post = (target: Window, message: unknown, origin: string, ports: MessagePort[]) => void

/** Returns a function that posts with that window as its source. */
function postFrom(frame: HTMLIFrameElement | undefined): Post {
  const text = 'target.postMessage(message, origin, ports)'
  const Constructor =
    (frame?.contentWindow as (Window & { Function: FunctionConstructor }) | undefined)?.Function ?? Function
  return new Constructor('target', 'message', 'origin', 'ports', text) as Post
}

function isReady(message: unknown, hostNonce: string): boolean {
  const ready = message as { type?: unknown; epoch?: unknown; payload?: { nonce?: unknown } } | undefined
  return ready?.type === 'READY' && ready.epoch === epoch && ready.payload?.nonce === hostNonce
}

async function work(): Promise<void> {
  let previous: HTMLIFrameElement | undefined
  for (let job = await fetchJob(nextJobPath); job; job = await fetchJob(nextJobPath)) {
    const { frame, hello } = await openFrame()
    await report(job.id, await perform(job.play, frame, hello))
    // Removed one play later, so that its console output has arrived by then.
    previous?.remove()
    previous = frame
  }
}

for (let count = 0; count < workers; count++) void work()

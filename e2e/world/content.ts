/**
 * Simulates the Internet and an IPFS gateway: metadata and pictures of the local world, and hostile servers' answers. The ids are names,
 * not hashes of the content. Only the gateway calls it; the browser never does.
 */
import { listenOnLoopback } from '@airlock/service/listen.ts'

/** A folder in the simulated IPFS. */
export const prints = 'bafybeiprintsprintsprintsprintsprintsprintsprintsprintsprint'

export type Content = {
  readonly url: string
  /** Requested paths. */
  readonly asked: () => readonly string[]
  stop(): Promise<void>
}

/** A coloured tile with a letter. */
export const tile = (letter: string, hue: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="hsl(${hue} 60% 45%)"/><circle cx="48" cy="48" r="30" fill="hsl(${hue} 70% 80%)"/><text x="48" y="60" font-size="34" text-anchor="middle" font-family="sans-serif">${letter}</text></svg>`

type Answer = { readonly status?: number; readonly type: string; readonly body: string; readonly location?: string }

const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) })
const svg = (body: string): Answer => ({ type: 'image/svg+xml', body })
const edition = (letter: string, hue: number): Readonly<Record<string, Answer>> => {
  const id = letter.charCodeAt(0).toString(16).padStart(64, '0')
  return {
    [`/ipfs/${prints}/${id}.json`]: json({ name: `Edition ${letter}`, image: `ipfs://${prints}/${letter}.svg` }),
    [`/ipfs/${prints}/${letter}.svg`]: svg(tile(letter, hue)),
  }
}

const answers: Readonly<Record<string, Answer>> = {
  [`/ipfs/${prints}/print.json`]: json({
    name: 'Print on IPFS',
    description: 'A print whose metadata and picture are behind an IPFS gateway.',
    image: `ipfs://ipfs/${prints}/P.svg`,
  }),
  [`/ipfs/${prints}/P.svg`]: svg(tile('P', 200)),
  ...edition('A', 20),
  ...edition('B', 120),
  '/tokens/TST.svg': svg(tile('T', 260)),
  '/tokens/USDX.svg': svg(tile('$', 150)),
  '/hostile/not-json': { type: 'application/json', body: '<!doctype html><script>alert(1)</script>' },
  '/hostile/large': json({ name: 'Large', description: 'x'.repeat(1_000_000) }),
  '/hostile/deep': { type: 'application/json', body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  '/hostile/private': { status: 302, type: 'text/plain', body: '', location: 'http://10.0.0.1/metadata.json' },
  '/hostile/external.svg': svg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><image href="file:///etc/passwd" width="96" height="96"/></svg>',
  ),
}

export async function startContent(): Promise<Content> {
  const asked: string[] = []
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    if (!answer) return response.writeHead(404).end()
    const { status = 200, type, body, location } = answer
    response
      .writeHead(status, { 'Content-Type': type, ...(location !== undefined && { Location: location }) })
      .end(body)
  }, 0)
  return { url: `http://127.0.0.1:${server.port}`, asked: () => asked, stop: () => server.close() }
}

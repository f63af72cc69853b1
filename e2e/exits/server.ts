/**
 * A page with the wallet document's headers and a Worker that tries to get out: once with the Key Worker's own headers, once without its
 * policy. Counts what arrives, by exit.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameHeaders, type Headers } from '@airlock/service/frames/headers.ts'
import { listenOnLoopback } from '@airlock/service/listen.ts'

export type Guard = 'guarded' | 'bare'

export interface ExitServer {
  readonly origin: string
  /** Where the Worker tries to go. */
  readonly prefix: (guard: Guard) => string
  /** The exits through which something has arrived. */
  readonly arrived: (guard: Guard) => ReadonlySet<string>
  close(): Promise<void>
}

const probe = readFileSync(join(import.meta.dirname, 'probe.js'))

/**
 * What the page does when it is told to; its policy lets it make one kind of script address. Now and then a Worker of Firefox hangs for
 * good where it starts another one, policy or not, and not even its timers go on: its attempts are made anew in a new one.
 */
const pageScript = `
const policy = window.trustedTypes?.createPolicy('wallet-worker', { createScriptURL: (url) => url }) ?? { createScriptURL: (url) => url }
const answer = (guard, type, prefix) => new Promise((resolve, reject) => {
  const worker = new Worker(policy.createScriptURL('/' + guard + '/probe.js'), { type, name: type })
  const end = (settle, what) => { clearTimeout(late); worker.terminate(); settle(what) }
  const late = setTimeout(end, 15_000, resolve)
  worker.addEventListener('message', ({ data }) => end(resolve, data))
  worker.addEventListener('error', (event) => end(reject, new Error('the Worker failed: ' + event.message)))
  worker.postMessage(prefix)
})
window.tryExits = async (guard, type, prefix) => {
  for (let count = 1; count <= 3; count++) {
    const found = await answer(guard, type, prefix)
    if (found) return found
    console.warn('A ' + guard + ' Worker hangs')
  }
  throw new Error('the Worker says nothing')
}`

export async function startExitServer(): Promise<ExitServer> {
  const seen = { guarded: new Set<string>(), bare: new Set<string>() }
  const note = (path: string): boolean => {
    const [, guard, name] = /^\/exit\/(guarded|bare)\/(\w+)/.exec(path) ?? []
    if (name === undefined) return false
    seen[guard === 'bare' ? 'bare' : 'guarded'].add(name)
    return true
  }
  const worker = frameHeaders({ kind: 'key-worker' })
  const { 'Content-Security-Policy': _, ...withoutPolicy } = worker
  const files: Readonly<Record<string, { headers: Headers; type: string; body: string | Uint8Array }>> = {
    '/': { headers: pageHeaders(), type: 'text/html', body: '<!doctype html><script src="/page.js"></script>' },
    '/page.js': { headers: frameHeaders({ kind: 'asset' }), type: 'text/javascript', body: pageScript },
    '/guarded/probe.js': { headers: worker, type: 'text/javascript', body: probe },
    '/bare/probe.js': { headers: withoutPolicy, type: 'text/javascript', body: probe },
  }
  const listening = await listenOnLoopback(
    (request, response) => {
      const path = request.url ?? ''
      const file = files[path]
      if (file) response.writeHead(200, { ...file.headers, 'Content-Type': file.type }).end(file.body)
      else if (note(path))
        response.writeHead(200, { ...withoutPolicy, 'Content-Type': 'text/javascript' }).end(answer(path))
      else response.writeHead(404).end()
    },
    0,
    (request, socket) => {
      note(request.url ?? '')
      socket.destroy()
    },
  )
  const origin = `http://localhost:${listening.port}`
  return {
    origin,
    prefix: (guard) => `${origin}/exit/${guard}`,
    arrived: (guard) => seen[guard],
    close: () => listening.close(),
  }
}

/** A Worker inside the Worker says that it runs; nothing else has to answer. */
const answer = (path: string): string => (path.endsWith('/worker') ? 'postMessage(0)' : '')

/** As the wallet's document has them; opened by itself here, so nobody may frame it. */
function pageHeaders(): Headers {
  const record = { projectId: 'exits', hostOrigins: [], rpc: {}, pinnedHosts: [], development: true }
  return frameHeaders({ kind: 'wallet', modalOrigin: 'http://localhost', record })
}

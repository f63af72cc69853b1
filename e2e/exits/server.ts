/**
 * Serves a page with the wallet document's headers and a Worker that tries to send data out: once with the Key Worker's
 * own headers, once without its policy. Records what arrives, by exit.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameHeaders, type Headers } from '@airlock/service/frames/headers.ts'
import { listenOnLoopback } from '@airlock/service/listen.ts'

export type Guard = 'guarded' | 'bare'

export interface ExitServer {
  readonly origin: string
  /** URL prefix for the Worker's attempts. */
  readonly prefix: (guard: Guard) => string
  /** The exits through which a request has arrived. */
  readonly arrived: (guard: Guard) => ReadonlySet<string>
  close(): Promise<void>
}

const probe = readFileSync(join(import.meta.dirname, 'probe.js'))

/**
 * The page's script; its policy allows one kind of script URL. A Firefox Worker that starts another Worker sometimes
 * hangs for good, with or without a policy, and even its timers stop: its attempts are then repeated in a new Worker.
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

/** A nested Worker reports that it runs; all other requests get an empty answer. */
const answer = (path: string): string => (path.endsWith('/worker') ? 'postMessage(0)' : '')

/** Headers of the wallet's document; this page is opened as a top-level page, so nothing needs to frame it. */
function pageHeaders(): Headers {
  const record = { projectId: 'exits', hostOrigins: [], rpc: {}, pinnedHosts: [], development: true }
  return frameHeaders({ kind: 'wallet', modalOrigin: 'http://localhost', record })
}

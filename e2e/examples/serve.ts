/** Serves a built example on loopback: its files, or by its own server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Example } from './example.ts'
import type { Prepared } from './prepare.ts'

export type Served = { readonly stop: () => Promise<void> }

export function serve(example: Example, { folder }: Prepared, port: number): Promise<Served> {
  return example.files === undefined ? startPreview(folder, port) : serveFiles(join(folder, example.files), port)
}

async function serveFiles(root: string, port: number): Promise<Served> {
  const app = new Hono().use(serveStatic({ root }))
  const server = await listenOnLoopback(getRequestListener(app.fetch), port)
  return { stop: () => server.close() }
}

async function startPreview(folder: string, port: number): Promise<Served> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$/.test(name)))
  // A group of its own, so that npm's child ends with it.
  const child = spawn('npm', ['run', 'preview'], {
    cwd: folder,
    env: { ...env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const ended = once(child, 'close')
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  const deadline = Date.now() + 30_000
  while (!(await answers(port))) {
    if (child.exitCode === null && Date.now() < deadline) continue
    await stop()
    throw new Error(`npm run preview in ${folder} does not answer on port ${port}\n${output}`)
  }
  return { stop }
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://localhost:${port}/`, { signal: AbortSignal.timeout(5000) })
    return true
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  }
}

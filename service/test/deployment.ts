/** A small sealed build and servers for it, which the tests check with `npm run verify`. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createFramesApp } from '../src/frames/app.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { type Listening, listenOnLoopback } from '../src/listen.ts'
import { releaseBuild } from '../src/release/build.ts'
import { production } from './records.ts'

export const projects = parseProjects([production])
export const buildId = 'build-1'
export const { privateKey, publicKey } = generateKeyPairSync('ed25519')

const page = `<!doctype html>
<html>
  <head>
    <title>Modal</title>
    <script type="module" crossorigin src="/assets/modal-abc.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/modal-abc.css">
  </head>
  <body></body>
</html>
`

export const builtFiles = {
  'modal.html': page,
  'assets/modal-abc.js': 'import("./view-abc.js")',
  'assets/view-abc.js': 'export {}',
  'assets/key-worker-abc.js': 'export {}',
  'assets/modal-abc.css': 'body { margin: 0 }',
} as const

export type Deployment = { readonly folder: string; readonly url: string; stop(): Promise<void> }

export function writeBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  mkdirSync(join(folder, 'assets'))
  for (const [path, text] of Object.entries(builtFiles)) writeFileSync(join(folder, path), text)
  releaseBuild(folder, buildId, privateKey)
  return folder
}

/** Serves the build with our own server. `change` tampers with the folder first, `wrap` with the responses. */
export async function deploy(
  change: (folder: string) => void = () => undefined,
  wrap: (response: Response, path: string) => Response | undefined = () => undefined,
): Promise<Deployment> {
  const folder = writeBuild()
  change(folder)
  const frames = createFramesApp({ distDir: folder, projects, reports: () => undefined })
  const app = new Hono()
  app.all('*', async (c) => {
    const response = await frames.fetch(c.req.raw)
    return wrap(response, c.req.path) ?? response
  })
  const server: Listening = await listenOnLoopback(getRequestListener(app.fetch), 0)
  return {
    folder,
    url: `http://127.0.0.1:${server.port}/p/shop/`,
    async stop() {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

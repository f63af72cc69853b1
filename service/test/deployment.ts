/** A small sealed build and servers for it, which the tests check with `npm run verify`. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createFramesApp } from '../src/frames/app.ts'
import type { Frame } from '../src/frames/headers.ts'
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
  'sdk/1.2.3/airlock.js': 'void 0',
} as const

export const walletFiles = {
  'wallet.html': page.replaceAll('modal-abc', 'wallet-abc'),
  'window.html': '<!doctype html>\n<title>Wallet</title>\n<link rel="stylesheet" href="/assets/wallet-abc.css">\n',
  'assets/wallet-abc.js': 'export {}',
  'assets/wallet-abc.css': 'body { margin: 0 }',
  'assets/key-worker-abc.js': 'export {}',
} as const

export type Deployment = {
  readonly folder: string
  readonly url: string
  /** Origin at which the wallet listens, in the place of the record's own. */
  readonly walletAt: string
  stop(): Promise<void>
}

export function writeBuild(files: Readonly<Record<string, string>> = builtFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  releaseBuild(folder, buildId, privateKey)
  return folder
}

type Tampering = readonly [
  /** Changes the folder before it is served. */
  change?: ((folder: string) => void) | undefined,
  /** Changes responses. */
  wrap?: (response: Response, path: string) => Response | undefined,
]

/** Serves the builds of a modal and of its wallet with our own server. */
export async function deploy(modal: Tampering = [], wallet: Tampering = []): Promise<Deployment> {
  const modalFolder = writeBuild()
  const walletFolder = writeBuild(walletFiles)
  const atModal = await serve({ kind: 'modal' }, modalFolder, modal)
  const modalOrigin = `http://127.0.0.1:${atModal.port}`
  const atWallet = await serve({ kind: 'wallet', modalOrigin }, walletFolder, wallet)
  return {
    folder: modalFolder,
    url: `${modalOrigin}/p/shop/`,
    walletAt: `http://127.0.0.1:${atWallet.port}`,
    async stop() {
      await atModal.close()
      await atWallet.close()
      for (const folder of [modalFolder, walletFolder]) rmSync(folder, { recursive: true })
    },
  }
}

function serve(frame: Frame, folder: string, [change, wrap]: Tampering): Promise<Listening> {
  change?.(folder)
  const frames = createFramesApp({ frame, distDir: folder, projects, reports: () => undefined })
  const app = new Hono()
  app.all('*', async (c) => {
    const response = await frames.fetch(c.req.raw)
    return wrap?.(response, c.req.path) ?? response
  })
  return listenOnLoopback(getRequestListener(app.fetch), 0)
}

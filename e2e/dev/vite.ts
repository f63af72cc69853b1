/** A Vite server for one origin of the world: it has the sources, the world has the port, the records and the headers. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { freePort } from '../setup/free-port.ts'
import type { Hot } from './policy.ts'

const root = resolve(import.meta.dirname, '../..')

export type HotServer = {
  readonly hot: Hot
  readonly middlewares: ViteDevServer['middlewares']
  /** The source of this document, as the development server gives it to the browser. */
  readonly page: (file: string) => Promise<string>
  readonly stop: () => Promise<void>
}

export async function startHotServer(mode: 'frame' | 'wallet' | 'dev-demo'): Promise<HotServer> {
  const port = await freePort()
  const nonce = randomBytes(16).toString('base64')
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    mode,
    appType: 'custom',
    cacheDir: join(root, `node_modules/.vite/${mode}`),
    html: { cspNonce: nonce },
    // Everything that is imported somewhere, so that no view that opens later reloads the page.
    optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '*.html', '!**/*.test.*'] },
    server: {
      middlewareMode: true,
      // A socket of its own on loopback: the port of the documents belongs to the world.
      hmr: { protocol: 'ws', host: 'localhost', port, clientPort: port },
      headers: isolation,
    },
  })
  return {
    hot: { nonce, socket: `ws://localhost:${port}` },
    middlewares: vite.middlewares,
    page: (file) => vite.transformIndexHtml(`/${file}`, readFileSync(join(vite.config.root, file), 'utf8')),
    stop: () => vite.close(),
  }
}

/** As on the built files: a document with these headers loads only what has them too. */
const isolation = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

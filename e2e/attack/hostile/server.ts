/**
 * Stands for the rest of the web: serves an empty page without a policy on every host name, and records requests. Its
 * port differs from the world's, so each of its origins is unlisted, whatever its name looks like.
 */
import { listenOnLoopback } from '@airlock/service/listen.ts'

export type Strangers = {
  /** `http://<name>.localhost:<port>`. */
  readonly origin: (name: string) => string
  /** URLs requested since the last `forget`. */
  readonly asked: () => readonly string[]
  readonly forget: () => void
  readonly stop: () => Promise<void>
}

export async function startStrangers(): Promise<Strangers> {
  let asked: string[] = []
  const { port, close } = await listenOnLoopback((request, response) => {
    asked.push(`http://${request.headers.host}${request.url}`)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    response.end('<!doctype html><title>Stranger</title><button type="button">Press</button>')
  }, 0)
  return {
    origin: (name) => `http://${name}.localhost:${port}`,
    asked: () => [...asked],
    forget: () => {
      asked = []
    },
    stop: close,
  }
}

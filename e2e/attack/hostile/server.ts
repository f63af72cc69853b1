/**
 * The rest of the web: answers on every host name with an empty page of no policy, and remembers what was asked. Its port is not
 * the one of the world, so that each of its origins is a stranger's, whatever its name looks like.
 */
import { listenOnLoopback } from '@airlock/service/listen.ts'

export type Strangers = {
  /** `http://<name>.localhost:<port>`. */
  readonly origin: (name: string) => string
  /** Addresses that were asked for since the last `forget`. */
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

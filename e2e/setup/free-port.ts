/** A port that is free now. */
import { listenOnLoopback } from '@airlock/service/listen.ts'

export async function freePort(): Promise<number> {
  const server = await listenOnLoopback((_request, response) => response.end(), 0)
  await server.close()
  return server.port
}

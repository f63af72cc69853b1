import { request } from 'node:http'
import { expect, test } from 'vitest'
import { listenOnLoopback } from '../src/listen.ts'

const get = (host: string, port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ host, port }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test('one port answers on both loopback families, is refused a second time and ends when closed', async () => {
  const server = await listenOnLoopback((_request, response) => response.writeHead(204).end(), 0)
  expect(await get('127.0.0.1', server.port)).toBe(204)
  expect(await get('::1', server.port)).toBe(204)
  await expect(listenOnLoopback(() => undefined, server.port)).rejects.toThrow(`Port ${server.port} is already in use`)
  await server.close()
  await expect(get('127.0.0.1', server.port)).rejects.toThrow()
})

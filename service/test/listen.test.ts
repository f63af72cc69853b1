import { request } from 'node:http'
import { connect } from 'node:net'
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

test('a busy client is told to leave while the server ends, and does not hold it up', async () => {
  const waiting: (() => void)[] = []
  let arrived = () => {}
  const first = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const server = await listenOnLoopback((_request, response) => {
    waiting.push(() => response.end('ok'))
    arrived()
  }, 0)
  const socket = connect(server.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
    for (const answer of waiting.splice(0)) answer()
  })
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  ask()
  await first
  const ended = new Promise((resolve) => socket.on('close', resolve))
  const closed = server.close({ graceMs: 600_000 })
  ask()
  for (const answer of waiting.splice(0)) answer()
  await Promise.all([ended, closed])
  expect(heard.match(/^Connection: .*$/gm)).toEqual(['Connection: keep-alive', 'Connection: close'])
})

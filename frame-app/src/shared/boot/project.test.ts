import { projectElementId } from '@airlock/protocol/contracts/project.ts'
import { expect, test } from 'vitest'
import { readProject } from './project.ts'

const read = (record: object) => {
  const text = JSON.stringify(record)
  return readProject({ getElementById: (id) => (id === projectElementId ? { textContent: text } : null) })
}
const record = { projectId: 'p', hostOrigins: ['https://app.example'], rpc: {}, pinnedHosts: [], development: false }

test('a record is read from the document; without one, or with an unknown field, there is none', () => {
  expect(read(record)).toEqual(record)
  expect(() => read({ ...record, more: 1 })).toThrow()
  expect(() => readProject({ getElementById: () => null })).toThrow()
})

test('a WebSocket node is no node of the frames, so it makes no other one disputed', () => {
  const rpc = {
    'eip155:1': ['wss://a.example/ws', 'https://b.example/rpc', 'ws://127.0.0.1:1', 'http://127.0.0.1:2'],
    'eip155:10': ['wss://c.example'],
  }
  expect(read({ ...record, rpc }).rpc).toEqual({
    'eip155:1': ['https://b.example/rpc', 'http://127.0.0.1:2'],
    'eip155:10': [],
  })
})

import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { expect, test } from 'vitest'
import { findModal } from './surroundings.ts'

const project: ProjectRecord = {
  projectId: 'demo',
  hostOrigins: ['https://app.example', 'https://portal.example'],
  walletOrigin: 'https://wallet.example',
  modalOrigin: 'https://modal.example',
  rpc: {},
  pinnedHosts: [],
  development: false,
}
const standing = (origins: readonly string[], origin = 'https://wallet.example') => ({
  origin,
  ancestorOrigins: { length: origins.length, item: (index: number) => origins[index] ?? null },
})
const between = ['https://modal.example', 'https://app.example']

test('a wallet frame between its modal and a listed host speaks to the modal', () => {
  expect(findModal(standing(between), project)).toBe('https://modal.example')
})

test.each([
  ['directly in a host', ['https://app.example']],
  ['at the top', []],
  ['in its modal at the top', ['https://modal.example']],
  ['in another modal', ['https://evil.example', 'https://app.example']],
  ['in its modal in a page that is not listed', ['https://modal.example', 'https://evil.example']],
  ['in its modal in a listed page in another listed page', [...between, 'https://portal.example']],
  ['in a host in its modal', ['https://app.example', 'https://modal.example']],
  ['in a lookalike of its modal', ['https://modal.example.evil.example', 'https://app.example']],
])('a wallet frame %s is silent', (_, origins) => {
  expect(findModal(standing(origins), project)).toBeUndefined()
})

test('a wallet frame without an origin of its own, in a browser that hides its ancestors, or not deployed as a wallet is silent', () => {
  expect(findModal(standing(between, 'null'), project)).toBeUndefined()
  expect(findModal(standing(between, 'https://modal.example'), project)).toBeUndefined()
  expect(findModal({ origin: 'https://wallet.example' }, project)).toBeUndefined()
  const { modalOrigin: _, ...notWritten } = project
  expect(findModal(standing(between), notWritten)).toBeUndefined()
})

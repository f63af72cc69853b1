import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { describe, expect, test } from 'vitest'
import { findEmbedder } from './embedder.ts'

const project: ProjectRecord = {
  projectId: 'demo',
  hostOrigins: ['https://app.example', 'https://portal.example'],
  rpc: {},
  pinnedHosts: [],
  development: false,
}
const ancestors = (...origins: string[]) => ({
  ancestorOrigins: { length: origins.length, item: (index: number) => origins[index] ?? null },
  referrer: '',
})

describe('the embedder of the modal', () => {
  test('a listed parent is greeted', () => {
    expect(findEmbedder(ancestors('https://app.example'), project)).toBe('https://app.example')
  })

  test.each([
    ['an unlisted parent', ['https://evil.example']],
    ['a listed parent inside an unlisted page [T1]', ['https://app.example', 'https://evil.example']],
    ['a lookalike by suffix', ['https://app.example.evil.example']],
    ['another port', ['https://app.example:8443']],
    ['another scheme', ['http://app.example']],
    ['an opaque origin', ['null']],
    ['nobody', []],
  ])('%s hears nothing', (_, origins) => {
    expect(findEmbedder(ancestors(...origins), project)).toBeUndefined()
  })

  test('every ancestor being listed is enough', () => {
    expect(findEmbedder(ancestors('https://app.example', 'https://portal.example'), project)).toBe(
      'https://app.example',
    )
  })

  test('the referrer decides, exactly, if there are no ancestorOrigins', () => {
    expect(findEmbedder({ referrer: 'https://app.example/page' }, project)).toBe('https://app.example')
    expect(findEmbedder({ referrer: 'https://evil.example/https://app.example' }, project)).toBeUndefined()
    expect(findEmbedder({ referrer: '' }, project)).toBeUndefined()
  })
})

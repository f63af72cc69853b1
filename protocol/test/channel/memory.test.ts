import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemory } from '../../src/channel/memory.ts'

test('the last ids are remembered, each once, and no older one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer({ min: 0, max: 9 }).map(String)), (size, ids) => {
      const memory = createMemory(size)
      let last: string[] = []
      for (const id of ids) {
        memory.add(id)
        if (!last.includes(id)) last = [...last, id].slice(-size)
        for (const each of new Set(ids)) expect(memory.has(each)).toBe(last.includes(each))
      }
    }),
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { facts } from '@airlock/protocol/contracts/analytics-facts.ts'
import { expect, test } from 'vitest'
import { names, read, renew } from './events-docs.ts'

test('the table in docs/analytics.md is that of the schemas', () => {
  expect(renew(read())).toBe(read())
  expect(() => renew('no marks')).toThrow('marks')
})

const modal = resolve(import.meta.dirname, '../frame-app/src/modal')
const sources = readdirSync(modal, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(modal, file), 'utf8'))

test.each(names)('%s is sent by the modal if the table says so', (name) => {
  const isSent = sources.some((text) => text.includes(`track(context, '${name}'`) || text.includes(`name: '${name}'`))
  expect(isSent).toBe(!('absent' in facts[name]))
})

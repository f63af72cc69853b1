/** What the development policy adds, and that no build and no other origin can have it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { frameHeaders } from '@airlock/service/frames/headers.ts'
import { expect, test } from 'vitest'
import { developmentHeaders } from './policy.ts'

const hot = { nonce: 'bm9uY2U=', socket: 'ws://localhost:1234' }
const importMap = `'sha256-${'A'.repeat(43)}='`
const record = {
  projectId: 'page',
  hostOrigins: ['http://host.localhost:1'],
  rpc: { 'eip155:1': ['https://rpc.example/'] },
  pinnedHosts: [],
  development: true,
} as const
const deployed = new Headers(
  frameHeaders({
    kind: 'modal',
    importMap,
    record: {
      ...record,
      hostOrigins: [...record.hostOrigins],
      pinnedHosts: [],
      rpc: { 'eip155:1': ['https://rpc.example/'] },
    },
  }),
)
const directivesOf = (headers: Headers) => new Set(headers.get('Content-Security-Policy')?.split('; '))

test('the policy differs from the deployed one only in what the development server needs', () => {
  const headers = developmentHeaders(new URL('http://modal.localhost:5171/p/page/'), deployed, hot)
  const [before, after] = [directivesOf(deployed), directivesOf(headers)]
  expect([...after].filter((directive) => !before.has(directive))).toEqual([
    "script-src 'self' 'nonce-bm9uY2U='",
    "style-src 'self' 'nonce-bm9uY2U='",
    "connect-src https://rpc.example 'self' ws://localhost:1234",
  ])
  expect(before.size).toBe(after.size)
  expect(headers.get('Airlock-Development')).toMatch(/not the deployed policy/)
})

test('no other origin than a local one gets it', () => {
  expect(() => developmentHeaders(new URL('https://modal.example/p/page/'), deployed, hot)).toThrow('not a local world')
})

test.each(['frame', 'wallet', 'demo'])('the build of %s has no trace of the development server', (name) => {
  const folder = resolve(import.meta.dirname, '../../dist', name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(html|js)$/.test(file))
  expect(files.length).toBeGreaterThan(0)
  const found = files.filter((file) =>
    /@vite\/client|@react-refresh|import\.meta\.hot/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(found).toEqual([])
})

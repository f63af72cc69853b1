import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { expect, test } from 'vitest'
import { toAccount } from '../../session/snapshot.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { askedAbout, keptHere, seenByPage } from './privacy.ts'

const address = `0x${'ab'.repeat(20)}`
const active = `eip155:1:${address}` as const
const connection = (more: Partial<Connected> = {}): Connected => ({
  status: 'connected',
  wallet: { id: 'w', type: 'announced', name: 'Wallet' },
  accounts: [active],
  active,
  chainId: 'eip155:1',
  ...more,
})
const project: ProjectRecord = { projectId: 'p', hostOrigins: [], pinnedHosts: [], development: false, rpc: {} }
const identity = { name: 'ada.eth', avatar: '/v1/image/a/b', avatarUrl: 'https://gateway.example/v1/image/a/b' }

/** Told to the page, as the flow tells it. */
const told = (one: Connected, named = false): Account =>
  toAccount('eip155', one, {}, named ? { [address.toLowerCase()]: identity } : {})
const see = (one: Connected, named = false) =>
  seenByPage({ project }, { accounts: [told(one, named)], session: null }, [one])

test('the page sees the name and picture of an account, and the email address only where there is no name', () => {
  const always = ['address', 'network', 'wallet', 'balance', 'transactions', 'window']
  expect(new Set(see(connection()))).toEqual(new Set(always))
  expect(new Set(see(connection(), true))).toEqual(new Set([...always, 'name', 'picture']))
  const withEmail = connection({ profile: 'ada@engines.example' })
  expect(new Set(see(withEmail))).toEqual(new Set([...always, 'email']))
  expect(new Set(see(withEmail, true))).toEqual(new Set([...always, 'name', 'picture']))
})

test('a balance is named only where it can be read', () => {
  const onBitcoin = connection({ chainId: 'bip122:000000000019d6689c085ae165831e93' })
  expect(see(onBitcoin)).not.toContain('balance')
})

test('the listed services follow from the project record', () => {
  const ask = (more: Partial<ProjectRecord>, isCounted = false) =>
    askedAbout({ project: { ...project, ...more } }, [connection()], isCounted)
  expect(ask({})).toEqual([])
  expect(ask({ gatewayUrl: 'https://gateway.example' })).toEqual(['gateway', 'pictures'])
  expect(ask({ rpc: { 'eip155:1': ['https://node.example'] } })).toEqual(['nodes'])
  expect(ask({ analyticsUrl: 'https://count.example' })).toEqual([])
  expect(ask({ analyticsUrl: 'https://count.example' }, true)).toEqual(['counting'])
})

test('every key that the modal stores has words', () => {
  const modal = resolve(import.meta.dirname, '../..')
  const files = readdirSync(modal, { encoding: 'utf8', recursive: true }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const texts = files
    .map((file) => readFileSync(join(modal, file), 'utf8'))
    .filter((text) => text.includes('storage.write('))
  const written = texts.flatMap((text) =>
    [...text.matchAll(/(?:storage\.write\(|(?:key|folder|endedKey|keyOf)\b[^!=\n]*= .*?)['`]([a-z-]+\/?)/g)].map(
      ([, key]) => key ?? '',
    ),
  )
  expect(written.length).toBeGreaterThanOrEqual(5)
  const kept = keptHere({ keys: () => written })
  expect(kept).toEqual([
    'choices',
    'figures',
    'login',
    'network',
    'pairing',
    'recent',
    'recipients',
    'sellers',
    'transactions',
  ])
})

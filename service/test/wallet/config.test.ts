/** The environment of both roles: a valid one starts, and an invalid setting is named, without secrets in the text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSecretFile } from '../../src/crypto/secret.ts'
import { readRoleConfig } from '../../src/wallet/config.ts'
import { production } from '../records.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-role-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string) => join(folder, name)
createSecretFile(file('kek'))
createSecretFile(file('pepper'))
writeFileSync(file('weak'), `${'0'.repeat(64)}\n`, { mode: 0o400 })
writeFileSync(file('open'), 'x', { mode: 0o444 })
writeFileSync(file('projects.json'), JSON.stringify([production]))

const good = {
  AIRLOCK_SERVICE_URL: 'https://accounts.example',
  AIRLOCK_PROJECTS: file('projects.json'),
  AIRLOCK_DATABASE: file('wallet.db'),
  AIRLOCK_KEK_FILE: file('kek'),
  AIRLOCK_PEPPER_FILE: file('pepper'),
  AIRLOCK_SMTP_URL: 'smtp://user:tell-nobody@mail.example:587',
  AIRLOCK_MAIL_FROM: 'Airlock <wallet@example.org>',
  AIRLOCK_RECOVERY: 'person',
  AIRLOCK_PROXIES: '1',
}
type Change = Readonly<Record<string, string | undefined>>
const read = (change: Change = {}, role: 'wallet' | 'recovery' = 'wallet') =>
  readRoleConfig(role, { ...good, ...change })

describe('what an operator leaves out', () => {
  test('has the values of the guide: one port, no metrics, the table’s limits', () => {
    expect(read()).toMatchObject({ role: 'wallet', port: 5176, proxies: 1, metricsPort: undefined, limits: {} })
  })

  test('is never the number of proxies of a public service; on this machine alone there is none [C73]', () => {
    for (const role of ['wallet', 'recovery'] as const)
      for (const count of [undefined, '0'])
        expect(() => read({ AIRLOCK_PROXIES: count }, role)).toThrow(/^AIRLOCK_PROXIES is not set: say how many/)
    const local = { AIRLOCK_SERVICE_URL: 'http://accounts.localhost:5176', AIRLOCK_PROXIES: undefined }
    expect(read(local).proxies).toBe(0)
    expect(read({ ...local, AIRLOCK_PROXIES: '2' }).proxies).toBe(2)
  })

  test('is never who can bring a wallet back: that is chosen, and what is chosen is what is offered', () => {
    expect(() => read({ AIRLOCK_RECOVERY: undefined })).toThrow(/AIRLOCK_RECOVERY is not set: choose/)
    const url = 'https://recovery.example'
    const kinds = (change: Change) => read(change).recovery
    expect(kinds({})).toEqual({
      recoveryUrl: undefined,
      isRecoveryApart: false,
      recoveryKinds: ['passkey', 'password'],
    })
    expect(kinds({ AIRLOCK_RECOVERY: 'split', AIRLOCK_RECOVERY_URL: url })).toEqual({
      recoveryUrl: url,
      isRecoveryApart: true,
      recoveryKinds: ['passkey', 'password', 'escrow'],
    })
    expect(kinds({ AIRLOCK_RECOVERY: 'operator', AIRLOCK_RECOVERY_URL: url }).isRecoveryApart).toBe(false)
    expect(() => kinds({ AIRLOCK_RECOVERY: 'split' })).toThrow(/needs AIRLOCK_RECOVERY_URL/)
    const own = { AIRLOCK_RECOVERY: 'split', AIRLOCK_RECOVERY_URL: good.AIRLOCK_SERVICE_URL }
    expect(() => kinds(own)).toThrow(/needs a recovery role on another origin/)
    expect(read({ AIRLOCK_RECOVERY: undefined }, 'recovery').recovery.recoveryKinds).toEqual([])
  })
})

describe('a project record that names this service', () => {
  const url = 'https://recovery.example'
  const walletServiceUrl = good.AIRLOCK_SERVICE_URL
  const records = (...more: object[]) => {
    writeFileSync(file('records.json'), JSON.stringify([production, ...more.map((one) => ({ ...production, ...one }))]))
    return { AIRLOCK_PROJECTS: file('records.json'), AIRLOCK_RECOVERY_URL: url }
  }

  test.each(['split', 'operator'])(
    'names the recovery role of %s too: every wallet opens under every record',
    (AIRLOCK_RECOVERY) => {
      const one = { projectId: 'one', walletServiceUrl, recoveryServiceUrl: url }
      const two = { projectId: 'two', walletServiceUrl: `${walletServiceUrl}/`, recoveryServiceUrl: `${url}/` }
      const stranger = { projectId: 'stranger', walletServiceUrl: 'https://accounts.other.example' }
      expect(read({ ...records(one, two, stranger), AIRLOCK_RECOVERY }).projects.size).toBe(4)
      for (const recoveryServiceUrl of [undefined, 'https://recovery.other.example', `${url}:8443`, walletServiceUrl]) {
        const wrong = { projectId: 'wrong', walletServiceUrl, recoveryServiceUrl }
        expect(() => read({ ...records(one, wrong), AIRLOCK_RECOVERY })).toThrow(
          /^Project wrong: its recoveryServiceUrl has to be https:\/\/recovery\.example, the AIRLOCK_RECOVERY_URL of its wallet service$/,
        )
      }
    },
  )

  test('is its own affair where nothing is split, and in the recovery role', () => {
    const alone = { projectId: 'alone', walletServiceUrl }
    expect(read({ ...records(alone), AIRLOCK_RECOVERY: 'person' }).projects.size).toBe(2)
    expect(read({ ...records(alone), AIRLOCK_RECOVERY: undefined }, 'recovery').projects.size).toBe(2)
  })
})

test('limits are read by their names', () => {
  const limits = { AIRLOCK_LIMITS: ' mailsFromNetworkPerHour=100, mailsOfProjectPerHour=5000 ' }
  expect(read(limits).limits).toEqual({ mailsFromNetworkPerHour: 100, mailsOfProjectPerHour: 5000 })
})

test('on this machine alone a service may be plain', () => {
  for (const AIRLOCK_SERVICE_URL of ['http://127.0.0.1:5176', 'http://accounts.localhost:5176', 'http://localhost'])
    expect(read({ AIRLOCK_SERVICE_URL }).publicUrl).toBe(AIRLOCK_SERVICE_URL)
})

test.each<[string, Change, RegExp]>([
  ['a plain-text address', { AIRLOCK_SERVICE_URL: 'http://accounts.example' }, /AIRLOCK_SERVICE_URL/],
  ['an address that only begins like this machine', { AIRLOCK_SERVICE_URL: 'http://127.0.0.1.example' }, /SERVICE_URL/],
  ['an address with a path', { AIRLOCK_SERVICE_URL: 'https://accounts.example/v1' }, /AIRLOCK_SERVICE_URL/],
  ['no address', { AIRLOCK_SERVICE_URL: undefined }, /AIRLOCK_SERVICE_URL/],
  ['a port that is none', { AIRLOCK_SERVICE_PORT: '70000' }, /AIRLOCK_SERVICE_PORT/],
  ['no mail server', { AIRLOCK_SMTP_URL: undefined }, /AIRLOCK_SMTP_URL/],
  ['a mail server by another protocol', { AIRLOCK_SMTP_URL: 'https://mail.example' }, /AIRLOCK_SMTP_URL/],
  ['a sender with a header in it', { AIRLOCK_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, /AIRLOCK_MAIL_FROM/],
  ['too many proxies', { AIRLOCK_PROXIES: '9' }, /AIRLOCK_PROXIES/],
  ['a limit that is none', { AIRLOCK_LIMITS: 'mailsPerDay=5' }, /AIRLOCK_LIMITS: mailsPerDay=5/],
  ['a limit of nothing', { AIRLOCK_LIMITS: 'mailsOfProjectPerHour=0' }, /AIRLOCK_LIMITS/],
  ['a recovery that is none', { AIRLOCK_RECOVERY: 'everybody' }, /AIRLOCK_RECOVERY/],
  ['no projects', { AIRLOCK_PROJECTS: file('nowhere.json') }, /cannot be read as JSON/],
  ['another kind of database', { AIRLOCK_DATABASE: 'mysql://host/db' }, /AIRLOCK_DATABASE/],
  ['no KEK', { AIRLOCK_KEK_FILE: undefined }, /AIRLOCK_KEK_FILE is not set/],
  ['a KEK that is not there', { AIRLOCK_KEK_FILE: file('none') }, /AIRLOCK_KEK_FILE.*cannot be read/],
  ['a KEK that is not random', { AIRLOCK_KEK_FILE: file('weak') }, /AIRLOCK_KEK_FILE is not random/],
  [
    'a pepper that others may read',
    { AIRLOCK_PEPPER_FILE: file('open') },
    /AIRLOCK_PEPPER_FILE.*may be read by others/,
  ],
  ['one secret for both', { AIRLOCK_PEPPER_FILE: file('kek') }, /same secret/],
])('%s is refused and named', (_what, change, message) => {
  for (const role of ['wallet', 'recovery'] as const) {
    if (role === 'recovery' && 'AIRLOCK_RECOVERY' in change) continue
    expect(() => read(change, role)).toThrow(message)
  }
})

test('the password of the mail server is in no refusal', () => {
  const AIRLOCK_SMTP_URL = 'imap://user:tell-nobody@mail.example'
  let said = ''
  try {
    read({ AIRLOCK_SMTP_URL })
  } catch (error) {
    said = String(error)
  }
  expect(said).toContain('AIRLOCK_SMTP_URL')
  expect(said).not.toContain('tell-nobody')
})

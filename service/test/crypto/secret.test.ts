import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import { createLookup, lookupKinds } from '@airlock/service/crypto/lookup.ts'
import { createSecretFile, parseSecret, readSecretFile } from '@airlock/service/crypto/secret.ts'
import { openSecrets } from '@airlock/service/store/secrets.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'airlock-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fileWith = (text: string, mode = 0o400) => {
  files += 1
  const path = join(folder, `secret-${files}`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const fresh = () => {
  files += 1
  const path = join(folder, `secret-${files}`)
  createSecretFile(path)
  return path
}

describe('secrets', () => {
  test('32 random bytes are taken in hex and in both base64 alphabets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        fc.pre(new Set(bytes).size >= 20)
        for (const encoding of ['hex', 'base64', 'base64url'] as const)
          expect(parseSecret('X', Buffer.from(bytes).toString(encoding))).toEqual(bytes)
      }),
    )
  })

  test.each([
    ['nothing', '', 'is empty'],
    ['a short one', randomBytes(16).toString('base64'), 'is too short'],
    ['a long one', randomBytes(48).toString('base64'), 'is not 32 bytes'],
    ['a word', 'changeme', 'example value'],
    ['a word that was encoded', Buffer.from('changeme-changeme-changeme-12345').toString('base64'), 'example value'],
    ['counted digits', '0123456789abcdef'.repeat(4), 'example value'],
    ['zeros', Buffer.alloc(32).toString('base64'), 'is not random'],
    ['few different bytes', Buffer.from('abababababcdcdcdcdcdefefefefef12').toString('base64'), 'is not random'],
    ['a sentence', 'this is a sentence and no secret', 'example value'],
    ['not base64', `${'*'.repeat(43)}=`, 'is too short'],
  ])('%s is refused, and not repeated', (_, text, why) => {
    const refuse = () => parseSecret('AIRLOCK_KEK_FILE', text)
    expect(refuse).toThrow(why)
    expect(refuse).toThrow('AIRLOCK_KEK_FILE')
    if (text !== '') expect(refuse).not.toThrow(text)
  })

  test('a file that others may read, or a missing one, is refused', () => {
    const text = randomBytes(32).toString('base64')
    expect(() => readSecretFile('X', fileWith(text, 0o440))).toThrow('may be read by others')
    expect(() => readSecretFile('X', fileWith(text, 0o404))).toThrow('may be read by others')
    expect(readSecretFile('X', fileWith(text, 0o600))).toHaveLength(32)
    expect(() => readSecretFile('X', join(folder, 'nowhere'))).toThrow('cannot be read')
    expect(() => readSecretFile('X', undefined)).toThrow('is not set')
  })

  test('a new secret is valid, unique, private to its owner, and never overwrites a file', () => {
    const [one, two] = [fresh(), fresh()]
    expect(readSecretFile('X', one)).not.toEqual(readSecretFile('X', two))
    expect(statSync(one).mode & 0o777).toBe(0o400)
    expect(() => createSecretFile(one)).toThrow('EEXIST')
  })
})

describe('the settings of the store', () => {
  const settings = () => ({ name: 'accounts', database: '/data/wallet.db', kekFile: fresh(), pepperFile: fresh() })

  test('a file or a PostgreSQL URL', () => {
    expect(openSecrets(settings()).place).toEqual({ file: '/data/wallet.db' })
    const url = 'postgres://airlock@db.example/airlock'
    expect(openSecrets({ ...settings(), database: url }).place).toEqual({ url })
  })

  test('one secret for both is refused', () => {
    const both = fresh()
    expect(() => openSecrets({ ...settings(), kekFile: both, pepperFile: both })).toThrow('the same secret')
  })
})

test.each<[string, 'kekFile' | 'pepperFile', () => string, RegExp]>([
  ['a KEK that is not there', 'kekFile', () => join(folder, 'nowhere'), /accounts\.kekFile: .*nowhere cannot be read/],
  ['a KEK that is not random', 'kekFile', () => fileWith('0'.repeat(64)), /accounts\.kekFile is not random/],
  [
    'a pepper that others may read',
    'pepperFile',
    () => fileWith(randomBytes(32).toString('hex'), 0o444),
    /accounts\.pepperFile: .* may be read by others/,
  ],
])('%s is refused and named', (_what, key, path, message) => {
  const settings = { name: 'accounts', database: '/data/wallet.db', kekFile: fresh(), pepperFile: fresh() }
  expect(() => openSecrets({ ...settings, [key]: path() })).toThrow(message)
})

describe('look-ups', () => {
  const pepper = new Uint8Array(Buffer.alloc(32, 7))

  test('equal values have equal hashes; another kind or another pepper changes the hash', () => {
    const lookup = createLookup(pepper)
    expect(lookup('identity', 'alice@example.org')).toBe(createLookup(pepper)('identity', 'alice@example.org'))
    const hashes = lookupKinds.map((kind) => lookup(kind, 'alice@example.org'))
    expect(new Set([...hashes, createLookup(randomBytes(32))('identity', 'alice@example.org')]).size).toBe(
      lookupKinds.length + 1,
    )
  })

  test('one mailbox has one spelling', () => {
    expect(normalizeAddress(' Alice@Example.ORG ')).toBe('alice@example.org')
    expect(normalizeAddress('jose\u0301@example.org')).toBe(normalizeAddress('jos\u00e9@example.org'))
  })
})

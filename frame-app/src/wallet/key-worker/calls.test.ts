/** The Key Worker's methods with an IndexedDB implementation and a test service that follows the contract. */
import { pbkdf2Sync } from 'node:crypto'
import { verifyMessage } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { startCalls } from '../../../test/support/key-worker.ts'
import { outcome } from '../../../test/support/refusals.ts'
import { createTestService, prepareTestWallet, registerTestWallet } from '../../../test/support/wallet-service.ts'
import type { FailureCode } from '../key-link/failure.ts'
import { type AnswerOf, idleLockMs, type KeyWorkerCalls, type NewRecovery } from '../key-link/surface.ts'
import { fromText, toText } from './encoding.ts'
import { leafKeysOf } from './keys/accounts.ts'
import { type Bytes, random } from './keys/bytes.ts'
import { unwrapShare } from './keys/device.ts'
import { wordsOf } from './keys/mnemonic.ts'
import { joinEscrow } from './keys/recovery.ts'
import { openRecoveryShare } from './keys/recovery-share.ts'
import { joinShares } from './keys/shares.ts'
import { openEntropy } from './keys/wallet-key.ts'
import { serve } from './serve.ts'
import { openVault } from './vault.ts'

installIndexedDb()

const userId = 'user-0000000000001'
const passkey = { credentialId: toText(random(16)), prf: toText(random(32)) }
const escrow: NewRecovery = { kind: 'escrow' }
const fails = (code: FailureCode) => expect.objectContaining({ code }) as unknown

let partitions = 0
/** A storage partition with the Worker of a document in it; `restart` is a reload. */
function device() {
  const name = `partition-${partitions++}`
  const vault = openVault(name)
  return { name, vault, calls: startCalls(vault), restart: () => startCalls(openVault(name)) }
}
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})

const register = (calls: KeyWorkerCalls, recovery: NewRecovery[] = [escrow], from = service, user = userId) =>
  registerTestWallet(from, calls, { userId: user, recovery })
const candidateOf = (calls: KeyWorkerCalls, recovery: NewRecovery[], from = service) =>
  prepareTestWallet(from, calls, { userId, recovery })

/** With a service that was restored from a backup made between creation and activation. */
async function revive(calls: KeyWorkerCalls, session: Session, { walletId, shareSet }: AnswerOf<'create'>) {
  const [wallet, set] = [service.wallets.get(walletId), service.sets.get(shareSet.setId)]
  if (!wallet || !set) throw new Error('not stored')
  wallet.status = set.status = 'PENDING'
  const { nonce = '', ...stored } = await session.share(walletId, await calls.recipient({}))
  const { signature } = await calls.revive({ userId, stored, nonce })
  await session.activateWallet(walletId, { signature, nonce })
}

type Session = ReturnType<ReturnType<typeof createTestService>['as']>
const unlock = async (calls: KeyWorkerCalls, session: Session, walletId: string) =>
  calls.unlock({ userId, stored: await session.share(walletId, await calls.recipient({})) })

/** Enrols a new device, up to its candidate. */
async function enrol(calls: KeyWorkerCalls, walletId: string, by: 'escrow' | 'passkey', key = passkey) {
  const session = service.as(userId, (await calls.device({})).thumbprint)
  const opened = await session.openRecovery(walletId, await calls.recipient({}))
  const method = opened.methods.find(({ kind }) => kind === by)
  if (!method) throw new Error('no such method')
  const { methodId, sealedR } = method
  const place = { walletId, methodId, ...(await calls.recipient({})) }
  const recovery =
    by === 'passkey'
      ? ({ kind: by, methodId, sealedR, passkey: key } as const)
      : ({ kind: by, methodId, sealedR, sealedShare: await service.escrow.open(place) } as const)
  return { session, enrolled: await calls.enrol({ userId, set: opened.set, recovery }) }
}

/** Opens the recovery secret again, on a device that already has a set. */
async function recall(calls: KeyWorkerCalls, walletId: string) {
  const session = service.as(userId, (await calls.device({})).thumbprint)
  const { set, methods } = await session.openRecovery(walletId, await calls.recipient({}))
  const method = methods.find(({ kind }) => kind === 'escrow')
  if (!method) throw new Error('no such method')
  const { methodId, sealedR } = method
  const sealedShare = await service.escrow.open({ walletId, methodId, ...(await calls.recipient({})) })
  return calls.recall({ userId, set, recovery: { kind: 'escrow', methodId, sealedR, sealedShare } })
}

async function join(calls: KeyWorkerCalls, walletId: string, by: 'escrow' | 'passkey') {
  const { session, enrolled } = await enrol(calls, walletId, by)
  const { keyVersion, shareSet } = enrolled
  const { echo, nonce } = await session.addSet(walletId, { keyVersion, shareSet, ...(await calls.recipient({})) })
  const { setId } = shareSet
  const { signature } = await calls.confirm({ setId, echo, recoveryEchoes: [], nonce })
  await session.activateSet(walletId, setId, { signature, nonce })
  return { session, ...(await calls.activated({ userId, setId })) }
}
const signs = async (calls: KeyWorkerCalls, address: `0x${string}`) => {
  const { signed } = await calls.sign({ request: { kind: 'evmMessage', signer: address, message: '0x6869' } })
  return verifyMessage({ address, message: 'hi', signature: signed as `0x${string}` })
}

describe('a wallet', () => {
  test('is made, opens again after a reload, and signs; a second device opens the same one', async () => {
    const first = device()
    const { addresses, created, session } = await register(first.calls)
    expect(await signs(first.calls, addresses.eip155)).toBe(true)

    const reloaded = first.restart()
    await expect(signs(reloaded, addresses.eip155)).rejects.toEqual(fails('LOCKED'))
    expect(await unlock(reloaded, session, created.walletId)).toEqual({ addresses })
    expect(await signs(reloaded, addresses.eip155)).toBe(true)

    const second = device()
    const joined = await join(second.calls, created.walletId, 'escrow')
    expect(joined.addresses).toEqual(addresses)
    expect(await signs(second.calls, addresses.eip155)).toBe(true)
    expect(await unlock(second.restart(), joined.session, created.walletId)).toEqual({ addresses })
  })

  test('opens on a new device with the passkey alone', async () => {
    const { addresses, created } = await register(device().calls, [{ kind: 'passkey', passkey }])
    expect((await join(device().calls, created.walletId, 'passkey')).addresses).toEqual(addresses)
  })

  test('opens with device and passkey when the service is gone for good [F11]', async () => {
    const { calls, restart } = device()
    const { addresses } = await register(calls, [{ kind: 'passkey', passkey }])
    const alone = restart()
    expect(await alone.unlockAlone({ userId, passkey })).toEqual({ addresses })
    expect(await signs(alone, addresses.eip155)).toBe(true)
    await expect(alone.unlockAlone({ userId, passkey: { ...passkey, prf: toText(random(32)) } })).rejects.toEqual(
      fails('WRONG_RECOVERY'),
    )
  })

  test('takes a passkey while its secret is at hand, and then opens by it here and elsewhere', async () => {
    const { calls, restart } = device()
    const { addresses, created } = await register(calls)
    const { method } = await calls.addPasskey({ userId, passkey })
    service.active(userId)?.methods.push(method)
    expect(await restart().unlockAlone({ userId, passkey })).toEqual({ addresses })
    expect((await join(device().calls, created.walletId, 'passkey')).addresses).toEqual(addresses)
    await calls.lock({})
    await expect(calls.addPasskey({ userId, passkey })).rejects.toEqual(fails('LOCKED'))
  })

  test('becomes the device’s own at the next start if the service made it active before the device learned of it', async () => {
    const { calls, restart } = device()
    const { session, created, request } = await candidateOf(calls, [])
    const { setId, nonce } = request
    const { signature } = await calls.confirm(request)

    const reloaded = restart()
    await expect(unlock(reloaded, session, created.walletId)).rejects.toEqual(fails('NOT_PROVEN'))
    await session.activateWallet(created.walletId, { signature, nonce })
    expect(await unlock(reloaded, session, created.walletId)).toEqual({ addresses: created.addresses })
    expect((await reloaded.known({ userId })).sets).toEqual([expect.objectContaining({ setId, state: 'ACTIVE' })])
  })
})

test('a repeated activation signs what was proven at creation, and nothing else [C88]', async () => {
  const { calls, restart } = device()
  const { created, session } = await register(calls)
  const later = restart()
  await revive(later, session, created)
  const set = service.sets.get(created.shareSet.setId)
  if (!set) throw new Error('no set')
  set.status = 'PENDING'
  const { nonce = '', ...stored } = await session.share(created.walletId, await later.recipient({}))
  const other = await register(device().calls, [escrow], createTestService())
  for (const change of [
    { recoverySealed: other.created.shareSet.recoverySealed },
    { ciphertext: other.created.ciphertext },
  ])
    expect(await outcome([later.revive({ userId, stored: { ...stored, ...change }, nonce })])).toMatch(
      /^(NOT_PROVEN|WRONG_SHARES)$/,
    )
  // A candidate that was never active on this device has to be confirmed in the usual way.
  const pending = await candidateOf(device().calls, [escrow], createTestService())
  const attempt = device().calls.revive({ userId, stored: pending.request.echo, nonce: pending.request.nonce })
  await expect(attempt).rejects.toEqual(fails('NO_WALLET'))
})

describe('before it is proven that everything is stored', () => {
  async function candidate() {
    const { calls, vault } = device()
    return { calls, vault, ...(await candidateOf(calls, [escrow])) }
  }

  test('no address is given, and nothing is signed', async () => {
    const { calls, created } = await candidate()
    const { setId } = created.shareSet
    await expect(calls.activated({ userId, setId })).rejects.toEqual(fails('NOT_PROVEN'))
    await expect(signs(calls, created.addresses.eip155)).rejects.toEqual(fails('LOCKED'))
  })

  test('missing data on the device is detected', async () => {
    const { calls, vault, created, request } = await candidate()
    const record = await vault.set(created.shareSet.setId)
    if (!record) throw new Error('no record')
    await vault.put({ ...record, deviceShare: record.deviceShare.map((byte) => byte ^ 1) })
    await expect(calls.confirm(request)).rejects.toEqual(fails('WRONG_SHARES'))
    await vault.erase()
    await expect(calls.confirm(request)).rejects.toEqual(fails('NO_WALLET'))
  })

  test('[A19] any change of what the services stored is noticed', async () => {
    const other = await register(device().calls, [escrow], createTestService())
    const changes: ((kept: Awaited<ReturnType<typeof candidate>>) => void)[] = [
      ({ request }) => void Object.assign(request, { recoveryEchoes: [] }),
      ({ request }) => void Object.assign(request.echo, { setId: other.created.shareSet.setId }),
      ({ request }) => void Object.assign(request.echo, { keyVersion: 2 }),
      ({ request }) => void Object.assign(request.echo, { ciphertext: other.created.ciphertext }),
      ({ request }) => void Object.assign(request.echo, { addresses: other.addresses }),
      ({ request }) => void Object.assign(request.echo, { recoverySealed: other.created.shareSet.recoverySealed }),
      ({ request }) => void Object.assign(request.echo.sealedAuthShare, { ciphertext: toText(random(49)) }),
    ]
    const attempts = changes.map(async (change) => {
      const kept = await candidate()
      change(kept)
      await kept.calls.confirm(kept.request)
    })
    expect(await outcome(attempts)).toBe('NOT_PROVEN, UNREADABLE')
  })

  test('a wrong half at the recovery service is detected', async () => {
    const { calls, created, request } = await candidate()
    const [method] = created.methods
    if (!method) throw new Error('no method')
    service.halves.set(`${created.walletId}|${method.methodId}`, toText(random(32)))
    const { walletId } = created
    const { methodId } = method
    const sealedShare = await service.escrow.open({ walletId, methodId, ...(await calls.recipient({})) })
    const recoveryEchoes = [{ methodId, sealedShare }]
    await expect(calls.confirm({ ...request, recoveryEchoes })).rejects.toEqual(fails('NOT_PROVEN'))
  })
})

describe('[A20] a service that lies', () => {
  test('cannot give a device another wallet, an older key, or a new wallet in its place', async () => {
    const { calls, restart } = device()
    const { created, session } = await register(calls)
    const stranger = await register(device().calls, [escrow], service, 'user-0000000000002')
    const reloaded = restart()
    const stored = await session.share(created.walletId, await reloaded.recipient({}))
    const attempts = [
      reloaded.unlock({ userId, stored: { ...stored, walletId: stranger.created.walletId } }),
      reloaded.unlock({ userId, stored: { ...stored, addresses: stranger.addresses } }),
      reloaded.create({ userId, recovery: [] }),
    ]
    expect(await outcome(attempts)).toBe('WRONG_WALLET')
    const attempt = reloaded.unlock({ userId, stored: { ...stored, ciphertext: stranger.created.ciphertext } })
    await expect(attempt).rejects.toEqual(fails('WRONG_SHARES'))
    await expect(reloaded.unlock({ userId, stored: { ...stored, keyVersion: 0 } })).rejects.toEqual(
      fails('STALE_KEY_VERSION'),
    )
  })

  test('cannot give another user’s wallet to a new device', async () => {
    const { created } = await register(device().calls, [{ kind: 'passkey', passkey }])
    const stranger = await register(device().calls, [{ kind: 'passkey', passkey }], service, 'user-0000000000002')
    const wallet = service.active(userId)
    if (!wallet) throw new Error('no wallet')
    const { calls } = device()
    const refused = () => expect(enrol(calls, created.walletId, 'passkey')).rejects.toEqual(fails('WRONG_WALLET'))
    wallet.ciphertext = stranger.created.ciphertext
    await refused()
    wallet.ciphertext = created.ciphertext
    wallet.addresses = stranger.addresses
    await refused()
    wallet.addresses = created.addresses
    const wrong = { ...passkey, prf: toText(random(32)) }
    await expect(enrol(calls, created.walletId, 'passkey', wrong)).rejects.toEqual(fails('WRONG_WALLET'))
    expect((await join(calls, created.walletId, 'passkey')).addresses).toEqual(created.addresses)
  })
})

test('[A7] a copied partition opens nothing without the service, and its keys cannot be exported', async () => {
  const { calls, vault } = device()
  const { created } = await register(calls)
  const keys = await vault.deviceKeys()
  await expect(crypto.subtle.exportKey('raw', keys.wrap)).rejects.toThrow()
  await expect(crypto.subtle.exportKey('pkcs8', keys.proof.privateKey)).rejects.toThrow()
  const record = await vault.set(created.shareSet.setId)
  if (!record) throw new Error('no record')
  const share = await unwrapShare(keys, record.deviceShare, record)
  await expect(joinShares(share, share)).rejects.toEqual(fails('WRONG_SHARES'))
  expect(record.passkeys).toEqual([])
})

test('after the idle time the keys are forgotten; use puts it off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { calls } = device()
    const { addresses } = await register(calls)
    vi.advanceTimersByTime(idleLockMs - 1)
    expect(await signs(calls, addresses.eip155)).toBe(true)
    vi.advanceTimersByTime(idleLockMs - 1)
    expect((await calls.known({ userId })).unlocked).toBe(true)
    vi.advanceTimersByTime(1)
    await expect(signs(calls, addresses.eip155)).rejects.toEqual(fails('LOCKED'))
    expect((await calls.known({ userId })).unlocked).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('locking keeps the device share; forgetting makes a new device', async () => {
  const { calls } = device()
  const { created, session, addresses } = await register(calls)
  const before = await calls.device({})
  await calls.lock({})
  expect(await unlock(calls, session, created.walletId)).toEqual({ addresses })
  await calls.forget({})
  expect(await calls.known({ userId })).toEqual({
    sets: [],
    unlocked: false,
    passkeys: [],
    hasRecoverySecret: false,
  })
  expect((await calls.device({})).thumbprint).not.toBe(before.thumbprint)
  await expect(unlock(calls, session, created.walletId)).rejects.toEqual(fails('NO_WALLET'))
})

test('a wallet that was made without any recovery method keeps its secret on this device, where its own key alone opens it', async () => {
  const { calls, restart, vault } = device()
  const { created, session, addresses } = await register(calls, [])
  const later = restart()
  expect((await later.known({ userId })).hasRecoverySecret).toBe(false)
  await expect(later.addPasskey({ userId, passkey })).rejects.toEqual(fails('LOCKED'))
  await unlock(later, session, created.walletId)
  expect((await later.known({ userId })).hasRecoverySecret).toBe(true)
  const { method } = await later.addPasskey({ userId, passkey })
  service.active(userId)?.methods.push(method)

  const second = device()
  expect((await join(second.calls, created.walletId, 'passkey')).addresses).toEqual(addresses)
  const [own] = await vault.setsOf(userId)
  const [other] = await second.vault.setsOf(userId)
  expect([own?.keptSecret?.length, other?.keptSecret]).toEqual([12 + 32 + 16, undefined])

  const escrowed = device()
  await register(escrowed.calls, [escrow], createTestService())
  expect((await escrowed.vault.setsOf(userId))[0]?.keptSecret).toBeUndefined()
})

test('a passkey can be added later, when another method has opened the recovery secret again', async () => {
  const { calls, restart } = device()
  const { created, session, addresses } = await register(calls)
  expect((await calls.known({ userId })).hasRecoverySecret).toBe(true)
  const later = restart()
  await unlock(later, session, created.walletId)
  expect((await later.known({ userId })).hasRecoverySecret).toBe(false)
  await expect(later.addPasskey({ userId, passkey })).rejects.toEqual(fails('NO_RECOVERY'))
  expect(await recall(later, created.walletId)).toEqual({ addresses })
  const { method } = await later.addPasskey({ userId, passkey })
  expect(method).toMatchObject({ kind: 'passkey', credentialId: passkey.credentialId })
  const alone = restart()
  expect((await alone.known({ userId })).passkeys).toEqual([passkey.credentialId])
  expect(await alone.unlockAlone({ userId, passkey })).toEqual({ addresses })
})

test('tabs that write to one set at once lose no passkey of each other', async () => {
  const { name, vault, calls } = device()
  const other = openVault(name)
  const { addresses, created } = await register(calls, [{ kind: 'passkey', passkey }])
  const { setId } = created.shareSet
  const before = await other.set(setId)
  if (!before) throw new Error('no set')
  // One tab adds a passkey after another has read the set and before it settles it.
  const later = { credentialId: toText(random(16)), prf: toText(random(32)) }
  await calls.addPasskey({ userId, passkey: later })
  await other.settle(before)
  expect((await calls.known({ userId })).passkeys).toEqual([passkey.credentialId, later.credentialId])
  expect(await startCalls(other).unlockAlone({ userId, passkey: later })).toEqual({ addresses })

  // Two tabs add one passkey each, and one of them adds its own again.
  const copies = [1, 2].map((byte) => ({ credentialId: toText(random(16)), wrappedR: new Uint8Array([byte]) }))
  const [mine, yours] = copies
  if (!mine || !yours) throw new Error('two copies')
  await Promise.all([vault.addPasskey(userId, mine), other.addPasskey(userId, yours)])
  await vault.addPasskey(userId, { ...mine, wrappedR: new Uint8Array([3]) })
  const record = await vault.set(setId)
  expect(record?.passkeys.map(({ credentialId }) => credentialId).sort()).toEqual(
    [passkey, later, mine, yours].map(({ credentialId }) => credentialId).sort(),
  )
  expect(record?.passkeys.find(({ credentialId }) => credentialId === mine.credentialId)?.wrappedR).toEqual(
    new Uint8Array([3]),
  )
})

test('a removed passkey leaves no data, even if another tab has read the set before', async () => {
  const { name, vault, calls } = device()
  const { created } = await register(calls, [{ kind: 'passkey', passkey }])
  const second = { ...passkey, credentialId: toText(random(16)) }
  await calls.addPasskey({ userId, passkey: second })
  const other = openVault(name)
  const before = await other.set(created.shareSet.setId)
  if (!before) throw new Error('no set')
  await calls.dropPasskey({ userId, credentialId: passkey.credentialId })
  await other.settle(before)
  expect((await calls.known({ userId })).passkeys).toEqual([second.credentialId])
  await expect(calls.unlockAlone({ userId, passkey })).rejects.toEqual(fails('NO_WALLET'))
  expect((await vault.set(created.shareSet.setId))?.passkeys).toHaveLength(1)
})

test('a set that another tab has removed is not brought back by a passkey', async () => {
  const { vault, calls } = device()
  const { created } = await register(calls)
  await vault.erase()
  await expect(calls.addPasskey({ userId, passkey })).rejects.toEqual(fails('NO_WALLET'))
  expect(await vault.set(created.shareSet.setId)).toBeUndefined()
})

test('a removed device gets a new id, and keeps its stored data', async () => {
  const { calls, restart } = device()
  const { addresses } = await register(calls, [{ kind: 'passkey', passkey }])
  const before = await calls.device({})
  await calls.renew({})
  expect((await calls.known({ userId })).unlocked).toBe(false)
  const after = await restart().device({})
  expect(after.thumbprint).not.toBe(before.thumbprint)
  expect(await calls.device({})).toEqual(after)
  expect(await restart().unlockAlone({ userId, passkey })).toEqual({ addresses })
})

test('two tabs that ask for the device’s keys at once get the same', async () => {
  const { calls, restart } = device()
  const names = await Promise.all([calls, restart(), restart()].map((tab) => tab.device({})))
  expect(new Set(names.map(({ thumbprint }) => thumbprint)).size).toBe(1)
})

describe('[A3] no answer of any method holds a key, except that of an export', () => {
  test('any call of any method, and any form in which the key could be written [T5]', async () => {
    const { vault, calls } = device()
    const answers: unknown[] = []
    const called = new Set<string>()
    const listening = new Proxy(calls, {
      get: (target, name: keyof KeyWorkerCalls) => async (request: never) => {
        called.add(name)
        const call: (request: never) => Promise<unknown> = target[name]
        const answer = await call(request)
        answers.push(answer)
        return answer
      },
    })
    const { created, session, addresses } = await register(listening, [escrow, { kind: 'passkey', passkey }])
    await signs(listening, addresses.eip155)
    await listening.prove({ method: 'GET', url: 'https://wallet.example/v1/user' })
    await listening.addPasskey({ userId, passkey: { ...passkey, credentialId: toText(random(16)) } })
    await listening.known({ userId })
    await unlock(listening, session, created.walletId)
    await listening.unlockAlone({ userId, passkey })
    await revive(listening, session, created)
    await listening.restore({ userId, passkey })
    await listening.dropPasskey({ userId, credentialId: passkey.credentialId })
    await recall(listening, created.walletId)

    // The secrets are rebuilt from the data of both services and the device, to search for them.
    const secrets = await rebuild(created, vault)
    expect((await leafKeysOf(secrets.entropy)).eip155).toEqual(secrets.evmKey)
    const foundIn = (text: string) =>
      Object.entries(secrets).flatMap(([name, secret]) =>
        (['hex', 'base64', 'base64url', 'utf8'] as const).some((form) =>
          text.includes(Buffer.from(secret).toString(form).replace(/=+$/, '').toLowerCase()),
        )
          ? [name]
          : [],
      )
    const text = JSON.stringify(answers).toLowerCase()
    expect(foundIn(text)).toEqual([])
    // Proves that the search works: one half of the recovery secret has to be in the answers.
    expect(text).toContain(created.recoveryShares[0]?.share.toLowerCase())

    // The exception, which needs a ticket: `export.test.ts`.
    const wanted = { walletId: created.walletId, what: 'words', ...(await calls.recipient({})) } as const
    const { secret } = await calls.export({ userId, ticket: await session.exportTicket(wanted) })
    expect(secret).toBe(wordsOf(secrets.entropy))
    const kit = await calls.export({
      userId,
      ticket: await session.exportTicket({ ...wanted, what: 'kit', ...(await calls.recipient({})) }),
    })
    const typed = { kit: kit.secret, password: kit.password ?? '' }
    expect(await listening.checkKit({ walletId: created.walletId, kit: typed })).toEqual({})
    const proof = await listening.provePassword({ salt: toText(random(16)), password: typed.password })
    expect(Object.keys(proof)).toEqual(['access'])
    called.add('export')

    // A new key, which takes the old one along.
    const ticket = await session.exportTicket({ ...wanted, what: 'rotation', ...(await calls.recipient({})) })
    const { recoveryShares: _, ...next } = await listening.rotate({ userId, ticket, recovery: [] })
    const { echo, nonce } = await session.createWallet({ ...next, ...(await calls.recipient({})) })
    const { setId } = next.shareSet
    const { signature } = await listening.confirm({ setId, echo, recoveryEchoes: [], nonce })
    await session.activateWallet(next.walletId, { signature, nonce })
    await listening.activated({ userId, setId })
    await listening.openFormer({ userId, stored: await session.share(next.walletId, await calls.recipient({})) })
    const fees = { gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' } as const
    const rest = { token: `0x${'00'.repeat(20)}`, id: '0x0' } as const
    await listening.sweep({ request: { kind: 'native', chainId: 1, nonce: 0, amount: '0x1', ...rest, ...fees } })
    await listening.dropFormer({ userId })
    expect(foundIn(JSON.stringify(answers).toLowerCase())).toEqual([])

    const other = device()
    const elsewhere = new Proxy(other.calls, {
      get: (target, name: keyof KeyWorkerCalls) => async (request: never) => {
        called.add(name)
        const call: (request: never) => Promise<unknown> = target[name]
        const answer = await call(request)
        expect(JSON.stringify(answer)).not.toContain(toText(secrets.entropy))
        return answer
      },
    })
    await join(elsewhere, created.walletId, 'escrow')
    await elsewhere.lock({})
    await elsewhere.renew({})
    await elsewhere.forget({})
    expect([...called].sort()).toEqual(Object.keys(calls).sort())
  })

  async function rebuild(created: AnswerOf<'create'>, vault: ReturnType<typeof openVault>) {
    const [method] = created.methods
    const [half] = created.recoveryShares
    const record = await vault.set(created.shareSet.setId)
    if (!method || !half || !record) throw new Error('not all is there')
    const deviceShare = await unwrapShare(await vault.deviceKeys(), record.deviceShare, record)
    const recoverySecret = joinEscrow(fromText(method.wrappedR), fromText(half.share))
    const recoveryShare = await openRecoveryShare(recoverySecret, record.recoverySealed, record)
    const walletKey = await joinShares(deviceShare, recoveryShare)
    const entropy = await openEntropy(walletKey, record.ciphertext, created)
    const words = wordsOf(entropy)
    const seed = new Uint8Array(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512'))
    const { eip155: evmKey, solana: solanaKey } = await leafKeysOf(entropy)
    const all: Record<string, Bytes> = { deviceShare, recoverySecret, recoveryShare, walletKey, seed, solanaKey }
    return { ...all, entropy, evmKey, words: new TextEncoder().encode(words) }
  }
})

describe('the server of the calls', () => {
  test('answers a call that does not fit with a code and nothing else', async () => {
    const served = serve(device().calls)
    for (const request of [undefined, null, 'x', {}, { userId: 7 }, { userId, more: 1 }])
      expect(await served.unlock(request)).toEqual({ ok: false, code: 'BAD_CALL' })
    expect(await served.sign({ request: { kind: 'evmDigest', signer: '0x', digest: '0x' } })).toEqual({
      ok: false,
      code: 'BAD_CALL',
    })
  })

  test('returns only fields of the answer’s schema, and only codes of errors', async () => {
    const { calls } = device()
    const { recipient } = await calls.recipient({})
    const careless = { ...calls, recipient: () => Promise.resolve({ recipient, key: 'secret' }) }
    expect(await serve(careless).recipient({})).toEqual({ ok: false, code: 'INTERNAL' })
    const failing = { ...calls, lock: () => Promise.reject(new Error('secret')) }
    expect(await serve(failing).lock({})).toEqual({ ok: false, code: 'INTERNAL' })
  })

  test('reports it if the browser stores nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    expect(await serve(startCalls(openVault('none'))).device({})).toEqual({ ok: false, code: 'STORAGE' })
    vi.unstubAllGlobals()
  })
})

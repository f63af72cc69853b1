/**
 * A call that fails leaves no secret in memory. Each step of a call in WebCrypto or storage is made to fail once, and then every buffer
 * that held a secret is checked. The secrets are recorded where they are created; the code runs unchanged.
 */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startCalls } from '../../../test/support/key-worker.ts'
import { createTestService, prepareTestWallet, registerTestWallet } from '../../../test/support/wallet-service.ts'
import type { KeyWorkerCalls } from '../key-link/surface.ts'
import { toText } from './encoding.ts'
import { random } from './keys/bytes.ts'
import { openVault, type Vault } from './vault.ts'

const { noted, note } = vi.hoisted(() => {
  const noted: Uint8Array[] = []
  const note = <T extends Uint8Array>(secret: T): T => {
    noted.push(secret)
    return secret
  }
  return { noted, note }
})
vi.mock(import('./keys/shares.ts'), async (original) => {
  const { splitKey, joinShares, ...others } = await original()
  return {
    ...others,
    joinShares: async (one, other) => note(await joinShares(one, other)),
    splitKey: async (key) => {
      const shares = await splitKey(key)
      for (const share of Object.values(shares)) note(share)
      return shares
    },
  }
})
vi.mock(import('./keys/accounts.ts'), async (original) => {
  const { leafKeysOf, ...others } = await original()
  return {
    ...others,
    leafKeysOf: async (entropy) => {
      const keys = await leafKeysOf(entropy)
      note(keys.eip155)
      note(keys.solana)
      return keys
    },
  }
})
vi.mock(import('./keys/wallet-key.ts'), async (original) => {
  const { openEntropy, ...others } = await original()
  return { ...others, openEntropy: async (...given) => note(await openEntropy(...given)) }
})
vi.mock(import('./keys/device.ts'), async (original) => {
  const { unwrapShare, ...others } = await original()
  return { ...others, unwrapShare: async (...given) => note(await unwrapShare(...given)) }
})
vi.mock(import('./keys/recovery-share.ts'), async (original) => {
  const { openRecoveryShare, ...others } = await original()
  return { ...others, openRecoveryShare: async (...given) => note(await openRecoveryShare(...given)) }
})
vi.mock(import('./keys/recovery.ts'), async (original) => {
  const { createRecoverySecret, unwrapWithPrf, unwrapWithKey, joinEscrow, deriveBytes, splitEscrow, ...others } =
    await original()
  return {
    ...others,
    createRecoverySecret: () => note(createRecoverySecret()),
    unwrapWithPrf: async (...given) => note(await unwrapWithPrf(...given)),
    unwrapWithKey: async (...given) => note(await unwrapWithKey(...given)),
    joinEscrow: (...given) => note(joinEscrow(...given)),
    deriveBytes: async (...given) => note(await deriveBytes(...given)),
    splitEscrow: (secret) => {
      const [one, other] = splitEscrow(secret)
      return [one, note(other)]
    },
  }
})

const userId = 'user-0000000000001'
const passkey = { credentialId: toText(random(16)), prf: toText(random(32)) }
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})
afterEach(() => {
  vi.restoreAllMocks()
  noted.length = 0
})

/** Counts calls of WebCrypto and storage, and makes one of them fail. */
const steps = { taken: 0, failing: -1 }
class Failed extends Error {}
const step = () => {
  if (steps.taken++ === steps.failing) throw new Failed()
}
const failingVault = (vault: Vault): Vault =>
  new Proxy(vault, {
    get: (target, name: keyof Vault) => async (argument: never, more: never) => {
      step()
      const method: (argument: never, more: never) => Promise<unknown> = target[name]
      return method(argument, more)
    },
  })
function watchCrypto() {
  const { subtle } = crypto
  for (const name of ['encrypt', 'decrypt', 'digest', 'deriveBits', 'deriveKey', 'importKey', 'sign'] as const) {
    const real: (...given: never[]) => Promise<unknown> = subtle[name].bind(subtle)
    const watched = async (...given: never[]) => {
      step()
      return real(...given)
    }
    vi.spyOn(subtle, name).mockImplementation(watched as never) // as: same parameters and result as the method itself
  }
}

let partitions = 0
/** A partition with a Worker; `again` is the Worker after a reload. */
function device() {
  const vault = openVault(`wiped-${partitions++}`)
  const again = () => startCalls(failingVault(vault))
  return { calls: again(), again }
}
type Way = 'none' | 'passkey' | 'escrow'
const recoveryOf = (way: Way) =>
  (({ none: [], passkey: [{ kind: 'passkey', passkey }], escrow: [{ kind: 'escrow' }] }) as const)[way]

/** A stored candidate, before the call of `confirm`. */
const candidate = (calls: KeyWorkerCalls, way: Way) =>
  prepareTestWallet(service, calls, { userId, recovery: [...recoveryOf(way)] })
async function registered(calls: KeyWorkerCalls, way: Way) {
  const { session, created } = await registerTestWallet(service, calls, { userId, recovery: [...recoveryOf(way)] })
  return { session, walletId: created.walletId }
}
async function recovery(calls: KeyWorkerCalls, walletId: string, way: 'passkey' | 'escrow') {
  const session = service.as(userId, (await calls.device({})).thumbprint)
  const { recipient } = await calls.recipient({})
  const { set, methods } = await session.openRecovery(walletId, { recipient })
  const [method] = methods
  if (!method) throw new Error('no method')
  const { methodId, sealedR } = method
  const given =
    way === 'passkey'
      ? ({ kind: way, methodId, sealedR, passkey } as const)
      : ({
          kind: way,
          methodId,
          sealedR,
          sealedShare: await service.escrow.open({ walletId, methodId, recipient }),
        } as const)
  return { userId, set, recovery: given }
}

/** Each prepares everything that its call needs, and returns the call. */
const calls: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  ...Object.fromEntries(
    (['none', 'passkey', 'escrow'] as const).map((way) => [
      `create, with ${way}`,
      async () => {
        const { calls } = device()
        return () => calls.create({ userId, recovery: [...recoveryOf(way)] })
      },
    ]),
  ),
  ...Object.fromEntries(
    (['passkey', 'escrow'] as const).map((way) => [
      `enrol, by ${way}`,
      async () => {
        const { walletId } = await registered(device().calls, way)
        const { calls } = device()
        const request = await recovery(calls, walletId, way)
        return () => calls.enrol(request)
      },
    ]),
  ),
  'enrol, by what the device keeps': async () => {
    const { calls, again } = device()
    const { session, walletId } = await registered(calls, 'none')
    const later = again()
    const set = await session.share(walletId, await later.recipient({}))
    return () => later.enrol({ userId, set, recovery: { kind: 'device' } })
  },
  'recall, by escrow': async () => {
    const { calls, again } = device()
    const { walletId } = await registered(calls, 'escrow')
    const later = again()
    const request = await recovery(later, walletId, 'escrow')
    return () => later.recall(request)
  },
  activated: async () => {
    const { calls } = device()
    const { session, created, request } = await candidate(calls, 'escrow')
    const { setId, nonce } = request
    const { signature } = await calls.confirm(request)
    await session.activateWallet(created.walletId, { signature, nonce })
    return () => calls.activated({ userId, setId })
  },
  unlock: async () => {
    const { calls, again } = device()
    const { session, walletId } = await registered(calls, 'none')
    const later = again()
    const stored = await session.share(walletId, await later.recipient({}))
    return () => later.unlock({ userId, stored })
  },
  revive: async () => {
    const { calls, again } = device()
    const { session, walletId } = await registered(calls, 'none')
    for (const kept of [...service.wallets.values(), ...service.sets.values()]) kept.status = 'PENDING'
    const later = again()
    const { nonce = '', ...stored } = await session.share(walletId, await later.recipient({}))
    return () => later.revive({ userId, stored, nonce })
  },
  unlockAlone: async () => {
    const { calls, again } = device()
    await registered(calls, 'passkey')
    return () => again().unlockAlone({ userId, passkey })
  },
  restore: async () => {
    const { calls, again } = device()
    await registered(calls, 'passkey')
    return () => again().restore({ userId, passkey })
  },
  ...Object.fromEntries(
    (['words', 'eip155', 'solana'] as const).map((what) => [
      `export of ${what}`,
      async () => {
        const { calls } = device()
        const { session, walletId } = await registered(calls, 'none')
        const ticket = await session.exportTicket({ walletId, what, ...(await calls.recipient({})) })
        noted.length = 0
        return () => calls.export({ userId, ticket })
      },
    ]),
  ),
  confirm: async () => {
    const { calls } = device()
    const { request } = await candidate(calls, 'escrow')
    return () => calls.confirm(request)
  },
}
/**
 * A call that removes its candidate, or uses its ticket, can be made only once; the secrets of the candidate count too. An export leaves
 * nothing even if it succeeds.
 */
const isOnce = (name: string) => name === 'activated' || name.startsWith('export')
const isWiped = (secret: Uint8Array) => secret.every((byte) => byte === 0)

describe('[C81] a call that fails at any of its steps leaves no secret', () => {
  test.each(Object.keys(calls))('%s', async (name) => {
    const prepare = calls[name]
    if (!prepare) throw new Error('no such call')
    let failures = 0
    let call = await prepare()
    for (let failing = 0; ; failing++) {
      if (!isOnce(name)) noted.length = 0
      else if (failing > 0) {
        noted.length = 0
        service = createTestService()
        call = await prepare()
      }
      watchCrypto()
      Object.assign(steps, { taken: 0, failing })
      const hasFailed = await call().then(
        () => false,
        () => true,
      )
      vi.restoreAllMocks()
      const { taken } = steps
      Object.assign(steps, { failing: -1 })
      if (hasFailed) {
        failures += 1
        const left = noted.filter((secret) => !isWiped(secret)).length
        expect({ failing, left }).toEqual({ failing, left: 0 })
      }
      if (taken <= failing) break
    }
    expect(failures).toBeGreaterThan(0)
  })

  test.each(['words', 'eip155', 'solana'])('an export of %s that succeeds leaves none', async (what) => {
    const call = await calls[`export of ${what}`]?.()
    await call?.()
    expect(noted.length).toBeGreaterThan(3)
    expect(noted.filter((secret) => !isWiped(secret))).toHaveLength(0)
  })

  test('the recorded buffers are the secrets: a call that succeeds leaves those that it needs', async () => {
    const call = await calls.unlock?.()
    noted.length = 0
    await call?.()
    expect(noted.filter((secret) => !isWiped(secret))).toHaveLength(3)
  })
})

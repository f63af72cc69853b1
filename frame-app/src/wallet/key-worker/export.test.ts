/** The one call of the Key Worker that returns secret text: what it needs, and that other libraries read what it returns. */
import type { ExportKind, ExportTicket } from '@airlock/protocol/wallet-service/shapes.ts'
import { sharePlaceText } from '@airlock/protocol/wallet-service/texts.ts'
import { base58 } from '@scure/base'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Keypair } from '@solana/web3.js'
import { HDNodeWallet, Wallet } from 'ethers'
import { HDKey } from 'micro-key-producer/slip10.js'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { cheapHash, startCalls } from '../../../test/support/key-worker.ts'
import { createTestService, registerTestWallet } from '../../../test/support/wallet-service.ts'
import type { FailureCode } from '../key-link/failure.ts'
import type { NewRecovery } from '../key-link/surface.ts'
import { openKit } from './kit/kit.ts'
import { serve } from './serve.ts'
import { openVault } from './vault.ts'

installIndexedDb()

const userId = 'user-0000000000001'
const fails = (code: FailureCode) => expect.objectContaining({ code }) as unknown

let partitions = 0
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})
afterEach(() => {
  vi.useRealTimers()
})

async function register(user = userId, recovery: NewRecovery[] = []) {
  const name = `export-${partitions++}`
  const calls = startCalls(openVault(name))
  const { session, created, addresses } = await registerTestWallet(service, calls, { userId: user, recovery })
  const { walletId } = created
  const ticket = async (what: ExportKind) => session.exportTicket({ walletId, what, ...(await calls.recipient({})) })
  const take = async (what: ExportKind) => calls.export({ userId: user, ticket: await ticket(what) })
  const secret = async (what: ExportKind) => (await take(what)).secret
  return { name, calls, session, walletId, addresses, ticket, take, secret }
}

describe('other libraries', () => {
  test('the words give the same addresses [F11]', async () => {
    const { secret, addresses } = await register()
    const words = await secret('words')
    expect(words.split(' ')).toHaveLength(12)
    expect(validateMnemonic(words, wordlist)).toBe(true)
    expect(HDNodeWallet.fromPhrase(words).address).toBe(addresses.eip155)
    expect(mnemonicToAccount(words).address).toBe(addresses.eip155)
    const leaf = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/501'/0'/0'")
    expect(Keypair.fromSeed(leaf.privateKey).publicKey.toBase58()).toBe(addresses.solana)
  })

  test('each key gives its address', async () => {
    const { secret, addresses } = await register()
    expect(new Wallet(await secret('eip155')).address).toBe(addresses.eip155)
    const pair = Keypair.fromSecretKey(base58.decode(await secret('solana')))
    expect(pair.publicKey.toBase58()).toBe(addresses.solana)
  })
})

describe('a recovery kit', () => {
  const passkey = { credentialId: 'Y3JlZA', prf: 'A'.repeat(43) }

  test('opens the wallet without service and device, and only its own export has the six words [C278]', async () => {
    const { take, addresses, calls, session, walletId } = await register()
    // Opened again: a wallet without recovery methods keeps the secret on its device.
    await calls.lock({})
    await calls.unlock({ userId, stored: await session.share(walletId, await calls.recipient({})) })
    const { secret, password = '' } = await take('kit')
    expect((await openKit(secret, password, cheapHash)).addresses).toEqual(addresses)
    expect(await take('words')).not.toHaveProperty('password')
  })

  test('is made while the recovery secret is in memory, and not when only shares are at hand', async () => {
    const { take, calls, session, walletId } = await register(userId, [{ kind: 'passkey', passkey }])
    expect(await take('kit')).toHaveProperty('password')
    await calls.lock({})
    await calls.unlock({ userId, stored: await session.share(walletId, await calls.recipient({})) })
    await expect(take('kit')).rejects.toEqual(fails('NO_RECOVERY'))
  })

  test('needs a ticket for a kit [C278]', async () => {
    const { calls, ticket } = await register()
    for (const what of ['words', 'eip155'] as const)
      await expect(calls.export({ userId, ticket: { ...(await ticket(what)), what: 'kit' } })).rejects.toEqual(
        fails('NO_TICKET'),
      )
  })
})

describe('a ticket', () => {
  test('is valid once, also for two calls at the same time [C273]', async () => {
    const { calls, ticket } = await register()
    const used = await ticket('words')
    await calls.export({ userId, ticket: used })
    await expect(calls.export({ userId, ticket: used })).rejects.toEqual(fails('NO_TICKET'))
    const twice = await ticket('words')
    const answers = await Promise.allSettled([1, 2].map(() => calls.export({ userId, ticket: twice })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('gives what it names and nothing else [C273]', async () => {
    const { calls, ticket } = await register()
    const forKey: ExportTicket = { ...(await ticket('eip155')), what: 'words' }
    await expect(calls.export({ userId, ticket: forKey })).rejects.toEqual(fails('NO_TICKET'))
  })

  test('is valid for a minute [C273]', async () => {
    const { calls, ticket } = await register()
    const late = await ticket('words')
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 61_000)
    await expect(calls.export({ userId, ticket: late })).rejects.toEqual(fails('NO_TICKET'))
    vi.restoreAllMocks()
  })

  test('is valid for the device and the user that it was made for [C273]', async () => {
    const owner = await register()
    const other = await register('user-0000000000002')
    const foreign = await other.ticket('words')
    for (const user of [userId, 'user-0000000000002'])
      await expect(owner.calls.export({ userId: user, ticket: foreign })).rejects.toEqual(fails('NO_TICKET'))
    const stolen = await owner.ticket('words')
    await expect(other.calls.export({ userId: 'user-0000000000002', ticket: stolen })).rejects.toEqual(
      fails('NO_TICKET'),
    )
  })

  test('cannot be made of the share that opens the wallet [C273]', async () => {
    const { calls, session, walletId } = await register()
    const { setId, keyVersion, sealedAuthShare } = await session.share(walletId, await calls.recipient({}))
    expect(sharePlaceText({ walletId, setId, keyVersion })).toContain(setId)
    const ticket: ExportTicket = { walletId, setId, keyVersion, what: 'words', sealedTicket: sealedAuthShare }
    await expect(calls.export({ userId, ticket })).rejects.toEqual(fails('NO_TICKET'))
  })

  test('does not open a locked wallet [C273]', async () => {
    const { calls, ticket } = await register()
    const waiting = await ticket('words')
    await calls.lock({})
    await expect(calls.export({ userId, ticket: waiting })).rejects.toEqual(fails('LOCKED'))
  })

  test('is parsed: no other answer has a secret [C273]', async () => {
    const { calls, ticket } = await register()
    const served = serve(calls)
    const real = await ticket('words')
    for (const request of [
      {},
      { userId },
      { userId, ticket: { ...real, what: 'all' } },
      { userId, ticket: { ...real, sealedTicket: undefined } },
      { userId, ticket: real, more: true },
    ])
      expect(await served.export(request)).toEqual({ ok: false, code: 'BAD_CALL' })
  })
})

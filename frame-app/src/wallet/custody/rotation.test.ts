/** A wallet that is replaced by one with a new key: nothing is lost at any step, and no device follows to a wallet that the old key did not sign. */
import type { Lineage } from '@airlock/protocol/wallet-service/shapes.ts'
import { base58 } from '@scure/base'
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  decodeCloseAccountInstruction,
  decodeTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import { decodeFunctionData, erc20Abi, type Hex, parseAbi, parseTransaction, recoverTransactionAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPartition, Died, replace, visit } from '../../../test/support/custody-world.ts'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { createTestService } from '../../../test/support/wallet-service.ts'
import type { FailureCode } from '../key-link/failure.ts'
import type { KeyWorkerCalls } from '../key-link/surface.ts'
import { addressesOf, leafKeysOf } from '../key-worker/keys/accounts.ts'
import { random } from '../key-worker/keys/bytes.ts'
import { makeLineage } from '../key-worker/lineage.ts'
import { serve } from '../key-worker/serve.ts'
import type { SweepRequest } from '../signing/sweep.ts'

installIndexedDb()

const userId = 'user-0000000000001'
const fails = (code: FailureCode) => expect.objectContaining({ code }) as unknown
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})

/** What the service answers for the tab's own set. */
const stored = async (calls: KeyWorkerCalls) => {
  const own = service.as(userId, (await calls.device({})).thumbprint)
  return own.share(service.active(userId)?.walletId ?? '', await calls.recipient({}))
}
/** The addresses of the old key, as a sweep to the new one shows. */
async function formerOf(calls: KeyWorkerCalls): Promise<string> {
  await calls.openFormer({ userId, stored: await stored(calls) })
  const { signed } = await calls.sweep({ request: native })
  return recoverTransactionAddress({ serializedTransaction: asTyped(signed) })
}
const asTyped = (signed: string): `0x02${string}` => `0x02${signed.slice(4)}`
const evm = { chainId: 1, nonce: 0, gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' } as const
const nothing = { token: `0x${'00'.repeat(20)}`, id: '0x0' } as const
const native: SweepRequest = { kind: 'native', ...evm, ...nothing, amount: '0x1' }

test('the new wallet has other addresses, the next key version, and the old key in it', async () => {
  const partition = createPartition()
  const old = await visit(service, userId, partition)
  const { addresses } = await replace(service, userId, partition)
  expect(addresses.eip155).not.toBe(old.addresses.eip155)
  expect(addresses.solana).not.toBe(old.addresses.solana)
  expect(service.active(userId)).toMatchObject({ keyVersion: 2, addresses })
  expect([...service.wallets.values()].map(({ status }) => status)).toEqual(['REPLACED', 'ACTIVE'])
  const back = await visit(service, userId, partition)
  expect(back.addresses).toEqual(addresses)
  expect((await back.calls.known({ userId })).former).toEqual(old.addresses)
  expect(await formerOf(back.calls)).toBe(old.addresses.eip155)
  // A device that has never seen either gets both.
  const fresh = await visit(service, userId, createPartition())
  expect(fresh.addresses).toEqual(addresses)
  expect(await formerOf(fresh.calls)).toBe(old.addresses.eip155)
})

test('a tab that dies before it hears that the new wallet is active loses neither key [C316]', async () => {
  const partition = createPartition()
  const old = await visit(service, userId, partition)
  const { steps } = await replace(createTestService(), userId, createPartition())
  const death = { step: steps - 2, isDone: true }
  await expect(replace(service, userId, partition, { death })).rejects.toThrow(Died)
  expect(service.active(userId)?.keyVersion).toBe(2)
  const { addresses, calls } = await visit(service, userId, partition)
  expect(addresses).toEqual(service.active(userId)?.addresses)
  expect(await formerOf(calls)).toBe(old.addresses.eip155)
})

describe('a device that knows the old wallet [C317]', () => {
  /** A device with the old wallet, another one that replaced it, and what the service says of the new one. */
  async function replaced() {
    service = createTestService()
    const [mine, other] = [createPartition(), createPartition()]
    await visit(service, userId, mine)
    const old = await visit(service, userId, other)
    await replace(service, userId, mine)
    const kept = service.active(userId)
    if (!kept?.lineage) throw new Error('not replaced')
    return { mine, other, old: old.addresses, kept, lineage: kept.lineage }
  }

  test('follows to the wallet that the old key has signed, with its recovery, also over two changes', async () => {
    const { mine, other, kept } = await replaced()
    expect((await visit(service, userId, other)).addresses).toEqual(kept.addresses)
    const third = createPartition()
    await visit(service, userId, third)
    const { calls } = await visit(service, userId, mine)
    await calls.dropFormer({ userId })
    kept.lineage = { predecessors: kept.lineage?.predecessors ?? [] }
    const last = await replace(service, userId, mine)
    expect(service.active(userId)).toMatchObject({ keyVersion: 3, addresses: last.addresses })
    expect((await visit(service, userId, third)).addresses).toEqual(last.addresses)
  })

  test('refuses one without its signature, whatever else is right', async () => {
    const stranger = await leafKeysOf(random(16))
    let vault = createPartition().vault()
    const changes: readonly ((
      lineage: Lineage,
      kept: { walletId: string; keyVersion: number },
    ) => Promise<Lineage | undefined>)[] = [
      async () => undefined,
      async ({ predecessors: [one], ...more }) => ({
        ...more,
        predecessors: one ? [{ ...one, signature: `0x${'11'.repeat(64)}1b` }] : [],
      }),
      async ({ predecessors: [one], ...more }) => ({
        ...more,
        predecessors: one ? [{ ...one, walletId: crypto.randomUUID() }] : [],
      }),
      async ({ predecessors: [one], ...more }) => ({ ...more, predecessors: one ? [{ ...one, keyVersion: 2 }] : [] }),
      // Signed, but by another key than that of the old wallet.
      async ({ predecessors: [one] }, { walletId, keyVersion }) => {
        if (!one) return undefined
        const by = { walletId, keyVersion, addresses: service.active(userId)?.addresses ?? addressesOf(stranger) }
        const [record] = await vault.setsOf(userId)
        if (!record) return undefined
        const made = await makeLineage(
          { record: { ...record, ...one, lineage: undefined }, entropy: random(16), keys: stranger },
          by,
          random(32),
        )
        return { ...made, predecessors: made.predecessors.map((each) => ({ ...each, addresses: one.addresses })) }
      },
    ]
    for (const change of changes) {
      const { mine, other, kept, lineage } = await replaced()
      vault = mine.vault()
      kept.lineage = await change(lineage, kept)
      const before = await other.vault().setsOf(userId)
      await expect(visit(service, userId, other)).rejects.toEqual(fails('WRONG_WALLET'))
      expect(await other.vault().setsOf(userId)).toEqual(before)
    }
  })
})

describe('after the change', () => {
  test('a service that was restored from an old backup does not get the device back to the old key [A8] [C318]', async () => {
    const partition = createPartition()
    await visit(service, userId, partition)
    const before = [...service.wallets.keys()]
    const { calls } = await replace(service, userId, partition)
    const older = [...service.sets.values()].filter(({ keyVersion }) => keyVersion === 1)
    for (const [id, wallet] of service.wallets)
      if (before.includes(id)) wallet.status = 'ACTIVE'
      else service.wallets.delete(id)
    await expect(visit(service, userId, partition)).rejects.toEqual(fails('WRONG_WALLET'))
    const [set] = older
    const own = service.as(userId, (await calls.device({})).thumbprint)
    const old = await own.share(set?.walletId ?? '', await calls.recipient({}))
    await expect(calls.unlock({ userId, stored: old })).rejects.toEqual(fails('STALE_KEY_VERSION'))
  })

  test('the old key is erased from the device only on request, and then is not opened again', async () => {
    const partition = createPartition()
    await visit(service, userId, partition)
    const { calls } = await replace(service, userId, partition)
    const kept = service.active(userId)
    // A service that leaves it out does not make the device forget it.
    if (kept?.lineage) kept.lineage = { predecessors: kept.lineage.predecessors }
    const back = await visit(service, userId, partition)
    expect((await back.calls.known({ userId })).former).toBeDefined()
    await calls.dropFormer({ userId })
    expect((await calls.known({ userId })).former).toBeUndefined()
    await expect(calls.openFormer({ userId, stored: await stored(calls) })).rejects.toEqual(fails('NO_WALLET'))
  })

  test('a ticket of an export does not replace the wallet, and that of a change exports nothing [C319]', async () => {
    const partition = createPartition()
    const { calls } = await visit(service, userId, partition)
    const own = service.as(userId, (await calls.device({})).thumbprint)
    const walletId = service.active(userId)?.walletId ?? ''
    for (const what of ['words', 'kit', 'rotation'] as const) {
      const ticket = await own.exportTicket({ walletId, what, ...(await calls.recipient({})) })
      if (what === 'rotation') await expect(calls.export({ userId, ticket })).rejects.toEqual(fails('NO_TICKET'))
      const rotating = { ...ticket, what: 'rotation' } as const
      await expect(calls.rotate({ userId, ticket: rotating, recovery: [] })).rejects.toEqual(fails('NO_TICKET'))
      await expect(calls.rotate({ userId, ticket, recovery: [] })).rejects.toEqual(fails('NO_TICKET'))
    }
  })
})

describe('a transfer to the new wallet [C320]', () => {
  const items = parseAbi([
    'function safeTransferFrom(address from, address to, uint256 id)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  ])
  const quantity = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value): Hex => `0x${value.toString(16)}`)
  const token = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
  const fees = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    nonce: fc.nat(),
    gas: fc.constant('0x5208' as const),
    maxFeePerGas: fc.constant('0x77359400' as const),
    maxPriorityFeePerGas: fc.constant('0x1' as const),
  })

  test('goes to its own address, from the old one, whatever is asked', async () => {
    const partition = createPartition()
    const old = await visit(service, userId, partition)
    const { addresses, calls } = await replace(service, userId, partition)
    await expect(calls.sweep({ request: native })).rejects.toEqual(fails('LOCKED'))
    await calls.openFormer({ userId, stored: await stored(calls) })
    await fc.assert(
      fc.asyncProperty(
        fees,
        fc.constantFrom('native' as const, 'erc20' as const, 'erc721' as const, 'erc1155' as const),
        token,
        quantity,
        quantity,
        async (evmFees, kind, contract, id, amount) => {
          const request: SweepRequest = { kind, ...evmFees, token: contract, id, amount }
          const { signed } = await calls.sweep({ request })
          const { to, data, value = 0n } = parseTransaction(asTyped(signed))
          expect(await recoverTransactionAddress({ serializedTransaction: asTyped(signed) })).toBe(old.addresses.eip155)
          if (kind === 'native') {
            expect({ to, data, value }).toEqual({
              to: addresses.eip155.toLowerCase(),
              data: undefined,
              value: BigInt(amount),
            })
            return
          }
          expect(to).toBe(contract)
          expect(value).toBe(0n)
          if (kind === 'erc20') {
            const read = decodeFunctionData({ abi: erc20Abi, data: data ?? '0x' })
            expect(read).toEqual({ functionName: 'transfer', args: [addresses.eip155, BigInt(amount)] })
          } else {
            const { args } = decodeFunctionData({ abi: items, data: data ?? '0x' })
            expect(args.slice(0, 3)).toEqual([old.addresses.eip155, addresses.eip155, BigInt(id)])
            if (kind === 'erc1155') expect(args.slice(3)).toEqual([BigInt(amount), '0x'])
          }
        },
      ),
      { numRuns: 60 },
    )
    const { signed } = await calls.sweep({
      request: { kind: 'sol', amount: '0x3b9aca00', blockhash: 'GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W' },
    })
    const read = Transaction.from(base58.decode(signed))
    expect(read.verifySignatures()).toBe(true)
    expect(read.feePayer?.toBase58()).toBe(old.addresses.solana)
    expect(read.instructions).toHaveLength(1)
    expect(read.instructions[0]?.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual([
      old.addresses.solana,
      addresses.solana,
    ])
  })

  test('has a bounded fee, and a request with a recipient is refused', async () => {
    const partition = createPartition()
    await visit(service, userId, partition)
    const { calls } = await replace(service, userId, partition)
    await calls.openFormer({ userId, stored: await stored(calls) })
    const dear = { ...native, gas: '0x5208', maxFeePerGas: '0x5000000000000' } as const
    await expect(calls.sweep({ request: dear })).rejects.toEqual(fails('NOT_SIGNED'))
    await calls.lock({})
    await expect(calls.sweep({ request: native })).rejects.toEqual(fails('LOCKED'))
  })
})

describe('a token of Solana', () => {
  const blockhash = 'GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W'
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const account = '7UX2i7SucgLMQcfZ75s3VXmZZY4YRUyJN9X1RgfMoDUi'
  const token = {
    kind: 'spl',
    account,
    mint,
    program: 'token',
    decimals: 6,
    amount: '0x4c4b40',
    closes: true,
    blockhash,
  } as const satisfies SweepRequest
  const programs = { token: TOKEN_PROGRAM_ID, 'token-2022': TOKEN_2022_PROGRAM_ID }

  /** A Worker with the old key open. */
  async function opened() {
    const partition = createPartition()
    const old = await visit(service, userId, partition)
    const { addresses, calls } = await replace(service, userId, partition)
    await calls.openFormer({ userId, stored: await stored(calls) })
    return { calls, from: new PublicKey(old.addresses.solana), to: new PublicKey(addresses.solana) }
  }

  test('goes to the account of the new address, whatever account, mint, amount and decimals are said to be [C331]', async () => {
    const { calls, from, to } = await opened()
    // Not the zeros of the system program, and no two the same: such requests are refused.
    const key = (first: number) =>
      fc.uint8Array({ minLength: 31, maxLength: 31 }).map((bytes) => base58.encode(Uint8Array.of(first, ...bytes)))
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          account: key(1),
          mint: key(200),
          program: fc.constantFrom('token' as const, 'token-2022' as const),
          decimals: fc.integer({ min: 0, max: 255 }),
          amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
          closes: fc.boolean(),
        }),
        async ({ amount, ...said }) => {
          const request = { ...token, ...said, amount: `0x${amount.toString(16)}` } as const
          const read = Transaction.from(base58.decode((await calls.sweep({ request })).signed))
          expect(read.verifySignatures()).toBe(true)
          expect(read.recentBlockhash).toBe(blockhash)
          expect(read.signatures.map(({ publicKey }) => publicKey)).toEqual([from])
          const [make, transfer, close, ...more] = read.instructions
          if (!make || !transfer) throw new Error('not the instructions')
          expect(more).toEqual([])
          const program = programs[said.program]
          const minted = new PublicKey(said.mint)
          const own = getAssociatedTokenAddressSync(minted, to, false, program)

          expect(make.programId).toEqual(ASSOCIATED_TOKEN_PROGRAM_ID)
          expect([...make.data]).toEqual([1])
          expect(make.keys.map(({ pubkey }) => pubkey)).toEqual([
            from,
            own,
            to,
            minted,
            SystemProgram.programId,
            program,
          ])
          const moved = decodeTransferCheckedInstruction(transfer, program)
          expect(moved.data).toMatchObject({ amount, decimals: said.decimals })
          expect(moved.keys.source.pubkey).toEqual(new PublicKey(said.account))
          expect(moved.keys.mint.pubkey).toEqual(minted)
          expect(moved.keys.destination.pubkey).toEqual(own)
          expect(moved.keys.owner.pubkey).toEqual(from)
          expect(moved.keys.multiSigners).toEqual([])
          expect(close !== undefined).toBe(said.closes)
          if (!close) return
          const closed = decodeCloseAccountInstruction(close, program)
          expect(closed.keys.account.pubkey).toEqual(new PublicKey(said.account))
          expect(closed.keys.destination.pubkey).toEqual(to)
          expect(closed.keys.authority.pubkey).toEqual(from)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is not signed for if the request names a recipient, an owner or a program of its own [C330]', async () => {
    const { calls, from, to } = await opened()
    const worker = serve(calls)
    const answer = (request: unknown) => worker.sweep({ request })
    expect(await answer(token)).toMatchObject({ ok: true })
    const thief = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
    const { closes: _, ...without } = token
    const refused: readonly unknown[] = [
      ...['to', 'recipient', 'owner', 'destination', 'payer', 'authority', 'programId', 'instructions'].map((name) => ({
        ...token,
        [name]: thief,
      })),
      ...[thief, TOKEN_PROGRAM_ID.toBase58(), 'system', 'constructor', ''].map((program) => ({ ...token, program })),
      ...[-1, 256, 1.5, '6'].map((decimals) => ({ ...token, decimals })),
      ...['0x10000000000000000', '-0x1', '5', 5].map((amount) => ({ ...token, amount })),
      { kind: 'sol', amount: '0x10000000000000000', blockhash },
      { kind: 'sol', amount: '0x1', blockhash, to: thief },
      without,
      { ...token, closes: 'no' },
      { ...token, kind: 'token' },
      // Addresses of another length would move the fields after them.
      ...(['account', 'mint', 'blockhash'] as const).flatMap((name) =>
        ['1'.repeat(44), base58.encode(new Uint8Array(31).fill(9)), `${token[name]}1`, '0'.repeat(32)].map((text) => ({
          ...token,
          [name]: text,
        })),
      ),
      // One of the message's own addresses.
      ...[from, to, SystemProgram.programId, TOKEN_PROGRAM_ID, ASSOCIATED_TOKEN_PROGRAM_ID].flatMap((known) =>
        (['account', 'mint'] as const).map((name) => ({ ...token, [name]: known.toBase58() })),
      ),
      { ...token, account: mint },
      { ...token, account: getAssociatedTokenAddressSync(new PublicKey(mint), to).toBase58() },
    ]
    for (const request of refused)
      expect([request, await answer(request)]).toEqual([request, { ok: false, code: 'BAD_CALL' }])
    await calls.lock({})
    expect(await answer(token)).toEqual({ ok: false, code: 'LOCKED' })
  })
})

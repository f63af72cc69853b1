/** What a paymaster and a bundler could do to an account, over a local chain with the real contracts. */
import { encodeFunctionData, erc20Abi, getAddress, numberToHex } from 'viem'
import { getCode, getTransactionCount } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { shows } from '../../../../test/support/approval-desk.ts'
import { createBatchLog, createSentLog } from '../../../../test/support/sent-log.ts'
import {
  approved,
  asked,
  never,
  nothing,
  type OpenAccount,
  openAccount,
  openSponsored,
  type Sponsored,
  they,
  you,
} from '../../../../test/support/sponsored.ts'
import { statusFor } from '../../provider/answers/calls.ts'
import { delegationTo } from '../../signing/implementations.ts'
import { EvmOperation } from '../../signing/request.ts'

const Landed = z.object({ receipts: z.tuple([z.object({ transactionHash: z.string() })]) })

const all = ['simple7702-0.8', 'delegator-1.3'] as const

describe.each(all)('%s', (implementation) => {
  let world: Sponsored
  beforeAll(async () => {
    world = await openSponsored(implementation)
  })
  afterAll(() => world.stop())

  let own: OpenAccount
  beforeEach(() => {
    own = openAccount(world)
  })
  afterEach(() => world.reset())

  test('sponsored calls move what the account has, with what they do shown as always', async () => {
    const rich = await world.chain.newAccount()
    const owned = await world.chain.deployToken(rich)
    const { approvals } = own.desk({ account: rich })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [you, 7n] })
    const call = own.sendCalls({ from: rich.address }, [
      { to: owned, data },
      { to: they, value: '0x5' },
    ])
    const { prepared } = await asked(approvals, call)
    expect(prepared.request.kind).toBe('evmOperation')
    expect(prepared.simulation).toMatchObject({
      changes: [
        { asset: { type: 'coins' }, amount: -5n },
        { asset: { type: 'tokens' }, amount: -7n },
      ],
    })
  })

  test('sponsored calls that fail are over, and the status says so', async () => {
    const { approvals } = own.desk()
    const call = own.sendCalls({ id: 'broken' }, [nothing(you), { to: they, value: '0x1' }])
    void approvals.ask(call, never).catch(() => {})
    expect(await shows(approvals, 'stuck')).toMatchObject({ reason: 'wouldFail' })

    await own.addCoins(1n)
    const other = own.desk()
    const { answer, id } = await asked(other.approvals, call)
    world.bundler.change = (operation) => {
      void own.addCoins(0n)
      return operation
    }
    other.approvals.approve(id, 'frame')
    await answer
    expect(await own.statusOf('broken')).toMatchObject({ status: 500, receipts: [{ status: '0x0', logs: [] }] })
  })

  describe('an evil paymaster or bundler', () => {
    const isPaid = async () => {
      const { approvals } = own.desk()
      const { prepared } = await asked(approvals, own.sendCalls())
      return prepared.feePaidBy !== undefined
    }

    test('cannot add fields to the operation, or change any [C270]', async () => {
      const evil = { sender: you, callData: '0xdead', nonce: '0x9', maxFeePerGas: '0xffffffffff', callGasLimit: '0x1' }
      for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
        world.paymaster.behaviours.set(method, (answer) => ({ ...answer, ...evil }))
      world.bundler.behaviours.set('eth_estimateUserOperationGas', async (ask) => ({
        ...((await ask()) as object),
        ...evil,
      }))
      const { approvals } = own.desk()
      const { prepared } = await approved(approvals, own.sendCalls({ id: 'own' }))
      const request = EvmOperation.parse(prepared.request)
      expect(request).toMatchObject({ signer: own.account.address, nonce: 0 })
      expect(request.calls).toEqual([you, they].map((to) => ({ to: getAddress(to), value: '0x0', data: '0x' })))
      expect(BigInt(request.maxFeePerGas)).toBeLessThan(10n ** 10n)
      expect(BigInt(request.callGas)).toBeGreaterThan(21_000n)
      expect(await own.statusOf('own')).toMatchObject({ status: 200 })
    })

    test.each([
      ['the calls', { callData: `0x34fcd5be${'0'.repeat(62)}20${'0'.repeat(64)}` }],
      ['the fee', { maxFeePerGas: numberToHex(10n ** 12n) }],
      ['the gas', { callGasLimit: numberToHex(1_000_000n) }],
      ['the paymaster', { paymasterData: '0x' }],
      ['the number', { nonce: numberToHex(1n << 64n) }],
    ] as const)('cannot change %s of what is signed: the EntryPoint refuses it [C271]', async (_, change) => {
      world.bundler.change = (operation) => ({ ...operation, ...change })
      const { approvals } = own.desk()
      const { answer, id } = await asked(approvals, own.sendCalls({ id: 'changed' }))
      approvals.approve(id, 'frame')
      await expect(answer).rejects.toMatchObject({ code: 'WALLET_FAILED' })
      await expect(own.statusOf('changed')).rejects.toMatchObject({ rpcCode: 5730 })
    })

    test.each([
      ['preVerificationGas', 'eth_estimateUserOperationGas'],
      ['verificationGasLimit', 'eth_estimateUserOperationGas'],
      ['paymasterVerificationGasLimit', 'eth_estimateUserOperationGas'],
      ['paymasterPostOpGasLimit', 'pm_getPaymasterStubData'],
    ])(
      'wants too much %s and is not used: the account pays, and the approval says so [C300]',
      async (field, method) => {
        await own.addCoins()
        const raise = (answer: object) => ({ ...answer, [field]: numberToHex(1n << 25n) })
        if (method.startsWith('pm')) world.paymaster.behaviours.set(method, raise)
        else world.bundler.behaviours.set(method, async (ask) => raise((await ask()) as object))
        expect(await isPaid()).toBe(false)
      },
    )

    test('declines or is silent before the press: the account pays instead, and the approval says so [C301]', async () => {
      await own.addCoins()
      const refusal = { error: { code: -32000, message: 'not today' } }
      for (const [method, answer] of [
        ['pm_getPaymasterStubData', refusal],
        ['pm_getPaymasterStubData', undefined],
        ['pm_getPaymasterStubData', { paymaster: `0x${'0'.repeat(40)}`, paymasterData: '0x', isFinal: true }],
        ['pm_getPaymasterData', refusal],
        ['pm_getPaymasterData', { paymaster: 'nobody' }],
      ] as const) {
        world.paymaster.behaviours.clear()
        world.paymaster.behaviours.set(method, () => answer)
        for (const calls of [[nothing(you)], [nothing(you), nothing(they)]]) {
          const { prepared } = await asked(own.desk().approvals, own.sendCalls({}, calls))
          expect(prepared.feePaidBy).toBeUndefined()
          expect(prepared.fee?.most).toBeGreaterThan(0n)
          expect(prepared.intent.warnings).toContain('notSponsored')
        }
      }
    })

    test('declines after the press: the calls stay unsent, and nothing else is signed [C301]', async () => {
      await own.addCoins()
      world.bundler.behaviours.set('eth_sendUserOperation', () => Promise.reject(new Error('too late')))
      const { approvals, signer } = own.desk()
      const { answer, id } = await asked(approvals, own.sendCalls({ id: 'late' }))
      approvals.approve(id, 'frame')
      await expect(answer).rejects.toMatchObject({ code: 'WALLET_FAILED' })
      expect(signer.asked.map(({ kind }) => kind)).toEqual(['evmOperation'])
      expect(await getTransactionCount(world.chain.client, own.account)).toBe(0)
    })

    test('sends what it refused: it cannot be sent twice, for the next one has the same number [C302]', async () => {
      let kept: (() => Promise<unknown>) | undefined
      world.bundler.behaviours.set('eth_sendUserOperation', (send) => {
        kept = send
        return Promise.reject(new Error('refused'))
      })
      const { approvals } = own.desk()
      const first = await asked(approvals, own.sendCalls())
      approvals.approve(first.id, 'frame')
      await expect(first.answer).rejects.toMatchObject({ code: 'WALLET_FAILED' })
      world.bundler.behaviours.clear()
      const { prepared } = await approved(approvals, own.sendCalls())
      expect(prepared.request).toMatchObject({ nonce: 0 })
      await expect(kept?.()).rejects.toThrow()
    })

    test('cannot say what has become of the calls: our own node does [C303]', async () => {
      const { approvals } = own.desk()
      world.bundler.behaviours.set('eth_sendUserOperation', async () => numberToHex(1n, { size: 32 }))
      await approved(approvals, own.sendCalls({ id: 'held' }))
      const elsewhere = await world.chain.newAccount()
      const hash = await world.chain.sendElsewhere(elsewhere, { to: you, value: 1n })
      world.bundler.behaviours.set('eth_getUserOperationReceipt', async () => ({ receipt: { transactionHash: hash } }))
      expect(await own.statusOf('held')).toMatchObject({ status: 100, receipts: [] })

      world.bundler.behaviours.delete('eth_sendUserOperation')
      const log = createBatchLog()
      const other = own.desk({ batches: log })
      await approved(other.approvals, own.sendCalls({ id: 'other' }))
      // Its number is used now, by other calls.
      expect(await own.statusOf('held')).toMatchObject({ status: 400, receipts: [] })
      world.bundler.behaviours.clear()
      const { receipts } = Landed.parse(await statusFor('other', { ...own.context, batches: log }))
      world.bundler.behaviours.set('eth_getUserOperationReceipt', async () => ({ receipt: receipts[0] }))
      expect(await own.statusOf('held')).toMatchObject({ status: 400, receipts: [] })
    })

    test('cannot hide what has become of them [C303]', async () => {
      const { approvals } = own.desk()
      await approved(approvals, own.sendCalls({ id: 'hidden' }))
      for (const answer of [null, undefined, { receipt: { transactionHash: numberToHex(7n, { size: 32 }) } }]) {
        world.bundler.behaviours.set('eth_getUserOperationReceipt', async () => answer)
        expect(await own.statusOf('hidden')).toMatchObject({ status: 200, receipts: [{ status: '0x1' }] })
      }
      // A transaction whose receipt cannot be read.
      const odd = numberToHex(8n, { size: 32 })
      world.bundler.behaviours.set('eth_getUserOperationReceipt', async () => ({ receipt: { transactionHash: odd } }))
      const askNode = () => async (method: string, params: unknown) =>
        String(params) === odd ? { logs: 'many' } : own.context.askNode()(method, params)
      expect(await statusFor('hidden', { ...own.context, askNode })).toMatchObject({ status: 200 })
    })
  })

  test('calls that follow wait for the earlier ones, and a moved number of the account is only the delegation’s', async () => {
    await own.addCoins()
    const log = createSentLog()
    const { approvals } = own.desk({ sent: log })
    world.bundler.behaviours.set('eth_sendUserOperation', async () => numberToHex(1n, { size: 32 }))
    await approved(approvals, own.sendCalls())
    const next = await asked(approvals, own.sendCalls())
    expect(next.prepared.request).toMatchObject({ nonce: 1, authorizationNonce: 1 })
    approvals.decline(next.id)

    const fresh = own.desk({ batches: createBatchLog() })
    const moved = await asked(fresh.approvals, own.sendCalls())
    await world.chain.sendElsewhere(own.account, { to: you, value: 1n })
    world.bundler.behaviours.clear()
    fresh.approvals.approve(moved.id, 'frame')
    await moved.answer
    expect(await getCode(world.chain.client, own.account)).toBe(delegationTo(world.delegate))
  })
})

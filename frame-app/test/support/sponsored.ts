/** Sponsored calls over a local chain with the real contracts: a page, an account, a bundler and a paymaster. */
import { type Address, numberToHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getCode, getTransactionCount } from 'viem/actions'
import { afterAll, expect } from 'vitest'
import { type Paymaster, startPaymaster } from '../../../e2e/world/paymaster.ts'
import type { Approvals } from '../../src/wallet/approval/approvals.ts'
import { createChainClient } from '../../src/wallet/approval/eip155/chain.ts'
import type { BatchLog } from '../../src/wallet/approval/eip155/sent-batches.ts'
import { statusFor } from '../../src/wallet/provider/answers/calls.ts'
import { delegationTo, implementations } from '../../src/wallet/signing/implementations.ts'
import type { EvmOperation } from '../../src/wallet/signing/request.ts'
import { type Chain, openChain, openDesk, scope, shows } from './approval-desk.ts'
import { startBundler } from './bundler.ts'
import { createBatchLog } from './sent-log.ts'

export const never = new AbortController().signal
export const you: Address = '0x00000000000000000000000000000000000000c3'
export const they: Address = '0x00000000000000000000000000000000000000d4'
export const chainId = numberToHex(31337)
export const nothing = (to: Address) => ({ to, value: '0x0' })

export async function openSponsored(implementation: EvmOperation['implementation'] = 'simple7702-0.8') {
  const chain: Chain = await openChain()
  const version = implementation === 'simple7702-0.8' ? '0.8' : '0.7'
  await (version === '0.8' ? chain.deploySmartAccounts() : chain.deployFramework())
  const paymaster: Paymaster = await startPaymaster({ nodeUrl: chain.nodeUrl, chainId: 31337, version })
  const { delegate, entryPoint } = implementations[implementation]
  const bundler = await startBundler(chain, entryPoint)
  const smartAccounts = {
    [scope]: { implementation, bundler: bundler.url, paymaster: `${paymaster.url}/key` },
  }
  return {
    chain,
    delegate,
    entryPoint,
    paymaster,
    bundler,
    smartAccounts,
    /** They behave again. */
    reset() {
      bundler.behaviours.clear()
      paymaster.behaviours.clear()
      bundler.change = (operation) => operation
    },
    async stop() {
      await Promise.all([bundler.stop(), paymaster.stop()])
      await chain.stop()
    },
  }
}
export type Sponsored = Awaited<ReturnType<typeof openSponsored>>

/** An account without coins, and what a page asks of it. */
export function openAccount({ chain, smartAccounts }: Pick<Sponsored, 'chain' | 'smartAccounts'>) {
  const account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
  const batches: BatchLog = createBatchLog()
  const context = {
    account: account.address,
    networks: [scope] as const,
    smartAccounts,
    batches,
    origin: 'https://app.example',
    signal: never,
    clientFor: () => createChainClient(scope, [chain.rpcUrl], never),
    askNode: () => async (method: string, params: unknown) =>
      // as: the node's own answer
      (await chain.client.request({ method, params } as never)) as never,
  }
  return {
    account,
    batches,
    context,
    statusOf: (id: string) => statusFor(id, context),
    desk: (more: Partial<Parameters<typeof openDesk>[0]> = {}) =>
      openDesk({ account, rpcUrl: chain.rpcUrl, smartAccounts, batches, ...more }),
    sendCalls: (params: object = {}, calls: readonly object[] = [nothing(you), nothing(they)]) =>
      ({
        scope,
        method: 'wallet_sendCalls',
        params: [{ version: '2.0.0', chainId, atomicRequired: true, calls, ...params }],
      }) as const,
    addCoins: (value = 10n ** 18n) => chain.client.setBalance({ address: account.address, value }),
  }
}
export type OpenAccount = ReturnType<typeof openAccount>
type SendCalls = ReturnType<OpenAccount['sendCalls']>

export async function asked(approvals: Approvals, call: SendCalls) {
  const answer = approvals.ask(call, never)
  answer.catch(() => {})
  return { answer, ...(await shows(approvals, 'asking')) }
}

export async function approved(approvals: Approvals, call: SendCalls) {
  const { answer, id, prepared } = await asked(approvals, call)
  approvals.approve(id, 'frame')
  return { answer: await answer, prepared }
}

/** Two batches without coins: the first upgrades the account. */
export async function expectLanded(world: Sponsored, own: OpenAccount): Promise<void> {
  const { approvals, signer } = own.desk()
  const deposit = await world.paymaster.deposit()
  const { answer, prepared } = await approved(approvals, own.sendCalls({ id: 'first' }))
  expect(prepared.feePaidBy).toBe(new URL(world.paymaster.url).host)
  expect(prepared.fee).toBeUndefined()
  expect(prepared.intent).toMatchObject({ kind: 'batch', warnings: ['delegates'], blind: false })
  expect(prepared.intent.parts.map(({ kind }) => kind)).toEqual(['delegate', 'send', 'send'])
  expect(prepared.simulation).toMatchObject({ status: 'works', changes: [] })
  expect(signer.asked).toEqual([prepared.request])
  expect(answer).toEqual({ id: 'first' })
  expect(await getCode(world.chain.client, own.account)).toBe(delegationTo(world.delegate))
  expect(await world.paymaster.deposit()).toBeLessThan(deposit)
  expect(await getBalance(world.chain.client, own.account)).toBe(0n)
  expect(await own.statusOf('first')).toMatchObject({
    status: 200,
    receipts: [{ status: '0x1', logs: [] }],
    capabilities: { caip345: { caip2: scope } },
  })

  const again = await approved(approvals, own.sendCalls({ id: 'again' }, [nothing(you)]))
  expect(again.prepared.request).toMatchObject({ kind: 'evmOperation', nonce: 1, authorizationNonce: null })
  expect(await own.statusOf('again')).toMatchObject({ status: 200 })
  expect(await getTransactionCount(world.chain.client, own.account)).toBe(1)
}

/** The same for all tests of a file; it ends after the last one. */
export async function sharedSponsored(...kind: Parameters<typeof openSponsored>): Promise<Sponsored> {
  const world = await openSponsored(...kind)
  afterAll(() => world.stop())
  return world
}

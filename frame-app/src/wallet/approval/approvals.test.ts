import { createServer, type Server } from 'node:http'
import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EvmNode, startNode } from '../../../../e2e/world/node.ts'
import { createGate } from '../../../../e2e/world/rpc-gate.ts'
import type { SigningRequest } from '../signing/request.ts'
import type { Signer } from '../signing/signer.ts'
import { type Approvals, createApprovals, type Screen } from './approvals.ts'
import { createEip155Preparer } from './eip155/preparer.ts'

const scope = 'eip155:31337'
const never = new AbortController().signal
let node: EvmNode
/** Before the node, as networks have it: browsers ask without pre-flight. */
let gate: ReturnType<typeof createGate>
let server: Server
let rpcUrl: string
let account: PrivateKeyAccount
const client = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(node.rpcUrl) })

beforeAll(async () => {
  node = await startNode({ chainId: 31337 })
  gate = createGate({ url: '', nodeUrl: () => node.rpcUrl, allowOrigins: new Set() })
  server = createServer((request, response) => void gate.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  rpcUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  account = privateKeyToAccount(generatePrivateKey())
  await client().setBalance({ address: account.address, value: 10n ** 18n })
})
afterAll(async () => {
  server.close()
  await node.stop()
})

/** A key in the open, which signs what the structure says. */
const signerOf = (key: PrivateKeyAccount): Signer & { asked: SigningRequest[] } => ({
  asked: [],
  async sign(request) {
    this.asked.push(request)
    switch (request.kind) {
      case 'evmMessage':
        return key.signMessage({ message: { raw: request.message } })
      case 'evmTypedData':
        // as: made at run time; viem's types follow literals.
        return key.signTypedData(request.typedData as unknown as Parameters<typeof key.signTypedData>[0])
      case 'evmTransaction': {
        const { chainId, nonce, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } = request
        return key.signTransaction({
          type: 'eip1559',
          chainId,
          nonce,
          to,
          value: BigInt(value),
          data,
          gas: BigInt(gas),
          maxFeePerGas: BigInt(maxFeePerGas),
          maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
        })
      }
      default:
        throw new Error('not of this chain')
    }
  },
})

function desk({ isHostPinned = true, node: url = rpcUrl } = {}) {
  const signer = signerOf(account)
  const preparer = createEip155Preparer({
    account: account.address,
    origin: 'https://app.example',
    now: Date.now,
    rpc: { [scope]: [url] },
  })
  const clock: { run?: () => void } = {}
  const approvals = createApprovals({
    preparerFor: () => preparer,
    signer,
    isHostPinned,
    now: () => 1_000_000,
    randomId: () => crypto.randomUUID(),
    wait: (_, run) => {
      clock.run = run
      return () => {
        delete clock.run
      }
    },
  })
  return { approvals, signer, clock }
}

/** Resolves when the screen shows the status. */
type Showing<S> = S extends 'asking' ? Extract<Screen, { prepared: unknown }> : Extract<Screen, { reason: unknown }>
const shows = <S extends 'asking' | 'stuck'>(approvals: Approvals, status: S): Promise<Showing<S>> =>
  new Promise((resolve) => {
    const look = () => {
      const screen = approvals.screen()
      if (screen?.status !== status) return
      undo()
      resolve(screen as Showing<S>) // as: just compared
    }
    const undo = approvals.subscribe(look)
    look()
  })

const you: Address = '0x00000000000000000000000000000000000000c3'
const send = (params: object) => ({ scope, method: 'eth_sendTransaction', params: [params] }) as const

describe('a transaction', () => {
  test('is filled, simulated, shown, signed as shown, mined', async () => {
    const { approvals, signer } = desk()
    const before = await getBalance(client(), { address: you })
    const answer = approvals.ask(send({ from: account.address, to: you, value: '0x64' }), never)
    const { id, prepared } = await shows(approvals, 'asking')
    expect(prepared.intent.kind).toBe('send')
    expect(prepared.simulation).toEqual({ status: 'works', changes: [{ asset: { type: 'coins' }, amount: -100n }] })
    expect(prepared.fee?.expected).toBeGreaterThan(0n)
    expect(prepared.fee?.most).toBeGreaterThanOrEqual(prepared.fee?.expected ?? 0n)
    approvals.approve(id, 'frame')
    // as: what viem calls a hash
    const hash = (await answer) as Hex
    const receipt = await getTransactionReceipt(client(), { hash })
    expect(receipt.status).toBe('success')
    expect((await getBalance(client(), { address: you })) - before).toBe(100n)
    expect(signer.asked).toEqual([prepared.request])
  })

  test('of a token shows its symbol and what is left, and a failing one says so', async () => {
    const token = await deployToken()
    const { approvals } = desk()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [you, 5n] })
    void approvals.ask(send({ to: token, data }), never).catch(() => {})
    const { prepared, id } = await shows(approvals, 'asking')
    expect(prepared.intent.kind).toBe('sendToken')
    expect(prepared.tokens.get(token.toLowerCase())).toEqual({ symbol: 'TST', decimals: 6 })
    expect(prepared.simulation).toMatchObject({ changes: [{ asset: { type: 'tokens' }, amount: -5n }] })
    approvals.decline(id)

    const tooMuch = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [you, 10n ** 30n] })
    const other = desk()
    void other.approvals.ask(send({ to: token, data: tooMuch }), never).catch(() => {})
    expect(await shows(other.approvals, 'stuck')).toMatchObject({ reason: 'wouldFail' })
    const forced = desk()
    void forced.approvals.ask(send({ to: token, data: tooMuch, gas: '0x186a0' }), never).catch(() => {})
    expect((await shows(forced.approvals, 'asking')).prepared.simulation).toEqual({ status: 'fails' })
  })

  test.each([
    ['from another account', { from: you, to: you }, 'UNAUTHORIZED'],
    ['for another chain', { to: you, chainId: '0x1' }, 'BAD_SHAPE'],
    ['with two sets of data', { to: you, data: '0x00', input: '0x01' }, 'BAD_SHAPE'],
    ['to nobody and without code', { value: '0x1' }, 'BAD_SHAPE'],
    ['with a tip above the fee', { to: you, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'BAD_SHAPE'],
    [
      'that delegates the account',
      { to: you, authorizationList: [{ chainId: '0x1', address: you, nonce: '0x0' }] },
      'NOT_AVAILABLE',
    ],
  ])('%s is refused before anybody sees it', async (_, params, code) => {
    const { approvals } = desk()
    await expect(approvals.ask(send(params), never)).rejects.toMatchObject({ code })
    expect(approvals.screen()).toBeUndefined()
  })

  test('without a node can be looked at again, and declined', async () => {
    const { approvals } = desk({ node: 'http://127.0.0.1:9' })
    const answer = approvals.ask(send({ to: you, value: '0x1' }), never)
    const { id, reason } = await shows(approvals, 'stuck')
    expect(reason).toBe('network')
    approvals.again(id)
    await shows(approvals, 'stuck')
    approvals.decline(id)
    await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED', rpcCode: 4001 })
  })

  test('that has stood too long is looked at anew before it can be approved', async () => {
    const { approvals, clock, signer } = desk()
    void approvals.ask(send({ to: you, value: '0x1' }), never).catch(() => {})
    const { id } = await shows(approvals, 'asking')
    clock.run?.()
    expect(await shows(approvals, 'stuck')).toMatchObject({ reason: 'expired' })
    approvals.approve(id, 'frame')
    expect(signer.asked).toEqual([])
    approvals.again(id)
    expect((await shows(approvals, 'asking')).id).toBe(id)
  })
})

describe('signatures', () => {
  test('of a message and of typed data verify, and are over what was shown', async () => {
    const { approvals } = desk()
    const signed = approvals.ask({ scope, method: 'personal_sign', params: ['Hello', account.address] }, never)
    approvals.approve((await shows(approvals, 'asking')).id, 'frame')
    const signature = (await signed) as Hex // as: the answer of a signer
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(account.address)

    const typedData = {
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], Login: [{ name: 'who', type: 'string' }] },
      primaryType: 'Login',
      domain: { name: 'app.example' },
      message: { who: 'me' },
    } as const
    const asked = approvals.ask(
      { scope, method: 'eth_signTypedData_v4', params: [account.address, JSON.stringify(typedData)] },
      never,
    )
    approvals.approve((await shows(approvals, 'asking')).id, 'frame')
    const typed = (await asked) as Hex // as: the answer of a signer
    expect(await recoverTypedDataAddress({ ...typedData, signature: typed })).toBe(account.address)
  })

  test('what must not be signed cannot be approved, whoever presses', async () => {
    const { approvals, signer } = desk()
    const text = 'bank.example wants you to sign in with your Ethereum account:'
    void approvals.ask({ scope, method: 'personal_sign', params: [text, account.address] }, never).catch(() => {})
    const { id } = await shows(approvals, 'asking')
    approvals.approve(id, 'frame')
    approvals.approve(id, 'window')
    expect([signer.asked, approvals.screen()?.status]).toEqual([[], 'asking'])
  })

  test('methods of the second half say that they are not available', async () => {
    const { approvals } = desk()
    const call = { scope, method: 'wallet_sendCalls', params: [{}] } as const
    await expect(approvals.ask(call, never)).rejects.toMatchObject({ code: 'NOT_AVAILABLE', rpcCode: -32004 })
  })
})

describe('where', () => {
  test('what moves value on a host that is not pinned is approved in a window and nowhere else', async () => {
    const { approvals, signer } = desk({ isHostPinned: false })
    const answer = approvals.ask(send({ to: you, value: '0x1' }), never)
    const { id, prepared } = await shows(approvals, 'asking')
    expect(approvals.needsWindow(prepared)).toBe(true)
    approvals.approve(id, 'frame')
    expect(signer.asked).toEqual([])
    approvals.approve(id, 'window')
    await expect(answer).resolves.toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('signing in is approved in the frame', async () => {
    const { approvals } = desk({ isHostPinned: false })
    void approvals.ask({ scope, method: 'personal_sign', params: ['Hello', account.address] }, never).catch(() => {})
    expect(approvals.needsWindow((await shows(approvals, 'asking')).prepared)).toBe(false)
  })
})

describe('the end', () => {
  test('of the modal is the end of everything that is not under way: aborted, once, never signed', async () => {
    const { approvals, signer } = desk()
    const answers = [send({ to: you, value: '0x1' }), send({ to: you, value: '0x2' })].map((call) =>
      approvals.ask(call, never),
    )
    await shows(approvals, 'asking')
    approvals.close()
    for (const answer of answers)
      await expect(answer).rejects.toMatchObject({ code: 'ABORTED', message: 'Request was aborted' })
    expect([approvals.screen(), signer.asked]).toEqual([undefined, []])
  })

  test('a signature that comes after the modal has closed goes nowhere', async () => {
    const { approvals, signer } = desk()
    const nonceBefore = await getTransactionCount(client(), account)
    const answer = approvals.ask(send({ to: you, value: '0x1' }), never)
    const { id } = await shows(approvals, 'asking')
    approvals.approve(id, 'frame')
    approvals.close()
    await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
    expect(signer.asked).toHaveLength(1)
    const nonceAfter = await getTransactionCount(client(), account)
    expect(nonceAfter).toBe(nonceBefore)
  })

  test('who asked can take it back', async () => {
    const { approvals } = desk()
    const abort = new AbortController()
    const answer = approvals.ask(send({ to: you, value: '0x1' }), abort.signal)
    await shows(approvals, 'asking')
    abort.abort()
    await expect(answer).rejects.toBeInstanceOf(AirlockError)
    expect(approvals.screen()).toBeUndefined()
  })

  test('what a signed transaction says is what was shown', async () => {
    const { approvals } = desk()
    const data = '0xdeadbeef'
    void approvals.ask(send({ to: you, data, value: '0x5', gas: '0x186a0', nonce: '0x7' }), never).catch(() => {})
    const { prepared } = await shows(approvals, 'asking')
    const signed = (await signerOf(account).sign(prepared.request, never)) as `0x02${string}` // as: type 2
    expect(parseTransaction(signed)).toMatchObject({
      to: you,
      data,
      value: 5n,
      gas: 100_000n,
      nonce: 7,
      chainId: 31337,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(account.address)
  })
})

/** A token with six decimals whose whole supply is the account's. */
async function deployToken(): Promise<Address> {
  const { testToken } = await import('../../../../e2e/world/test-token.ts')
  const wallet = createWalletClient({ chain: foundry, transport: http(node.rpcUrl), account })
  const hash = await wallet.sendTransaction({ data: testToken({ holder: account.address, supply: 1_000_000n }) })
  const { contractAddress } = await getTransactionReceipt(client(), { hash })
  if (!contractAddress) throw new Error('no token')
  return contractAddress
}

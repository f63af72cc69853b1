import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, openChain, openDesk, scope, send, shows, signerOf } from '../../../test/support/approval-desk.ts'
import type { Approvals } from './approvals.ts'

const never = new AbortController().signal
let chain: Chain
let account: PrivateKeyAccount
const client = () => chain.client
beforeAll(async () => {
  chain = await openChain()
  account = await chain.newAccount()
})
afterAll(() => chain.stop())

const desk = ({ isHostPinned = true, node = chain.rpcUrl } = {}) => openDesk({ account, rpcUrl: node, isHostPinned })

const you: Address = '0x00000000000000000000000000000000000000c3'

describe('a transaction', () => {
  test('is filled, simulated, shown, signed as shown, mined', async () => {
    const { approvals, signer } = desk()
    const before = await getBalance(client(), { address: you })
    const answer = approvals.ask(send({ from: account.address, to: you, value: '0x64' }), never)
    const { id, prepared } = await shows(approvals, 'asking')
    expect(prepared.intent.kind).toBe('send')
    expect(prepared.simulation).toEqual({
      status: 'works',
      changes: [{ asset: { type: 'coins' }, amount: -100n }],
      isCut: false,
      rights: [],
    })
    expect(prepared.fee?.expected).toBeGreaterThan(0n)
    expect(prepared.fee?.most).toBeGreaterThanOrEqual(prepared.fee?.expected ?? 0n)
    approvals.approve(id, 'frame')
    // as: what viem calls a hash
    const hash = (await answer) as Hex
    const receipt = await chain.receiptOf(hash)
    expect(receipt.status).toBe('success')
    expect((await getBalance(client(), { address: you })) - before).toBe(100n)
    expect(signer.asked).toEqual([prepared.request])
  })

  test('a token transfer shows its symbol and what is left, and a failing one says so', async () => {
    const token = await chain.deployToken(account)
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
    const shown = (await shows(forced.approvals, 'asking')).prepared
    expect(shown.simulation).toEqual({ status: 'fails' })
    expect(shown.intent).toMatchObject({ warnings: ['wouldFail'], blind: true })
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
    ['of an unknown type [C382]', { to: you, value: '0x1', type: '0x5' }, 'BAD_SHAPE'],
    ['of blobs [C382]', { to: you, value: '0x1', type: '0x3' }, 'BAD_SHAPE'],
    ['that delegates nothing [C382]', { to: you, value: '0x1', type: '0x4' }, 'BAD_SHAPE'],
    ['with two prices [C382]', { to: you, value: '0x1', gasPrice: '0x2', maxFeePerGas: '0x2' }, 'BAD_SHAPE'],
    ['with a price of another type [C382]', { to: you, value: '0x1', type: '0x2', gasPrice: '0x2' }, 'BAD_SHAPE'],
    [
      'with a list of another type [C382]',
      { to: you, value: '0x1', type: '0x0', accessList: [{ address: you, storageKeys: [] }] },
      'BAD_SHAPE',
    ],
  ])('%s is refused before the user sees it', async (_, params, code) => {
    const { approvals } = desk()
    await expect(approvals.ask(send(params), never)).rejects.toMatchObject({ code })
    expect(approvals.screen()).toBeUndefined()
  })

  test.each([
    ['to', (address: string) => ({ to: address, value: '0x1' })],
    ['accessList', (address: string) => ({ to: you, value: '0x1', accessList: [{ address, storageKeys: [] }] })],
  ])('is refused if an address in %s is mistyped, and says which [C83]', async (field, params) => {
    const right = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    const { approvals } = desk()
    const asked = approvals.ask(send(params(right.replace('90F79', '90f79'))), never)
    await expect(asked).rejects.toMatchObject({
      code: 'BAD_SHAPE',
      message: `eth_sendTransaction: ${field} has a wrong checksum`,
    })
    expect(approvals.screen()).toBeUndefined()
    for (const spelling of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`]) {
      const { approvals: other } = desk()
      void other.ask(send(params(spelling)), never).catch(() => {})
      expect((await shows(other, 'asking')).prepared.intent.kind).toBe('send')
    }
  })

  test('can be checked again, and declined, while the node is down', async () => {
    const { approvals } = desk({ node: 'http://127.0.0.1:9' })
    const answer = approvals.ask(send({ to: you, value: '0x1' }), never)
    const { id, reason } = await shows(approvals, 'stuck')
    expect(reason).toBe('network')
    approvals.again(id)
    await shows(approvals, 'stuck')
    approvals.decline(id)
    await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED', rpcCode: 4001 })
  })

  test('expires later after it was checked again', async () => {
    const { approvals, clock } = desk()
    void approvals.ask(send({ to: you, value: '0x1' }), never).catch(() => {})
    const { id } = await shows(approvals, 'asking')
    const first = clock.run
    approvals.again(id)
    expect([first === undefined, clock.run]).toEqual([false, undefined])
    await shows(approvals, 'asking')
    expect(clock.run).toBeDefined()
  })

  test('is checked again before it can be approved if it was shown too long', async () => {
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
  const typedData = {
    types: { EIP712Domain: [{ name: 'name', type: 'string' }], Login: [{ name: 'who', type: 'string' }] },
    primaryType: 'Login',
    domain: { name: 'app.example' },
    message: { who: 'me' },
  } as const

  test('verify for a message and for typed data, and are over what was shown', async () => {
    const { approvals } = desk()
    const signed = approvals.ask({ scope, method: 'personal_sign', params: ['Hello', account.address] }, never)
    approvals.approve((await shows(approvals, 'asking')).id, 'frame')
    const signature = (await signed) as Hex // as: the answer of a signer
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(account.address)

    const asked = approvals.ask(
      { scope, method: 'eth_signTypedData_v4', params: [account.address, JSON.stringify(typedData)] },
      never,
    )
    approvals.approve((await shows(approvals, 'asking')).id, 'frame')
    const typed = (await asked) as Hex // as: the answer of a signer
    expect(await recoverTypedDataAddress({ ...typedData, signature: typed })).toBe(account.address)
  })

  test('a password that a library sends with a message is not part of it, and is shown nowhere', async () => {
    const { approvals } = desk()
    const params = ['Hello', account.address, 'Example password']
    const signed = approvals.ask({ scope, method: 'personal_sign', params }, never)
    const { id, prepared } = await shows(approvals, 'asking')
    const { call: _, ...shown } = prepared
    expect(JSON.stringify(shown)).not.toContain('password')
    approvals.approve(id, 'frame')
    expect(await recoverMessageAddress({ message: 'Hello', signature: (await signed) as Hex })).toBe(account.address) // as: the answer of a signer
  })

  test('under version 3 equal those of version 4, and types that only version 4 has are refused before anything is shown', async () => {
    const { approvals } = desk()
    const ask = (data: object) =>
      approvals.ask({ scope, method: 'eth_signTypedData_v3', params: [account.address, JSON.stringify(data)] }, never)
    const asked = ask(typedData)
    approvals.approve((await shows(approvals, 'asking')).id, 'frame')
    const signature = (await asked) as Hex // as: the answer of a signer
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address)

    const listed = { ...typedData, types: { ...typedData.types, Login: [{ name: 'who', type: 'string[]' }] } }
    await expect(ask({ ...listed, message: { who: ['me'] } })).rejects.toMatchObject({
      rpcCode: -32602,
      message: expect.stringContaining('eth_signTypedData_v4') as string,
    })
    expect(approvals.screen()).toBeUndefined()
  })

  test('a forbidden request cannot be approved by any press', async () => {
    const { approvals, signer } = desk()
    const text = 'bank.example wants you to sign in with your Ethereum account:'
    void approvals.ask({ scope, method: 'personal_sign', params: [text, account.address] }, never).catch(() => {})
    const { id } = await shows(approvals, 'asking')
    approvals.approve(id, 'frame')
    approvals.approve(id, 'window')
    expect([signer.asked, approvals.screen()?.status]).toEqual([[], 'asking'])
  })

  test('unsupported methods are refused as not available', async () => {
    const { approvals } = desk()
    const call = { scope, method: 'wallet_grantPermissions', params: [{}] } as const
    await expect(approvals.ask(call, never)).rejects.toMatchObject({ code: 'NOT_AVAILABLE', rpcCode: -32004 })
  })
})

describe('the place of an approval', () => {
  test('a transaction on a host that is not pinned is approved in a window and nowhere else [T2]', async () => {
    const { approvals, signer } = desk({ isHostPinned: false })
    const answer = approvals.ask(send({ to: you, value: '0x1' }), never)
    const { id, prepared } = await shows(approvals, 'asking')
    expect(approvals.needsWindow(prepared)).toBe(true)
    approvals.approve(id, 'frame')
    expect([signer.asked, approvals.screen()?.status]).toEqual([[], 'asking'])
    approvals.approve(id, 'window')
    await expect(answer).resolves.toMatch(/^0x[0-9a-f]{64}$/)
  })

  const askText = (text: string, approvals: Approvals) =>
    approvals.ask({ scope, method: 'personal_sign', params: [text, account.address] }, never)

  test('a text may be a login or a key elsewhere: it is approved in a window and nowhere else [C76]', async () => {
    const { approvals, signer } = desk({ isHostPinned: false })
    const answer = askText('Welcome to Bank! Nonce: 7a6f', approvals)
    const { id, prepared } = await shows(approvals, 'asking')
    expect(approvals.needsWindow(prepared)).toBe(true)
    approvals.approve(id, 'frame')
    expect([signer.asked, approvals.screen()?.status]).toEqual([[], 'asking'])
    approvals.approve(id, 'window')
    await expect(answer).resolves.toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('signing in to the page that asks is approved in the frame [C76]', async () => {
    const { approvals } = desk({ isHostPinned: false })
    const answer = askText(
      createSiweMessage({
        address: account.address,
        chainId: 31337,
        domain: 'app.example',
        nonce: 'abcdefgh1234',
        uri: 'https://app.example/login',
        version: '1',
      }),
      approvals,
    )
    const { id, prepared } = await shows(approvals, 'asking')
    expect([prepared.intent.kind, approvals.needsWindow(prepared)]).toEqual(['signIn', false])
    approvals.approve(id, 'frame')
    await expect(answer).resolves.toMatch(/^0x[0-9a-f]{130}$/)
  })
})

describe('closing', () => {
  test('the modal aborts every request that is not being sent, once, without signing', async () => {
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

  test('a signature that comes after the modal has closed goes nowhere [C340]', async () => {
    const sent: string[] = []
    chain.behaviours.set('eth_sendRawTransaction', (ask, body) => {
      sent.push(body)
      return ask()
    })
    const first = openDesk({ account, rpcUrl: chain.rpcUrl, onSign: () => first.approvals.close() })
    const closed = first.approvals.ask(send({ to: you, value: '0x1' }), never)
    first.approvals.approve((await shows(first.approvals, 'asking')).id, 'frame')
    await expect(closed).rejects.toMatchObject({ code: 'ABORTED' })
    expect(first.signer.asked).toHaveLength(1)
    // Whatever the first request still does is done when a second one, of the same account, is in a block.
    const second = openDesk({ account, rpcUrl: chain.rpcUrl })
    const answer = second.approvals.ask(send({ to: you, value: '0x2' }), never)
    second.approvals.approve((await shows(second.approvals, 'asking')).id, 'frame')
    await expect(answer).resolves.toMatch(/^0x/)
    chain.behaviours.clear()
    expect(sent).toHaveLength(1)
  })

  test('the caller can withdraw a request', async () => {
    const { approvals } = desk()
    const abort = new AbortController()
    const answer = approvals.ask(send({ to: you, value: '0x1' }), abort.signal)
    await shows(approvals, 'asking')
    abort.abort()
    await expect(answer).rejects.toBeInstanceOf(AirlockError)
    expect(approvals.screen()).toBeUndefined()
  })

  test('a signed transaction matches what was shown', async () => {
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

/** Signatures of the Key Worker, checked with other implementations, and requests that it refuses. */
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { implementations } from '../../signing/implementations.ts'
import { type EvmBatch, type EvmSession, SigningRequest } from '../../signing/request.ts'
import { addressesOf, leafKeysOf } from '../keys/accounts.ts'
import { concat, random, utf8 } from '../keys/bytes.ts'
import { entropyLength } from '../keys/mnemonic.ts'
import { signRequest } from './sign.ts'
import { readSigners } from './solana-message.ts'

const keys = await leafKeysOf(random(entropyLength))
const addresses = addressesOf(keys)
const wallet = { userId: 'user', walletId: 'wallet', keys, addresses }
const theirs = privateKeyToAccount(toHex(keys.eip155))
const sign = (request: SigningRequest) => signRequest(wallet, request)
const signer = addresses.eip155
const other = `0x${'ab'.repeat(20)}` as const

const transaction = {
  kind: 'evmTransaction',
  signer,
  chainId: 1,
  nonce: 3,
  to: other,
  value: '0xde0b6b3a7640000',
  data: '0x12345678',
  gas: '0x5208',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
  accessList: [{ address: other, storageKeys: [`0x${'00'.repeat(32)}`] }],
} as const satisfies SigningRequest
const types: Record<string, { name: string; type: string }[]> = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ],
  Mail: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
}
const typedData = {
  types,
  primaryType: 'Mail',
  domain: { name: 'Shop', chainId: '1' },
  message: { to: other, amount: '1000000000000000000000' },
}

describe('eip155, as another implementation signs it', () => {
  test('transactions', async () => {
    const quantities = { value: 10n ** 18n, gas: 21_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n }
    for (const change of [{}, { to: null }, { nonce: 0, accessList: [] }]) {
      const { kind: _, signer: __, ...rest } = { ...transaction, ...change }
      const expected = await theirs.signTransaction({ ...rest, ...quantities, type: 'eip1559' })
      expect(sign({ ...transaction, ...change })).toBe(expected)
    }
  })

  test('messages, whatever their bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const message = toHex(bytes)
        expect(sign({ kind: 'evmMessage', signer, message })).toBe(
          await theirs.signMessage({ message: { raw: message } }),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('typed data', async () => {
    const expected = await theirs.signTypedData({
      types,
      primaryType: 'Mail',
      domain: { name: 'Shop', chainId: 1n },
      message: { to: other, amount: 10n ** 21n },
    })
    expect(sign({ kind: 'evmTypedData', signer, typedData })).toBe(expected)
  })
})

describe('a batch', () => {
  const delegate = implementations['simple7702-0.8'].delegate
  const { value: _, data: __, to: ___, accessList: ____, kind: _____, ...head } = transaction
  const batch = {
    ...head,
    kind: 'evmBatch',
    form: 'executeBatch',
    delegate,
    calls: [
      { to: other, value: '0x5', data: '0x' },
      { to: signer, value: '0x0', data: '0x1234' },
    ],
  } as const satisfies SigningRequest
  const expected = {
    chainId: 1,
    nonce: 3,
    to: signer,
    data: encodeFunctionData({
      abi: parseAbi(['function executeBatch((address target, uint256 value, bytes data)[] calls)']),
      functionName: 'executeBatch',
      args: [batch.calls.map(({ to, value, data }) => ({ target: to, value: BigInt(value), data }))],
    }),
    gas: 21_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n,
  }

  test('is signed like by another library, with and without the delegation', async () => {
    const authorization = await theirs.signAuthorization({ chainId: 1, nonce: 4, contractAddress: delegate })
    expect(sign(batch)).toBe(
      await theirs.signTransaction({ ...expected, type: 'eip7702', authorizationList: [authorization] }),
    )
    expect(sign({ ...batch, delegate: null })).toBe(await theirs.signTransaction({ ...expected, type: 'eip1559' }))
  })

  test('is not signed if it delegates to a contract that is not in the list [C264]', () => {
    for (const stranger of [other, signer, `0x${'00'.repeat(20)}` as const])
      expect(() => sign({ ...batch, delegate: stranger })).toThrow(expect.objectContaining({ code: 'NOT_SIGNED' }))
  })

  test('for every network at once, or with too many calls, is not a request [C265]', () => {
    const calls = (count: number) => Array.from({ length: count }, () => batch.calls[0])
    for (const change of [{ chainId: 0 }, { chainId: -1 }, { calls: [] }, { calls: calls(21) }])
      expect(SigningRequest.safeParse({ ...batch, ...change }).success).toBe(false)
    expect(SigningRequest.safeParse({ ...batch, calls: calls(20) }).success).toBe(true)
  })
})

describe('a user operation', () => {
  const { delegate, entryPoint } = implementations['simple7702-0.8']
  const delegator = implementations['delegator-1.3']
  const operation = {
    kind: 'evmOperation',
    implementation: 'simple7702-0.8',
    signer,
    chainId: 1,
    nonce: 2,
    authorizationNonce: 3,
    calls: [{ to: other, value: '0x5', data: '0x1234' }],
    callGas: '0x10000',
    verificationGas: '0x20000',
    preVerificationGas: '0x30000',
    maxFeePerGas: '0x3b9aca00',
    maxPriorityFeePerGas: '0x1',
    paymaster: other,
    paymasterData: '0xabcd',
    paymasterVerificationGas: '0x40000',
    paymasterPostOpGas: '0x5000',
  } as const satisfies SigningRequest
  const expected = async (authorizationNonce: number | null) => {
    const authorization =
      authorizationNonce === null
        ? undefined
        : await theirs.signAuthorization({ chainId: 1, nonce: authorizationNonce, contractAddress: delegate })
    const hash = getUserOperationHash({
      chainId: 1,
      entryPointAddress: entryPoint,
      entryPointVersion: '0.8',
      userOperation: {
        sender: signer,
        nonce: 2n,
        ...(authorization && { authorization, factory: '0x7702', factoryData: '0x' }),
        callData: encodeFunctionData({
          abi: parseAbi(['function executeBatch((address target, uint256 value, bytes data)[] calls)']),
          functionName: 'executeBatch',
          args: [[{ target: other, value: 5n, data: '0x1234' }]],
        }),
        callGasLimit: 0x10000n,
        verificationGasLimit: 0x20000n,
        preVerificationGas: 0x30000n,
        maxFeePerGas: 10n ** 9n,
        maxPriorityFeePerGas: 1n,
        paymaster: other,
        paymasterData: '0xabcd',
        paymasterVerificationGasLimit: 0x40000n,
        paymasterPostOpGasLimit: 0x5000n,
        signature: '0x',
      },
    })
    const own = await theirs.sign({ hash })
    if (!authorization) return own
    const { r, s, yParity } = authorization
    return concatHex([own, r, s, yParity === 1 ? '0x1c' : '0x1b'])
  }

  test('is signed as another library hashes it, with and without the delegation [C271]', async () => {
    expect(sign(operation)).toBe(await expected(3))
    expect(sign({ ...operation, authorizationNonce: null })).toBe(await expected(null))
  })

  test('is signed in the account’s own domain for the other implementation, as its contract checks it [C271]', async () => {
    const other07 = { ...operation, implementation: 'delegator-1.3' } as const
    const field = (type: string, name: string) => ({ type, name })
    const half = (gas: bigint) => numberToHex(gas, { size: 16 })
    const own = await theirs.signTypedData({
      domain: { name: 'EIP7702StatelessDeleGator', version: '1', chainId: 1, verifyingContract: signer },
      types: {
        PackedUserOperation: [
          field('address', 'sender'),
          field('uint256', 'nonce'),
          field('bytes', 'initCode'),
          field('bytes', 'callData'),
          field('bytes32', 'accountGasLimits'),
          field('uint256', 'preVerificationGas'),
          field('bytes32', 'gasFees'),
          field('bytes', 'paymasterAndData'),
          field('address', 'entryPoint'),
        ],
      },
      primaryType: 'PackedUserOperation',
      message: {
        sender: signer,
        nonce: 2n,
        initCode: '0x',
        callData: encodeFunctionData({
          abi: parseAbi(['function execute(bytes32 mode, bytes data)']),
          args: [
            numberToHex(1n << 248n, { size: 32 }),
            encodeAbiParameters(parseAbiParameters('(address, uint256, bytes)[]'), [[[other, 5n, '0x1234']]]),
          ],
        }),
        accountGasLimits: concatHex([half(0x20000n), half(0x10000n)]),
        preVerificationGas: 0x30000n,
        gasFees: concatHex([half(1n), half(10n ** 9n)]),
        paymasterAndData: concatHex([other, half(0x40000n), half(0x5000n), '0xabcd']),
        entryPoint: delegator.entryPoint,
      },
    })
    expect(sign({ ...other07, authorizationNonce: null })).toBe(own)
    const { r, s, yParity } = await theirs.signAuthorization({
      chainId: 1,
      nonce: 3,
      contractAddress: delegator.delegate,
    })
    expect(sign(other07)).toBe(concatHex([own, r, s, yParity === 1 ? '0x1c' : '0x1b']))
  })

  test('is not a request without a sponsor, for another network or beyond the limits [C300]', () => {
    expect(SigningRequest.safeParse(operation).success).toBe(true)
    const gas = numberToHex(1n << 25n)
    const changes: object[] = [
      { paymaster: `0x${'0'.repeat(40)}` },
      { paymaster: '0x' },
      { paymaster: undefined },
      { paymasterData: '0xabc' },
      { chainId: 0 },
      { calls: [] },
      { delegate: other },
      { entryPoint: other },
      { implementation: 'another' },
      { implementation: undefined },
      { callGas: gas },
      { preVerificationGas: gas },
      { verificationGas: '0x100000' },
      { paymasterVerificationGas: '0x100000' },
      { paymasterPostOpGas: '0x100000' },
      { maxFeePerGas: numberToHex(1n << 44n) },
      { maxPriorityFeePerGas: numberToHex(1n << 44n) },
    ]
    for (const change of changes) expect(SigningRequest.safeParse({ ...operation, ...change }).success).toBe(false)
  })
})

test('the way back to a plain account is the only authorization of the zero address [C304]', async () => {
  const { to: _, value: __, data: ___, accessList: ____, kind: _____, ...head } = transaction
  const authorization = await theirs.signAuthorization({
    chainId: 1,
    nonce: 4,
    contractAddress: `0x${'00'.repeat(20)}`,
  })
  expect(sign({ ...head, kind: 'evmUndelegation' })).toBe(
    await theirs.signTransaction({
      chainId: 1,
      nonce: 3,
      to: signer,
      gas: 21_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 1n,
      type: 'eip7702',
      authorizationList: [authorization],
    }),
  )
  for (const more of [{ to: other }, { data: '0x12' }, { value: '0x1' }, { delegate: other }, { calls: [] }])
    expect(SigningRequest.safeParse({ ...head, kind: 'evmUndelegation', ...more }).success).toBe(false)
})

describe('a smart session', () => {
  const page = `0x${'cd'.repeat(20)}` as const
  const session = (change: Partial<EvmSession> = {}): EvmSession => ({
    kind: 'evmSession',
    signer,
    chainId: 10,
    key: page,
    salt: `0x${'07'.repeat(32)}`,
    until: Math.floor(Date.now() / 1000) + 600,
    coins: '0x64',
    tokens: null,
    targets: [other],
    methods: ['0x12345678'],
    upgrade: null,
    ...change,
  })
  const hex = (value: number, size: number) => toHex(value, { size }).slice(2)
  /** As the delegation framework defines it. */
  const expected = (of: EvmSession) =>
    theirs.signTypedData({
      domain: {
        name: 'DelegationManager',
        version: '1',
        chainId: of.chainId,
        verifyingContract: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
      },
      types: {
        Caveat: [
          { name: 'enforcer', type: 'address' },
          { name: 'terms', type: 'bytes' },
        ],
        Delegation: [
          { name: 'delegate', type: 'address' },
          { name: 'delegator', type: 'address' },
          { name: 'authority', type: 'bytes32' },
          { name: 'caveats', type: 'Caveat[]' },
          { name: 'salt', type: 'uint256' },
        ],
      },
      primaryType: 'Delegation',
      message: {
        delegate: of.key,
        delegator: signer,
        authority: `0x${'ff'.repeat(32)}`,
        caveats: [
          { enforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069', terms: `0x${hex(0, 16)}${hex(of.until, 16)}` },
          { enforcer: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320', terms: `0x${hex(100, 32)}` },
          { enforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB', terms: other },
          { enforcer: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5', terms: '0x12345678' },
        ],
        salt: BigInt(of.salt),
      },
    })

  test('is signed as a delegation for its network, with a caveat for each limit [C309]', async () => {
    for (const chainId of [10, 8453]) {
      const asked = session({ chainId })
      expect(sign(asked)).toBe(await expected(asked))
    }
  })

  test('brings the upgrade of the account after its signature', async () => {
    const { delegate } = implementations['delegator-1.3']
    const calls = [{ to: signer, value: '0x0' as const, data: '0x' as const }]
    const fees = { nonce: 3, gas: '0x5208', maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x1' } as const
    const upgrade: EvmBatch = { kind: 'evmBatch', signer, chainId: 10, delegate, form: 'execute', calls, ...fees }
    const request = session({ upgrade })
    const signed = sign(request)
    expect(signed.slice(0, 132)).toBe(await expected(request))
    expect(`0x${signed.slice(132)}`).toBe(sign(upgrade))
    expect(signed.slice(132)).toMatch(/^04/)
  })

  test.each<[string, Partial<EvmSession>]>([
    ['without an end', { until: 99_999_999_999 }],
    ['for everybody', { key: '0x0000000000000000000000000000000000000A11' }],
    ['that calls the account', { targets: [other, signer] }],
    ['that calls the manager', { targets: ['0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'] }],
  ])('%s is not signed [C310]', (_, change) => {
    expect(() => sign(session(change))).toThrow(expect.objectContaining({ code: 'NOT_SIGNED' }))
  })
})

test('a user operation or a delegation is not signed as typed data [C269]', () => {
  const { entryPoint } = implementations['simple7702-0.8']
  const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
  for (const verifyingContract of [entryPoint, entryPoint.toLowerCase(), manager, signer, signer.toLowerCase()]) {
    const domain = { name: 'ERC4337', version: '1', chainId: '1', verifyingContract }
    const fields = [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ]
    const disguised = { ...typedData, types: { ...types, EIP712Domain: fields }, domain }
    expect(() => sign({ kind: 'evmTypedData', signer, typedData: disguised })).toThrow(
      expect.objectContaining({ code: 'NOT_SIGNED' }),
    )
  }
})

describe('solana', () => {
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(base58.decode(addresses.solana))]),
    format: 'der',
    type: 'spki',
  })
  const verifies = (bytes: Uint8Array, signature: string) => verify(null, bytes, key, base58.decode(signature))

  /** A transfer of the system program, legacy or version 0. */
  const message = (signers: readonly Uint8Array[], isVersioned = false) =>
    concat(
      isVersioned ? Uint8Array.of(0x80) : Uint8Array.of(),
      Uint8Array.of(signers.length, 0, 1, signers.length + 2),
      ...signers,
      random(32),
      new Uint8Array(32),
      random(32), // the blockhash
      Uint8Array.of(1, signers.length + 1, 2, 0, signers.length, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
      isVersioned ? Uint8Array.of(0) : Uint8Array.of(),
    )
  const own = base58.decode(addresses.solana)

  test('texts and transactions verify', () => {
    const text = utf8('gm')
    const bytes = [text, message([own]), message([random(32), own], true)] as const
    const kinds = ['solanaMessage', 'solanaTransaction', 'solanaTransaction'] as const
    for (const [index, kind] of kinds.entries()) {
      const signed = sign({ kind, signer: addresses.solana, message: base58.encode(bytes[index] ?? text) })
      expect(verifies(bytes[index] ?? text, signed)).toBe(true)
    }
  })

  test('another library takes the signature of its transaction for a good one', () => {
    const feePayer = new PublicKey(addresses.solana)
    const theirs = new Transaction({ feePayer, blockhash: base58.encode(random(32)), lastValidBlockHeight: 1 })
    theirs.add(SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: new PublicKey(random(32)), lamports: 1 }))
    const asked = base58.encode(theirs.serializeMessage())
    const signed = sign({ kind: 'solanaTransaction', signer: addresses.solana, message: asked })
    theirs.addSignature(feePayer, Buffer.from(base58.decode(signed)))
    expect(theirs.verifySignatures()).toBe(true)
  })

  test('several transactions are signed all, in their order, or none', () => {
    const messages = [message([own]), message([random(32), own], true), message([own], true)]
    const asked = (all: readonly Uint8Array[]) =>
      sign({
        kind: 'solanaTransactions',
        signer: addresses.solana,
        messages: all.map((one) => base58.encode(one)),
      })
    const signatures = base58.decode(asked(messages))
    expect(signatures.length).toBe(3 * 64)
    for (const [index, bytes] of messages.entries())
      expect(verifies(bytes, base58.encode(signatures.slice(index * 64, index * 64 + 64)))).toBe(true)
    expect(() => asked([...messages, message([random(32)])])).toThrow(expect.objectContaining({ code: 'NOT_SIGNED' }))
  })

  test('a text that begins as no text does, but as a transaction of a later version, is not signed', () => {
    for (const mark of [0x80, 0x81, 0xbf])
      expect(() =>
        sign({ kind: 'solanaMessage', signer: addresses.solana, message: base58.encode(Uint8Array.of(mark, 1)) }),
      ).toThrow(expect.objectContaining({ code: 'NOT_SIGNED' }))
    const offChain = concat(Uint8Array.of(0xff), utf8('solana offchain'))
    const signed = sign({ kind: 'solanaMessage', signer: addresses.solana, message: base58.encode(offChain) })
    expect(verifies(offChain, signed)).toBe(true)
  })

  test('bytes that could be a transaction are not signed as a text, nor a text as a transaction', () => {
    for (const isVersioned of [false, true]) {
      const bytes = base58.encode(message([own], isVersioned))
      expect(() => sign({ kind: 'solanaMessage', signer: addresses.solana, message: bytes })).toThrow(
        expect.objectContaining({ code: 'NOT_SIGNED' }),
      )
    }
    const refused = [
      utf8('gm'),
      message([random(32)]),
      message([own]).slice(1),
      concat(message([own]), Uint8Array.of(0)),
    ]
    for (const bytes of refused)
      expect(() =>
        sign({ kind: 'solanaTransaction', signer: addresses.solana, message: base58.encode(bytes) }),
      ).toThrow(expect.objectContaining({ code: 'NOT_SIGNED' }))
  })

  test('the reader names the signers of every message and reads nothing shorter, longer or else', () => {
    const keysOf = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(keysOf, fc.boolean(), fc.nat(), (signers, isVersioned, cut) => {
        const bytes = message(signers, isVersioned)
        expect(readSigners(bytes)).toEqual(signers.map((each) => base58.encode(each)))
        expect(readSigners(bytes.slice(0, cut % bytes.length))).toBeUndefined()
        expect(readSigners(concat(bytes, Uint8Array.of(cut)))).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(readSigners(utf8(text))).toBeUndefined()
      }),
    )
  })
})

test('only the account itself signs', () => {
  const requests: SigningRequest[] = [
    { ...transaction, signer: other },
    { kind: 'evmMessage', signer: other, message: '0x' },
    { kind: 'solanaMessage', signer: base58.encode(random(32)), message: base58.encode(utf8('gm')) },
    { kind: 'solanaTransactions', signer: base58.encode(random(32)), messages: [base58.encode(utf8('gm'))] },
  ]
  for (const request of requests) expect(() => sign(request)).toThrow(expect.objectContaining({ code: 'WRONG_SIGNER' }))
})

import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2pkh, p2tr, p2wpkh, Script, SigHash, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSigned, idOf, readPsbt } from './psbt.ts'

const mainnet: Caip2 = 'bip122:000000000019d6689c085ae165831e93'
const secret = new Uint8Array(32).fill(7)
const other = new Uint8Array(32).fill(9)
const own = p2wpkh(secp256k1.getPublicKey(secret), NETWORK)
const taproot = p2tr(schnorr.getPublicKey(secret), undefined, NETWORK)
const legacy = p2pkh(secp256k1.getPublicKey(secret), NETWORK)
const stranger = p2wpkh(secp256k1.getPublicKey(other), NETWORK)
const payment = own.address ?? ''
const txid = 'ab'.repeat(32)

interface Plan {
  readonly inputs?: readonly object[]
  readonly outputs?: readonly object[]
}
const coin = (more: object = {}) => ({
  txid,
  index: 0,
  witnessUtxo: { script: own.script, amount: 100_000n },
  ...more,
})
const pays = (amount: bigint, script: Uint8Array = stranger.script) => ({ script, amount })

function transactionOf({ inputs = [coin()], outputs = [pays(60_000n), pays(39_000n, own.script)] }: Plan = {}) {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
  for (const input of inputs) transaction.addInput(input)
  for (const output of outputs) transaction.addOutput(output)
  return transaction
}
/** A coin with the whole transaction that it comes from. */
function earlierOf(script: Uint8Array<ArrayBuffer>, amount: bigint) {
  const earlier = new Transaction({ allowUnknownInputs: true })
  earlier.addOutput({ script, amount })
  earlier.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: new Uint8Array([0]) })
  return { txid: earlier.id, index: 0, nonWitnessUtxo: earlier.toBytes(true, true) }
}
const psbtOf = (plan?: Plan) => base64.encode(transactionOf(plan).toPSBT())
const asked = (more: object = {}) => [{ address: payment, index: 0, ...more }]
const read = (plan?: Plan, inputs = asked()) => readPsbt(mainnet, psbtOf(plan), inputs)
const code = (run: () => unknown): string => {
  try {
    run()
    return 'done'
  } catch (error) {
    return error instanceof AirlockError ? error.code : 'foreign'
  }
}

describe('a PSBT', () => {
  test('is shown whole: every output, what is signed, and the fee', () => {
    const text = Script.encode(['RETURN', new TextEncoder().encode('hello')])
    expect(read({ outputs: [pays(60_000n), pays(39_000n, own.script), { script: text, amount: 0n }] })).toEqual({
      outputs: [
        { satoshis: 60_000n, address: stranger.address, data: undefined },
        { satoshis: 39_000n, address: payment, data: undefined },
        { satoshis: 0n, address: undefined, data: hex.encode(new TextEncoder().encode('hello')) },
      ],
      signed: 100_000n,
      fee: 1_000n,
    })
  })

  test('may have inputs of others, and coins of the older kinds with the transaction that they spend', () => {
    const old = earlierOf(legacy.script, 50_000n)
    const plan = { inputs: [coin(), old], outputs: [pays(149_000n)] }
    expect(read(plan, [{ address: legacy.address ?? '', index: 1 }])).toMatchObject({ signed: 50_000n, fee: 1_000n })
  })

  test.each<[why: string, plan: Plan, inputs?: ReturnType<typeof asked>]>([
    [
      'a hidden output: a script that is no address',
      { outputs: [pays(60_000n), pays(39_000n, Script.encode([1, 'ADD']))] },
    ],
    ['a hidden output that holds nothing', { outputs: [pays(60_000n), pays(0n, Script.encode([1, 'ADD']))] }],
    ['an output that nobody can spend', { outputs: [pays(39_000n, Script.encode(['RETURN', new Uint8Array(4)]))] }],
    ['inputs that hold nothing known', { inputs: [coin({ witnessUtxo: undefined })] }],
    [
      'an input of somebody else to be signed',
      { inputs: [coin({ witnessUtxo: { script: stranger.script, amount: 100_000n } })] },
    ],
    ['outputs that are more than the inputs', { outputs: [pays(200_000n)] }],
    ['an input that it does not have', {}, asked({ index: 3 })],
    ['an input to be signed twice', {}, [...asked(), ...asked()]],
    ['an input that is spent twice', { inputs: [coin(), coin()] }],
  ])('is refused with %s [C188]', (_, plan, inputs) => {
    expect(code(() => read(plan, inputs))).toBe('BAD_SHAPE')
  })

  test.each<[why: string, plan: Plan, inputs?: ReturnType<typeof asked>]>([
    ['an enormous fee', { inputs: [coin({ witnessUtxo: { script: own.script, amount: 5_000_000n } })] }],
    ['a signature of no output', { inputs: [coin({ sighashType: SigHash.NONE })] }],
    ['a signature of one output', { inputs: [coin({ sighashType: SigHash.SINGLE })] }],
    ['a signature of its own input alone', { inputs: [coin({ sighashType: SigHash.ALL_ANYONECANPAY })] }],
    ['another signature, by the request', {}, asked({ sighashTypes: [131] })],
  ])('is not passed on with %s [C188]', (_, plan, inputs) => {
    expect(code(() => read(plan, inputs))).toBe('METHOD_NOT_ALLOWED')
  })

  test('is refused if its earlier transaction has another amount [C188]', () => {
    const honest = hex.encode(base64.decode(psbtOf({ inputs: [coin(earlierOf(own.script, 100_000n))] })))
    // The amount of the witness comes last.
    const at = honest.lastIndexOf('a086010000000000')
    const lying = `${honest.slice(0, at)}a086010100000000${honest.slice(at + 16)}`
    const psbt = base64.encode(hex.decode(lying))
    expect(code(() => readPsbt(mainnet, psbt, asked()))).toBe('BAD_SHAPE')
  })

  test('is refused if it brings another earlier transaction than it spends [C188]', () => {
    const spent = earlierOf(own.script, 100_000n)
    const before = hex.encode(base64.decode(psbtOf({ inputs: [spent] })))
    const name = hex.encode(hex.decode(spent.txid).reverse())
    expect(before.split(name)).toHaveLength(2)
    const psbt = base64.encode(hex.decode(before.replace(name, 'cd'.repeat(32))))
    expect(code(() => readPsbt(mainnet, psbt, asked()))).toBe('BAD_SHAPE')
  })

  test('any bytes are read or refused, and nothing else happens [C188]', () => {
    const whole = base64.decode(psbtOf())
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat({ max: whole.length - 1 }),
        fc.nat({ max: 255 }),
        (bytes, at, byte) => {
          const changed = whole.slice()
          changed[at] = byte
          for (const one of [bytes, changed])
            expect(code(() => readPsbt(mainnet, base64.encode(one), asked()))).toMatch(
              /^(done|BAD_SHAPE|METHOD_NOT_ALLOWED)$/,
            )
        },
      ),
    )
  })
})

describe('the PSBT that a wallet returns', () => {
  const signed = (plan?: Plan, key = secret, sighash?: number[]) => {
    const transaction = transactionOf(plan)
    transaction.signIdx(key, 0, sighash)
    return transaction
  }
  const check = (answer: string, isSent = false) => code(() => checkSigned(psbtOf(), answer, asked(), isSent))

  test('is good with the signatures that were asked for, final or not', () => {
    expect(check(base64.encode(signed().toPSBT()))).toBe('done')
    const final = signed()
    final.finalize()
    expect(check(base64.encode(final.toPSBT()))).toBe('done')
    const ordinals = {
      inputs: [
        coin({ witnessUtxo: { script: taproot.script, amount: 100_000n }, tapInternalKey: taproot.tapInternalKey }),
      ],
    }
    const answer = base64.encode(signed(ordinals).toPSBT())
    expect(code(() => checkSigned(psbtOf(ordinals), answer, asked(), false))).toBe('done')
  })

  test.each([
    ['a swapped change', () => signed({ outputs: [pays(60_000n), pays(39_000n)] }).toPSBT()],
    ['one output more', () => signed({ outputs: [pays(60_000n), pays(38_000n, own.script), pays(1_000n)] }).toPSBT()],
    ['one output less', () => signed({ outputs: [pays(60_000n)] }).toPSBT()],
    ['another input', () => signed({ inputs: [coin({ txid: 'cd'.repeat(32) })] }).toPSBT()],
    ['no signature', () => transactionOf().toPSBT()],
    [
      'a signature of less',
      () => signed({ inputs: [coin({ sighashType: SigHash.NONE })] }, secret, [SigHash.NONE]).toPSBT(),
    ],
    ['what is no PSBT', () => new Uint8Array(20)],
  ])('fails with %s [C189]', (_, answer) => {
    expect(check(base64.encode(answer()))).toBe('WALLET_FAILED')
  })

  test('may come back unchanged if the wallet has sent it, but not as another one [C189]', () => {
    expect(check(psbtOf(), true)).toBe('done')
    expect(check(psbtOf({ outputs: [pays(99_000n)] }), true)).toBe('WALLET_FAILED')
  })

  test('has the id that was known before, where the signatures are in the witness', () => {
    const final = signed()
    final.finalize()
    expect(idOf(psbtOf())).toBe(final.id)
    const old = coin({ witnessUtxo: { script: legacy.script, amount: 100_000n } })
    expect(idOf(psbtOf({ inputs: [old] }))).toBeUndefined()
  })
})

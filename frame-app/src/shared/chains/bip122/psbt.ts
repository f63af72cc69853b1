/**
 * Reads a PSBT before a wallet is asked to sign it, and the wallet's result (C188, C189). Refuses a PSBT that cannot be shown in full:
 * every output, the inputs that are to be signed, and the fee. Large; loaded with the first PSBT.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { SignInput } from '@airlock/protocol/scalars/bitcoin.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base64, hex } from '@scure/base'
import { Address, OutScript, Script, Transaction } from '@scure/btc-signer'
import { ifReadable } from '../../if-readable.ts'
import { type Params, paramsOf } from './networks.ts'

export interface Output {
  readonly satoshis: bigint
  /** `undefined` for text that is stored in the chain. */
  readonly address: string | undefined
  /** In hex; only without an address. */
  readonly data: string | undefined
}

export interface PsbtFacts {
  readonly outputs: readonly Output[]
  /** The total of the inputs to be signed. */
  readonly signed: bigint
  readonly fee: bigint
}

/** Signatures of the whole transaction: the default of taproot, and `SIGHASH_ALL`. */
const wholeSighash: ReadonlySet<number> = new Set([0, 1])
/** A fee above both limits is a mistake or an attack: 0.01 BTC, and a tenth of what is spent. */
const highFee = { satoshis: 1_000_000n, share: 10n }

/** @throws AirlockError BAD_SHAPE if it cannot be read or shown in full, METHOD_NOT_ALLOWED for another sighash type or too high a fee */
export function readPsbt(network: Caip2, psbt: string, signInputs: readonly SignInput[]): PsbtFacts {
  const transaction = decode(psbt)
  const params = paramsOf(network)
  const inputs = inputsOf(transaction).map((input) => ({ ...input, spent: spentOf(input) }))
  const outpoints = inputs.map(({ txid, index }) => `${hex.encode(txid ?? new Uint8Array())}:${index}`)
  if (new Set(outpoints).size !== outpoints.length) throw refused('An input is spent twice.')
  const wanted = new Map(signInputs.map((one) => [one.index, one]))
  if (wanted.size !== signInputs.length) throw refused('An input is to be signed twice.')
  for (const { index, address, sighashTypes = [] } of signInputs) {
    const input = inputs[index]
    if (!input) throw refused(`There is no input ${index}.`)
    if (addressOf(params, input.spent.script) !== address) throw refused(`Input ${index} is not of ${address}.`)
    // Any other signature would allow changes of the transaction after it was shown.
    if (![...sighashTypes, input.sighashType ?? 0].every((type) => wholeSighash.has(type)))
      throw new AirlockError('METHOD_NOT_ALLOWED', {
        message: 'Only signatures of the whole transaction are asked for.',
      })
  }
  const outputs = outputsOf(transaction).map(({ amount, script }) => toOutput(params, amount, script))
  const spent = sumOf(inputs.map((input) => input.spent.amount))
  const fee = spent - sumOf(outputs.map(({ satoshis }) => satoshis))
  if (fee < 0n) throw refused('The outputs are more than the inputs.')
  if (fee > highFee.satoshis && fee * highFee.share > spent)
    throw new AirlockError('METHOD_NOT_ALLOWED', { message: `The fee is ${fee} satoshis, which is too much.` })
  return { outputs, fee, signed: sumOf(signInputs.map(({ index }) => inputs[index]?.spent.amount ?? 0n)) }
}

/**
 * The inputs that spend from these addresses.
 * @throws AirlockError BAD_SHAPE if there is none
 */
export function inputsFrom(
  network: Caip2,
  psbt: string,
  addresses: readonly string[],
): { address: string; index: number }[] {
  const found = inputsOf(decode(psbt)).flatMap((input, index) => {
    const address = addressOf(paramsOf(network), spentOf(input).script)
    return address !== undefined && addresses.includes(address) ? [{ address, index }] : []
  })
  if (found.length === 0) throw refused('No input of the PSBT is of this account.')
  return found
}

/**
 * Checks that the wallet has added signatures, and nothing else.
 * @param isSent the wallet has also sent it, and may return the PSBT unchanged
 * @throws AirlockError WALLET_FAILED
 */
export function checkSigned(asked: string, answered: string, signInputs: readonly SignInput[], isSent: boolean): void {
  const before = decode(asked)
  let after: Transaction
  try {
    after = decode(answered)
  } catch {
    throw odd('The wallet answered with what is no PSBT.')
  }
  if (unsignedOf(before) !== unsignedOf(after)) throw odd('The wallet answered with another transaction.')
  if (isSent) return
  const inputs = inputsOf(after)
  for (const { index } of signInputs)
    if (!inputs[index] || !isSigned(inputs[index])) throw odd(`The wallet did not sign input ${index}.`)
}

/** The id of a transaction, if it is known before signing because all signatures are in the witness. */
export function idOf(psbt: string): string | undefined {
  const transaction = decode(psbt)
  const isWitness = inputsOf(transaction).every((input) => {
    const { type } = OutScript.decode(spentOf(input).script)
    return type === 'wpkh' || type === 'wsh' || type === 'tr'
  })
  if (!isWitness) return undefined
  return Transaction.fromRaw(transaction.unsignedTx, lenient).id
}

type Input = ReturnType<Transaction['getInput']>

const lenient = { allowUnknownInputs: true, allowUnknownOutputs: true } as const

function decode(psbt: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), lenient)
  } catch (cause) {
    throw new AirlockError('BAD_SHAPE', { cause, message: 'This is no PSBT.' })
  }
}

const inputsOf = (transaction: Transaction): Input[] =>
  Array.from({ length: transaction.inputsLength }, (_, at) => transaction.getInput(at))
const outputsOf = (transaction: Transaction) =>
  Array.from({ length: transaction.outputsLength }, (_, at) => transaction.getOutput(at))

/**
 * The amount and the script that an input spends. The whole earlier transaction proves them, and the library refuses one that the input
 * does not name, or that the witness contradicts; without it, the signature of a witness commits to the amount.
 */
function spentOf({ witnessUtxo, nonWitnessUtxo, index }: Input): {
  readonly amount: bigint
  readonly script: Uint8Array
} {
  const whole = index === undefined ? undefined : nonWitnessUtxo?.outputs[index]
  const spent = whole ?? witnessUtxo
  if (!spent) throw refused('The PSBT does not say what its inputs hold, so the fee cannot be shown.')
  return spent
}

function toOutput(params: Params, amount: bigint | undefined, script: Uint8Array | undefined): Output {
  if (amount === undefined || script === undefined) throw refused('An output has no amount or no script.')
  const address = addressOf(params, script)
  if (address !== undefined) return { satoshis: amount, address, data: undefined }
  const data = dataOf(script)
  if (data === undefined) throw refused('An output pays to a script that cannot be shown.')
  // No one can spend it.
  if (amount > 0n) throw refused('An output destroys coins.')
  return { satoshis: amount, address: undefined, data }
}

const addressOf = ({ bech32, pubKeyHash, scriptHash }: Params, script: Uint8Array): string | undefined =>
  ifReadable(() => Address({ bech32, pubKeyHash, scriptHash, wif: 0 }).encode(OutScript.decode(script)))

/** The bytes after OP_RETURN. */
function dataOf(script: Uint8Array): string | undefined {
  const [first, ...rest] = ifReadable(() => Script.decode(script)) ?? []
  if (first !== 'RETURN') return undefined
  return rest.map((part) => (part instanceof Uint8Array ? hex.encode(part) : String(part))).join(' ')
}

const isSigned = ({ partialSig, tapKeySig, tapScriptSig, finalScriptSig, finalScriptWitness }: Input): boolean => {
  const ecdsa = (partialSig ?? []).map(([, signature]) => signature)
  const schnorr = [tapKeySig, ...(tapScriptSig ?? []).map(([, signature]) => signature)].filter(
    (one) => one !== undefined,
  )
  if (finalScriptSig ?? finalScriptWitness) return true
  if (ecdsa.length + schnorr.length === 0) return false
  // The last byte is the type of the signature; a taproot signature of 64 bytes covers everything.
  return ecdsa.every((one) => one.at(-1) === 1) && schnorr.every((one) => one.length === 64 || one.at(-1) === 1)
}

/** Everything that a signature of the whole transaction commits to, apart from the amounts of the inputs. */
const unsignedOf = (transaction: Transaction): string => hex.encode(transaction.unsignedTx)

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)
const refused = (message: string) => new AirlockError('BAD_SHAPE', { message })
const odd = (message: string) => new AirlockError('WALLET_FAILED', { message })

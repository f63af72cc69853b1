/**
 * Bitcoin: a base64 signature. It is either 65 bytes from which the key is recovered (the legacy form, with BIP-137 header numbers for
 * later address types), or a witness (BIP-322 simple).
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { Address, NETWORK, OutScript, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { fromBase64, holds, isSame, type Proof, utf8, type Verifier } from './verifier.ts'

type Decoded = ReturnType<ReturnType<typeof Address>['decode']>

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }

const verify: Verifier['verify'] = ({ chainId, address, message, signature }) => {
  const [account, signed] = [readAddress(chainId, address)?.account, fromBase64(signature)]
  if (!account || !signed || utf8(message).length > longestText) return false
  return holds(() => (signed.length === 65 ? isByKey(account, message, signed) : isByWitness(account, message, signed)))
}

/** bech32 may be in capitals, as in QR codes. */
const canonical: Verifier['canonical'] = (chainId, address) => readAddress(chainId, address)?.written

export const bip122: Verifier = { verify, canonical }

function readAddress(
  chainId: Proof['chainId'],
  address: string,
): { readonly account: Decoded; readonly written: string } | undefined {
  for (const network of chainId === mainnet ? [NETWORK] : [TEST_NETWORK, regtest]) {
    try {
      const account = Address(network).decode(address)
      return { account, written: Address(network).encode(account) }
    } catch {
      // The address belongs to another network.
    }
  }
  return undefined
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const hash256 = (bytes: Uint8Array) => sha256(sha256(bytes))

const magic = utf8('\x18Bitcoin Signed Message:\n')

/** Its length is written as two bytes below. */
const longestText = 0xffff

/** A text with its byte length before it. */
const sized = (bytes: Uint8Array) =>
  concatBytes(
    Uint8Array.from(bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8]),
    bytes,
  )

function isByKey(account: Decoded, message: string, signature: Uint8Array): boolean {
  const header = signature[0] ?? 0
  if (header < 27 || header > 42) return false
  const point = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    .addRecoveryBit((header - 27) % 4)
    .recoverPublicKey(hash256(concatBytes(magic, sized(utf8(message)))))
  // Header numbers below 31 mean an uncompressed key, which only legacy addresses may have.
  const key = point.toBytes(header >= 31)
  switch (account.type) {
    case 'pkh':
      return header <= 34 && isSame(account.hash, hash160(key))
    // Many wallets use the legacy header numbers for later address types too.
    case 'wpkh':
      return header >= 31 && !isNested(header) && isSame(account.hash, hash160(key))
    case 'sh':
      return header >= 31 && header <= 38 && isSame(account.hash, hash160(witnessProgram(hash160(key))))
    default:
      return false
  }
}

const isNested = (header: number) => header >= 35 && header <= 38

/** The script of P2WPKH. */
const witnessProgram = (keyHash: Uint8Array) => concatBytes(Uint8Array.of(0, 20), keyHash)

/** BIP-322: the witness would spend a virtual output of the account, whose transaction contains the text. */
function isByWitness(account: Decoded, message: string, signature: Uint8Array): boolean {
  const witness = RawWitness.decode(signature)
  const spending = transactionOf(OutScript.encode(account), message)
  const [first, key] = witness
  if (!first) return false
  if (account.type === 'tr') {
    // A signature by the key itself, for the whole transaction.
    if (witness.length !== 1 || !(first.length === 64 || (first.length === 65 && first[64] === 1))) return false
    const script = OutScript.encode(account)
    const hash = spending.preimageWitnessV1(0, [script], first.length === 64 ? 0 : 1, [0n])
    return schnorr.verify(first.subarray(0, 64), hash, account.pubkey)
  }
  if (witness.length !== 2 || key?.length !== 33 || first.at(-1) !== 1) return false
  const keyHash = hash160(key)
  const isOwn =
    (account.type === 'wpkh' && isSame(account.hash, keyHash)) ||
    (account.type === 'sh' && isSame(account.hash, hash160(witnessProgram(keyHash))))
  if (!isOwn) return false
  const script = OutScript.encode({ type: 'pkh', hash: keyHash })
  const hash = spending.preimageWitnessV0(0, script, 1, 0n)
  return secp256k1.verify(first.subarray(0, -1), hash, key, { prehash: false, format: 'der' })
}

const tag = sha256(utf8('BIP0322-signed-message'))

/** `to_sign` of BIP-322, which spends `to_spend`. */
function transactionOf(script: Uint8Array, message: string): Transaction {
  const hash = sha256(concatBytes(tag, tag, utf8(message)))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  const spending = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownVersion: true })
  spending.addInput({
    txid: hash256(toSpend).slice().reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
  })
  spending.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  return spending
}

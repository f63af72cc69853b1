/**
 * The first signature of a Worker takes a hundred times as long as a later one: tables are made, and the engine compiles what runs often.
 * So keys that are nobody's sign before somebody waits for it, one signature at a time, so that a call waits for one at most.
 */
import { addressesOf, type LeafKeys } from './keys/accounts.ts'
import { random, wipe } from './keys/bytes.ts'
import { signRequest } from './signing/sign.ts'

const rounds = 16
const hexText = '0x6869'
const base58Text = '8wr'

/** What one Worker does once, whoever asks for it: what is compiled is the Worker's. */
let started: Promise<void> | undefined

/** Resolves when all is warm; nobody has to wait for it. */
export function warmUp(): Promise<void> {
  started ??= run()
  return started
}

async function run(): Promise<void> {
  const keys: LeafKeys = { eip155: random(32), solana: random(32) }
  await otherCalls()
  const addresses = addressesOf(keys)
  const wallet = { userId: '', walletId: '', keys, addresses }
  for (let round = 0; round < rounds; round += 1) {
    await otherCalls()
    signRequest(wallet, { kind: 'evmMessage', signer: addresses.eip155, message: hexText })
    await otherCalls()
    signRequest(wallet, { kind: 'solanaMessage', signer: addresses.solana, message: base58Text })
  }
  wipe(keys.eip155, keys.solana)
}

const otherCalls = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

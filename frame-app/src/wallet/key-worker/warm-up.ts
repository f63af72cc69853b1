/**
 * The first signature in a Worker takes a hundred times as long as later ones: tables are computed, and the engine compiles hot code. So
 * random keys sign in advance, one signature at a time, so that a call waits for one signature at most.
 */
import { addressesOf, type LeafKeys } from './keys/accounts.ts'
import { random, wipe } from './keys/bytes.ts'
import { signRequest } from './signing/sign.ts'

const rounds = 16
const hexText = '0x6869'
const base58Text = '8wr'

/** Once per Worker, because compiled code belongs to the Worker. */
let started: Promise<void> | undefined

/** Resolves when the warm-up is complete; callers need not wait for it. */
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

import { bitcoin } from './bitcoin/kind.ts'
import { eip155 } from './eip155/kind.ts'
import { pairing } from './pairing/kind.ts'
import { polkadot } from './polkadot/kind.ts'
import { solana } from './solana/kind.ts'
import type { Kind } from './wallet.ts'

/** Every standard by which a wallet reaches the page. */
export const kinds: readonly Kind[] = [eip155, solana, bitcoin, polkadot, pairing]

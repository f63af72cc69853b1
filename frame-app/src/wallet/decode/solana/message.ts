/** `solana_signMessage`: like any message, but the bytes may also be a transaction, which is signed in the same way. Pure. */
import { isTransactionMessage } from '../../../shared/chains/solana/read.ts'
import { address, type Intent, toIntent } from '../intent.ts'
import { type MessageToRead, readMessage } from '../message.ts'

export function readSolanaMessage(asked: MessageToRead): Intent {
  if (!isTransactionMessage(asked.bytes)) return readMessage(asked)
  return toIntent(
    { kind: 'signBytes', facts: [address('account', asked.account)] },
    { warnings: ['hiddenTransaction'], blind: true },
  )
}

/** Contract calls that the ledger recognises by their input. The history has more, once it contains the transaction. */
import { isUnlimited } from '@airlock/protocol/scalars/allowance.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import type { Tracked } from './ledger.ts'

type Call = Pick<Tracked, 'operation' | 'approval'>

/** By selector: `transfer`, `approve`, `increaseAllowance` and `setApprovalForAll`. */
const kinds: Readonly<Record<string, 'transfer' | 'allowance' | 'collection'>> = {
  '0xa9059cbb': 'transfer',
  '0x095ea7b3': 'allowance',
  '0x39509351': 'allowance',
  '0xa22cb465': 'collection',
}
/** Two words: an address and a number. */
const form = /^0{24}([0-9a-f]{40})([0-9a-f]{64})$/
const nobody = `0x${'0'.repeat(40)}`

/** @param input with `0x`; of a call, not of a deployment */
export function readCall(input: string): Call {
  const text = input.toLowerCase()
  if (text === '0x') return { operation: 'send' }
  const kind = kinds[text.slice(0, 10)]
  if (kind === 'transfer') return { operation: 'send' }
  const [, address = '', number = ''] = form.exec(text.slice(10)) ?? []
  const spender = EvmAddress.safeParse(`0x${address}`)
  if (kind === undefined) return { operation: 'execute' }
  if (!spender.success) return { operation: 'approve' }
  const amount = BigInt(`0x${number}`)
  const isCollection = kind === 'collection'
  // In an `approve`, zero may be the id of an NFT, so it does not prove a revocation.
  const isRevoked = isCollection ? amount === 0n : spender.data === nobody
  return {
    operation: isRevoked ? 'revoke' : 'approve',
    approval: { spender: spender.data, isUnlimited: isCollection ? !isRevoked : isUnlimited(amount) },
  }
}

import { type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { addressKey } from '../../shared/chains/address-form.ts'

/** Whether two accounts have the same address, on any networks of their namespace. */
export function isSameAddress(one: Caip10, other: Caip10): boolean {
  const [first, second] = [parseCaip10(one), parseCaip10(other)]
  return (
    first.namespace === second.namespace &&
    addressKey(first.namespace, first.address) === addressKey(second.namespace, second.address)
  )
}

/** Signs typed data after parsing it. */
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Hex } from '../../parse.ts'
import type { TypedData } from '../typed-data.ts'

export function signTypedData(account: PrivateKeyAccount, { domain, ...data }: TypedData): Promise<Hex> {
  const { chainId, ...rest } = domain
  return account.signTypedData({
    ...data,
    domain: { ...defined(rest), ...(chainId === undefined ? {} : { chainId: BigInt(chainId) }) },
  })
}

function defined(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

import type { Adapter } from '@airlock/host-sdk'
import { registerWalletStandard } from './register.ts'

/** For the option `adapters`: registers Airlock in the Wallet Standard for as long as the instance exists. */
export function solanaAdapter(): Adapter {
  return { namespace: 'solana', attach: registerWalletStandard }
}

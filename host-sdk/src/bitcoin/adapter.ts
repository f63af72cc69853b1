import type { Adapter } from '@airlock/host-sdk'
import { registerSatsConnect } from './register.ts'

/** For the option `adapters`: offers Airlock in the list of sats-connect for as long as the instance exists. */
export function bitcoinAdapter(): Adapter {
  return { namespace: 'bip122', attach: registerSatsConnect }
}

/**
 * `@airlock/host-sdk/appkit-adapter-ethers`. ethers takes the EIP-1193 provider of the instance as it is, so the adapter only
 * says that the page uses EVM accounts.
 */
import type { Adapter } from '@airlock/host-sdk'

export class EthersAdapter implements Adapter {
  readonly namespace = 'eip155'
  attach(): () => void {
    return () => {}
  }
}

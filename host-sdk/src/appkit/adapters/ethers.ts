/**
 * `@airlock/host-sdk/appkit-adapter-ethers`. ethers accepts the EIP-1193 provider of the instance unchanged, so the adapter only declares
 * that the page uses EVM accounts.
 */
import type { Adapter } from '@airlock/host-sdk'

export class EthersAdapter implements Adapter {
  readonly namespace = 'eip155'
  attach(): () => void {
    return () => {}
  }
}

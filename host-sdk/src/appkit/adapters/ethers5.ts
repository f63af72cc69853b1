/** `@airlock/host-sdk/appkit-adapter-ethers5`. ethers 5 accepts the EIP-1193 provider of the instance unchanged, like ethers 6. */
import type { Adapter } from '@airlock/host-sdk'

export class Ethers5Adapter implements Adapter {
  readonly namespace = 'eip155'
  attach(): () => void {
    return () => {}
  }
}

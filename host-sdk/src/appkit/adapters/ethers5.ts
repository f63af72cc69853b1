/** `@airlock/host-sdk/appkit-adapter-ethers5`. ethers 5 takes the EIP-1193 provider of the instance as it is, like ethers 6. */
import type { Adapter } from '@airlock/host-sdk'

export class Ethers5Adapter implements Adapter {
  readonly namespace = 'eip155'
  attach(): () => void {
    return () => {}
  }
}

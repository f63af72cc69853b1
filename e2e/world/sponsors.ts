/** Who pays for calls in the local world: a paymaster, and a bundler that is installed on demand. Each starts when it is first asked. */
import { type Alto, startAlto } from '../bundler/alto.ts'
import { type Paymaster, startPaymaster } from './paymaster.ts'

export interface WorldSponsors {
  readonly bundler: () => Promise<Alto>
  readonly paymaster: () => Promise<Paymaster>
  stop(): Promise<void>
}

export function createSponsors(node: { readonly nodeUrl: string; readonly chainId: number }): WorldSponsors {
  let alto: Promise<Alto> | undefined
  let payer: Promise<Paymaster> | undefined
  return {
    bundler() {
      alto ??= startAlto(node.nodeUrl)
      return alto
    },
    paymaster() {
      payer ??= startPaymaster(node)
      return payer
    },
    async stop() {
      const end = async (part: Promise<{ stop(): Promise<void> }> | undefined) =>
        (await part?.catch(() => undefined))?.stop()
      await Promise.all([end(alto), end(payer)])
    },
  }
}

/** The wallet service with Farcaster on this machine, and logins by its apps. */
import type { FarcasterChain } from '../../../../e2e/world/farcaster/chain.ts'
import { type Farcaster, startFarcaster } from '../../../../e2e/world/farcaster/farcaster.ts'
import type { WalletContext } from '../../../src/wallet/domain/context.ts'
import { createFarcaster } from '../../../src/wallet/farcaster/farcaster.ts'
import { production } from '../../records.ts'
import type { Device } from '../device.ts'
import { hostOrigin, projectId, publicUrl, startTestService, type TestService } from '../service.ts'
import { challengeOf, secret } from '../social/device.ts'

export type FarcasterService = TestService & {
  readonly farcaster: Omit<Farcaster, 'chain'> & { readonly chain: FarcasterChain }
}

const limits = {
  socialsFromNetworkPerMinute: 1000,
  codesFromNetworkPerMinute: 1000,
  approvalsFromNetworkPerMinute: 1000,
  mailsFromNetworkPerHour: 1000,
}
const own = { ...production, walletServiceUrl: publicUrl, socials: [{ id: 'farcaster' }] }
const without = { ...production, projectId: 'without' }
export const projects = [own, without]

/** `offered`: further social logins of the project. */
export async function startFarcasterService({
  socials,
  offered = [],
}: {
  readonly socials?: WalletContext['socials']
  readonly offered?: readonly Record<string, string>[]
} = {}): Promise<FarcasterService> {
  const farcaster = await startFarcaster()
  const chain = await farcaster.chain()
  const parts = { ...createFarcaster({ relayUrl: farcaster.relay.url, rpcUrls: [chain.rpcUrl] }), askEveryMs: 50 }
  const service = await startTestService(
    { limits },
    {
      projects: [{ ...own, socials: [...own.socials, ...offered] }, without],
      farcaster: parts,
      ...(socials && { socials }),
    },
  )
  return {
    ...service,
    farcaster: { ...farcaster, chain },
    async stop() {
      await service.stop()
      await farcaster.stop()
    },
  }
}

export async function start(device: Device) {
  const verifier = secret()
  const request = { projectId, hostOrigin, challenge: challengeOf(verifier) }
  return { verifier, ...(await device.ask('farcasterStart', request)) }
}

export const look = (device: Device, flowId: string, wait = '0') =>
  device.ask('farcasterFlow', { wait }, { params: { flowId } })

export async function signIn(device: Device, scan: (url: string) => Promise<void>) {
  const { flowId, verifier, url } = await start(device)
  await scan(url)
  const { status } = await look(device, flowId, '20')
  if (status !== 'proven') throw new Error(`The login is ${status}`)
  return device.ask('farcasterComplete', { flowId, verifier })
}

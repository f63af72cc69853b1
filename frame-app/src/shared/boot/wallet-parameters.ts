/**
 * What the address of the wallet's document says (behaviour facts §1.1): exactly these four, each once, in one spelling. Anybody can
 * load the wallet under any address, so that the wallet believes none that the modal would not have written.
 */
import { ProjectId } from '@airlock/protocol/contracts/project.ts'
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'

const Parameters = z.strictObject({
  projectId: ProjectId,
  /** The network that is active when the wallet is loaded. */
  chainId: Caip2,
  version: z.literal('4'),
  enableLogger: z.enum(['true', 'false']),
})

export interface WalletParameters {
  readonly projectId: string
  readonly chainId: Caip2
  /** Refusals go to the console of the wallet: their reason and type, and nothing that a message held. */
  readonly isLogging: boolean
}

/** The query of an address, with its question mark. */
export const writeParameters = ({ projectId, chainId, isLogging }: WalletParameters): string =>
  `?${new URLSearchParams({ projectId, chainId, version: '4', enableLogger: String(isLogging) })}`

/** `undefined` for whatever `writeParameters` would not have written. */
export function readParameters(query: string): WalletParameters | undefined {
  const parsed = z.safeParse(Parameters, Object.fromEntries(new URLSearchParams(query)))
  if (!parsed.success) return undefined
  const { projectId, chainId, enableLogger } = parsed.data
  const parameters = { projectId, chainId, isLogging: enableLogger === 'true' }
  return writeParameters(parameters) === query ? parameters : undefined
}

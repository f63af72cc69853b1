/**
 * The parameters in the URL of the wallet document: exactly these four, each once, in one spelling. Any page
 * can load the wallet with any URL, so the wallet accepts only URLs that the modal would have written.
 */
import { ProjectId } from '@airlock/protocol/contracts/project.ts'
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'

const Parameters = z.strictObject({
  projectId: ProjectId,
  /** The network that is active in the modal when it loads the wallet. */
  chainId: Caip2,
  version: z.literal('4'),
  enableLogger: z.enum(['true', 'false']),
})

export interface WalletParameters {
  readonly projectId: string
  readonly chainId: Caip2
  /** Whether the wallet logs refused messages to the console: reason and type, no content. */
  readonly isLogging: boolean
}

/** The query of the URL, with its question mark. */
export const writeParameters = ({ projectId, chainId, isLogging }: WalletParameters): string =>
  `?${new URLSearchParams({ projectId, chainId, version: '4', enableLogger: String(isLogging) })}`

/** `undefined` for a query that `writeParameters` would not have written. */
export function readParameters(query: string): WalletParameters | undefined {
  const parsed = z.safeParse(Parameters, Object.fromEntries(new URLSearchParams(query)))
  if (!parsed.success) return undefined
  const { projectId, chainId, enableLogger } = parsed.data
  const parameters = { projectId, chainId, isLogging: enableLogger === 'true' }
  return writeParameters(parameters) === query ? parameters : undefined
}

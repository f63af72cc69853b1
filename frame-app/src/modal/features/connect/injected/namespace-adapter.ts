/** The parts of an injected wallet's connector that differ between namespaces. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Connector, ConnectorEvent } from '../../../session/connector.ts'

/** Calls the wallet through the page. @returns its answer, not yet checked */
export type Ask = (method: string, params: readonly Json[], scope: Caip2, signal?: AbortSignal) => Promise<Json>

export interface NamespaceAdapter
  extends Pick<Connector, 'connect' | 'restore' | 'disconnect' | 'switchNetwork' | 'request' | 'addressOn'> {
  /** Returns `undefined` for invalid events, which are dropped (C47). */
  readonly readEvent: (event: string, payload: Json) => ConnectorEvent | undefined
}

/** Context for the part of a wallet that serves several networks of its namespace. */
export interface ServedNetworks {
  /** The networks of the page that the wallet serves. */
  readonly chains: readonly Caip2[]
  /** The page's active network. */
  readonly active: () => Caip2 | null
}

/** A wallet that does not answer must not delay a disconnect. */
export const farewellMs = 3000

/** One namespace of a session with a paired wallet, without a relay. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { vi } from 'vitest'
import { createScope } from '../../src/modal/core/scope.ts'
import type { Agreement } from '../../src/modal/features/pairing/walletconnect/agreement.ts'
import { createSessionConnector, type SessionPort } from '../../src/modal/features/pairing/walletconnect/session.ts'

export const agreementOf = (grants: Agreement['grants'], session?: Agreement['properties']['session']): Agreement => ({
  topic: 'a'.repeat(64),
  expiresAt: Number.MAX_SAFE_INTEGER,
  wallet: 'Pocket',
  grants,
  parts: {},
  properties: { session, scoped: undefined },
})

interface More extends Partial<SessionPort> {
  /** What the wallet answers. */
  readonly answer?: unknown
  readonly prefer?: Caip2
}

export function createTestSession(namespace: Namespace, agreement: Agreement | undefined, more: More = {}) {
  const { answer = null, prefer, ...port } = more
  const send = vi.fn((_call: { chainId: string; method: string; params: Json }) => Promise.resolve(answer))
  const connector = createSessionConnector(
    {
      scope: createScope(),
      agreement: () => agreement,
      send,
      end: () => Promise.resolve(),
      listen: () => () => {},
      ...port,
    },
    namespace,
    'Pocket',
    prefer,
  )
  return { send, connector }
}

/**
 * The report that a user passes on to the operators of the site. It contains only data of Airlock and of the browser: the audit
 * trail has no payloads, and the page's options, wallets and accounts are not read.
 */
import type { Trail } from '@airlock/protocol/channel/audit.ts'
import type { ModalContext } from '../../core/context.ts'

export interface Report extends Trail {
  /** ISO 8601. */
  readonly at: string
  readonly buildId: string
  readonly protocolVersion: number
  readonly epoch: number
  /** The embedding origin, as the browser reports it. */
  readonly origin: string
  readonly userAgent: string
  readonly storage: 'local' | 'memory'
  /** The delegated Permissions-Policy features that are in effect in the modal. */
  readonly features: readonly string[]
}

export function makeReport({ link, hello }: Pick<ModalContext, 'link' | 'hello'>, userAgent: string): Report {
  const { refusals, strangers, events } = link.audit.read()
  return {
    at: new Date().toISOString(),
    buildId: hello.buildId,
    protocolVersion: link.version,
    epoch: link.epoch,
    origin: link.origin,
    userAgent,
    storage: hello.storage,
    features: hello.features,
    refusals,
    strangers,
    events,
  }
}

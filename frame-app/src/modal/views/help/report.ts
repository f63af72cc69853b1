/**
 * What a person hands to those who run the site. Everything in it is ours or the browser's: the trail holds no payload, and nothing
 * of the page's options, of wallets or accounts is read here.
 */
import type { Trail } from '@airlock/protocol/channel/audit.ts'
import type { ModalContext } from '../../flows/context.ts'

export interface Report extends Trail {
  /** ISO 8601. */
  readonly at: string
  readonly buildId: string
  readonly protocolVersion: number
  readonly epoch: number
  /** Who embeds the modal, as the browser tells it. */
  readonly origin: string
  readonly userAgent: string
  readonly storage: 'local' | 'memory'
  /** Of the features that we ask for, those that the page has delegated. */
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

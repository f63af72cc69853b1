/** The link with the modal frame, which is supervised. */
import type { Audit } from '@airlock/protocol/channel/audit.ts'
import type { Channels as ChannelsOf } from '@airlock/protocol/channel/open.ts'
import { type HostEnd, largeTypes, personTypes, ports } from '@airlock/protocol/contracts/host-link/types.ts'
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import { type Supervisor, type SupervisorOptions, superviseFrame } from '@airlock/protocol/frames/supervisor.ts'
import { listen } from '../dom.ts'

/** Why the frame did not start, for whoever embeds it: cause and fix. */
export const advice: Partial<Record<ErrorCode, string>> = {
  BROWSER_TOO_OLD: 'This browser is too old to connect a wallet here. Update it, or use another browser.',
  BLOCKED_BY_HOST_POLICY:
    'The Content-Security-Policy of this page blocks the modal frame: add its origin to frame-src.',
  FRAME_REFUSED:
    'The modal frame did not start: this origin or an embedding one is not listed in the project record, or the frame is down.',
  FRAME_TIMEOUT: 'The modal frame did not load in time: check its address.',
  VERSION_UNSUPPORTED: 'This page and the modal frame have no protocol version in common.',
}

export type Channels = ChannelsOf<HostEnd>

export type ConnectionOptions = Pick<
  SupervisorOptions<HostEnd>,
  'behaviour' | 'configure' | 'frame' | 'isAwaited' | 'onDown' | 'onFail' | 'onLive' | 'onPress' | 'origin' | 'policy'
> & { readonly audit: Audit }

export interface Connection extends Omit<Supervisor<HostEnd>, 'fail' | 'probe'> {
  /** Also for violations from before the connection attached its listeners. */
  onViolation: (event: Event) => void
}

export function createConnection(options: ConnectionOptions): Connection {
  const onViolation = (event: Event) => {
    if (event instanceof SecurityPolicyViolationEvent && isAboutFrame(event, options.origin))
      supervisor.fail('BLOCKED_BY_HOST_POLICY')
  }
  const supervisor = superviseFrame<HostEnd>({
    ...options,
    link: 'host',
    ports,
    personTypes,
    largeTypes,
    onStranger: options.audit.meetStranger,
    messages: advice,
    watch() {
      // The frame would stay blank, and not say why.
      if (!isSupported()) queueMicrotask(() => supervisor.fail('BROWSER_TOO_OLD'))
      return listen(document, 'securitypolicyviolation', onViolation)
    },
    retries: [1000],
  })
  return Object.assign(supervisor, { onViolation })
}

/** The oldest supported browsers (docs/browsers.md), by what came with them or a little before. */
const isSupported = (): boolean =>
  'adoptedStyleSheets' in document && 'inert' in HTMLElement.prototype && CSS.supports('container-type: inline-size')

const isAboutFrame = (event: SecurityPolicyViolationEvent, origin: string): boolean =>
  event.disposition === 'enforce' &&
  /^(frame|child|default)-src/.test(event.effectiveDirective) &&
  (event.blockedURI === origin || event.blockedURI.startsWith(`${origin}/`))

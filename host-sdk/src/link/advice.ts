import type { ErrorCode } from '@airlock/protocol/errors.ts'

/** Why the frame did not start, for whoever embeds it: cause and fix (design §10.3). */
export const advice: Partial<Record<ErrorCode, string>> = {
  BLOCKED_BY_HOST_POLICY:
    'The Content-Security-Policy of this page blocks the modal frame: add its origin to frame-src.',
  FRAME_REFUSED:
    'The modal frame did not start: this origin or an embedding one is not listed in the project record, or the frame is down.',
  FRAME_TIMEOUT: 'The modal frame did not load in time: check its address.',
  VERSION_UNSUPPORTED: 'This page and the modal frame have no protocol version in common.',
}

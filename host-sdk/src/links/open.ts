/** Opens a link of the frame from the page, which a click in the frame has activated for about five seconds. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type LinkPolicy, readLink } from './rule.ts'

export function openLink({ url, target }: { url: string; target: 'blank' | 'self' }, policy: LinkPolicy) {
  const href = readLink(url, policy)
  if (!href) throw new AirlockError('BAD_URL')
  if (target === 'self') location.assign(href)
  else {
    // With `noopener` the result is null even on success; whether the browser lets us open is known beforehand.
    if (navigator.userActivation?.isActive === false) throw new AirlockError('NEEDS_CLICK')
    window.open(href, '_blank', 'noopener,noreferrer')
  }
  return { opened: true }
}

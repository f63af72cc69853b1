/**
 * What the tabs of one browser partition tell each other: what one of them has ended is over in all. Storage is shared anyway; keys in
 * memory and what a modal shows are not. A tab that the browser had frozen hears of it late, and may find another session: so each is named.
 */

import { base64url } from '@airlock/protocol/wallet-service/shapes.ts'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import type { Ended as Which } from './session.ts'

const TabMessage = z.strictObject({
  /** `forgotten`: with the device's share. `removed`: by the account's owner, on another device. */
  ended: z.enum(['signedOut', 'expired', 'removed', 'forgotten']),
  /** SHA-256 of the session's last refresh token; absent where nobody was signed in. */
  session: z.optional(base64url(32)),
})
/** Why nobody is signed in any more. */
export type Ended = z.infer<typeof TabMessage>['ended']

export interface Tabs {
  tell(ended: Ended, which: Which): void
}

/**
 * @param project tabs of other projects of this origin are others.
 * @param stored the session that lies in storage now
 * @param onEnded with that session, if it is the one that has ended
 */
export function createTabs(project: string, stored: () => Which, onEnded: (ended: Ended, which: Which) => void): Tabs {
  const channel = new BroadcastChannel(`@airlock/wallet/${project}`)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(TabMessage, data)
    if (!read.success) return
    const { ended, session } = read.data
    const here = stored()
    void nameOf(here).then((name) => onEnded(ended, name === session ? here : { refreshToken: undefined }))
  })
  return {
    tell: (ended, which) =>
      void nameOf(which).then((session) => channel.postMessage({ ended, ...(session !== undefined && { session }) })),
  }
}

async function nameOf({ refreshToken }: Which): Promise<string | undefined> {
  if (refreshToken === undefined) return undefined
  return base64urlnopad.encode(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(refreshToken))),
  )
}

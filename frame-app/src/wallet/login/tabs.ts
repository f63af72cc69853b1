/**
 * Messages between the tabs of one storage partition: when one tab ends the session, all tabs do. Storage is shared, but keys in memory and
 * the state of the modal are not. A frozen tab gets the message late, when there may be a newer session, so the message names the session.
 */

import { base64url } from '@airlock/protocol/wallet-service/shapes.ts'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import type { Ended as Which } from './session.ts'

const TabMessage = z.strictObject({
  /**
   * `forgotten`: the device's data was erased too. `removed`: the user removed this device from the account. `moved`: the session goes on,
   * but the wallet has a new key.
   */
  ended: z.enum(['signedOut', 'expired', 'removed', 'forgotten', 'moved']),
  /** SHA-256 of the session's last refresh token; absent if nobody was signed in. */
  session: z.optional(base64url(32)),
})
export type Told = z.infer<typeof TabMessage>['ended']
/** Why the session has ended. */
export type Ended = Exclude<Told, 'moved'>

/**
 * @param project separates the tabs of different projects on this origin
 * @param stored the session that is in storage now
 * @param onEnded called with that session, if it is the one that has ended
 */
export function createTabs(
  project: string,
  stored: () => Which,
  onEnded: (ended: Ended, which: Which) => void,
  onMoved: () => void,
) {
  const channel = new BroadcastChannel(`@airlock/wallet/${project}`)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(TabMessage, data)
    if (!read.success) return
    const { ended, session } = read.data
    if (ended === 'moved') return onMoved()
    const here = stored()
    void nameOf(here).then((name) => onEnded(ended, name === session ? here : { refreshToken: undefined }))
  })
  return {
    tell: (ended: Told, which: Which): void =>
      void nameOf(which).then((session) => channel.postMessage({ ended, ...(session !== undefined && { session }) })),
  }
}

async function nameOf({ refreshToken }: Which): Promise<string | undefined> {
  if (refreshToken === undefined) return undefined
  return base64urlnopad.encode(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(refreshToken))),
  )
}

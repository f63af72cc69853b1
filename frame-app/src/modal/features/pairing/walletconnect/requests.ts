/** Requests to the wallet of a session, and the link to each of them if the user opened that wallet by a link. */

import type { Json } from '@airlock/protocol/json.ts'
import type { WalletAppLink } from '../../../core/router/routes.ts'
import type { Scope } from '../../../core/scope.ts'
import type { SafeStorage } from '../../../core/storage.ts'
import { appLinkOf } from './app-link.ts'
import type { Client } from './client.ts'
import { requestLink } from './links.ts'

/** The relay has accepted the request; the link brings the user to it. */
export interface SentRequest {
  readonly method: string
  /** The wallet's name in the listing. */
  readonly wallet: string
  readonly link: WalletAppLink
  /** Settles when the wallet has answered or the request was cancelled. Never rejects. */
  readonly over: Promise<void>
}

export interface Call {
  readonly chainId: string
  readonly method: string
  readonly params: Json
}

/** @param onSent called once for each request, if the session's wallet was opened by a link */
export function createRequests(
  client: Pick<Client, 'on' | 'request' | 'session'>,
  { storage, scope }: { readonly storage: SafeStorage; readonly scope: Scope },
  onSent: (topic: string, request: SentRequest) => void,
): (topic: string, call: Call) => Promise<unknown> {
  /** The client reports a request by the object that it was given. */
  const pending = new WeakMap<object, Promise<void>>()
  client.on('session_request_sent', async ({ topic, id, request }) => {
    const way = appLinkOf(storage, topic)
    const over = pending.get(request)
    if (way === undefined || !over || isUnwanted(topic)) return
    // The client also reports a request that it could not send, just before the request fails.
    const tick = scope.pause(1).then(() => 'waiting')
    const state = await Promise.race([over.then(() => 'over'), tick])
    if (state === 'over') return
    const { wallet, link } = way
    onSent(topic, { method: request.method, wallet, link: requestLink(link, id, topic), over })
  })
  /** Wallets may declare that they need no link to come to the front. */
  const isUnwanted = (topic: string) =>
    client.session.getAll().some((one) => one.topic === topic && one.sessionConfig?.disableDeepLink === true)
  return (topic, { chainId, method, params }) => {
    const request = { method, params }
    const answer = client.request({ topic, chainId, request })
    const nothing = () => {}
    pending.set(request, answer.then(nothing, nothing))
    return answer
  }
}

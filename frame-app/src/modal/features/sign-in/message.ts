/** Shows the message that the page has created, after comparing it with the origin that the browser reports. */
import { judge, originOf, readSignInText, type SignInText, siteOf } from '@airlock/protocol/sign-in/message.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { hostOriginAtom } from '../../core/options.ts'
import { go } from '../../session/navigate.ts'
import { showModal } from '../../session/show-modal.ts'
import { type SignIn, signInAtom } from '../../session/state/sign-in.ts'
import { toError } from './facts.ts'
import type { Signer } from './sign-in-solana.ts'

/** The account that would sign in. No sign-in is requested on networks whose accounts cannot sign a text. */
export type Subject = Signer

/** Shows the view; the text appears when the page has created it. */
export function prepare(context: ModalContext, subject: Subject, end: AbortSignal): void {
  const { store, scope, link } = context
  const signal = AbortSignal.any([end, scope.begin('signInMessage')])
  const show = (state: SignIn) => {
    if (!signal.aborted) store.set(signInAtom, state)
  }
  show({ status: 'preparing' })
  const route = { view: 'SIWXSignMessage' } as const
  if (store.get(isOpenAtom)) go.reset(context, route)
  else showModal(context, route)
  const { chainId, accountAddress } = subject
  const made = link.app.request('SIWX_CREATE_MESSAGE', { chainId, accountAddress }, { signal })
  scope.run(
    made.then(
      ({ text }) => show(judged(context, subject, text)),
      (error: unknown) => show({ status: 'failed', error: toError(error), isRefused: false }),
    ),
  )
}

export function judged({ store }: ModalContext, { chainId, accountAddress }: Subject, text: string): SignIn {
  const read = readSignInText(text)
  if (!read) return { status: 'invalid' }
  const origin = store.get(hostOriginAtom)
  const verdict = judge(read, { origin, chainId, address: accountAddress, now: Date.now() })
  if (verdict === 'foreign') return { status: 'foreign', domain: foreignSiteOf(read, origin) }
  return verdict === 'wrong' ? { status: 'invalid' } : { status: 'ready', text, read }
}

/** The other site that the message names: in its first line, or else in its URI. */
const foreignSiteOf = (read: SignInText, origin: string): string => {
  const { host, protocol } = new URL(origin)
  const isOwn = read.domain === host && (read.scheme === undefined || `${read.scheme}:` === protocol)
  return isOwn ? originOf(read.uri) || read.uri : siteOf(read)
}

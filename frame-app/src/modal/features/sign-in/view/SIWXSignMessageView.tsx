/** Sign-in with a message: shows account, network, expiry and the text. The wallet itself then asks for the signature. */

import type { SignInText } from '@airlock/protocol/sign-in/message.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Disclosure } from '../../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { type RingState, WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { isOpenAtom } from '../../../core/modal.ts'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom } from '../../../core/options.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { activeNetworkAtom } from '../../../session/state/network.ts'
import { mustSignInAtom, type SignIn, sessionAtom, signInAtom } from '../../../session/state/sign-in.ts'
import { askNow, cancel, prepareAgain, sign } from '../sign-in.ts'
import styles from './SIWXSignMessageView.module.css'

export function SIWXSignMessageView() {
  const context = useModal()
  const t = useAllMessages()
  const state = useAtomValue(signInAtom)
  const wallet = useAtomValue(activeConnectionAtom)?.wallet
  const name = wallet?.name ?? t('common.unknown')
  // Between two accounts the state is idle too, but there is no session.
  const isIn = useAtomValue(sessionAtom) !== null
  const words = useWords(state, name, isIn)
  const [isLeaving, setLeaving] = useState(false)
  // The view stays after closing, so each opening asks.
  const isOpen = useAtomValue(isOpenAtom)
  useEffect(() => {
    if (isOpen) context.scope.run(askNow(context))
  }, [isOpen, context])
  const leave = async () => {
    setLeaving(true)
    await cancel(context)
  }
  const icon = <WalletIcon id={wallet?.id ?? ''} name={name} src={wallet?.icon} size={64} />
  return (
    <SteadyView data-font="fixed">
      <div className={styles.view}>
        <EmptyState
          picture={
            // The ring turns while the page or the wallet has to answer, and stands still while the user has to.
            state.status === 'ready' ? (
              <span className={styles.still}>{icon}</span>
            ) : (
              <WaitingRing state={isIn ? 'done' : ringState(state)}>{icon}</WaitingRing>
            )
          }
          tone={state.status === 'foreign' || state.status === 'invalid' ? 'negative' : 'neutral'}
          title={words.title}
          text={words.text}
        />
        {'read' in state && <Facts read={state.read} text={state.text} />}
      </div>
      <ViewFooter>
        <div className={styles.actions}>
          <Action state={state} />
          {!isIn && (
            <Button busy={isLeaving} onClick={() => context.scope.run(leave())}>
              {isLeaving ? t('siwx.cancelling') : t('siwx.cancel')}
            </Button>
          )}
        </div>
      </ViewFooter>
    </SteadyView>
  )
}

function Action({ state: { status } }: { state: SignIn }) {
  const context = useModal()
  const t = useAllMessages()
  if (status === 'idle' || status === 'foreign' || status === 'invalid') return null
  if (status === 'failed')
    return (
      <Button variant="primary" onClick={() => prepareAgain(context)}>
        {t('common.tryAgain')}
      </Button>
    )
  return (
    <Button
      variant="primary"
      busy={status === 'preparing' || status === 'signing'}
      onClick={() => context.scope.run(sign(context))}
    >
      {status === 'signing' ? t('siwx.signing') : t('siwx.sign')}
    </Button>
  )
}

/** The page's statement is cleaned and shortened; the disclosure shows the whole message unchanged. */
function Facts({ read, text }: { read: SignInText; text: string }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const network = useAtomValue(activeNetworkAtom)?.name ?? read.chainId
  const until = read.expirationTime === undefined ? undefined : Date.parse(read.expirationTime)
  return (
    <>
      {read.statement !== undefined && (
        <blockquote className={styles.statement}>{toDisplayText(read.statement, { max: 300 })}</blockquote>
      )}
      <dl className={styles.facts}>
        <dt>{t('siwx.account')}</dt>
        <dd>
          <DisplayAddress address={read.address} />
        </dd>
        <dt>{t('siwx.network')}</dt>
        <dd>{network}</dd>
        <dt>{t('siwx.until')}</dt>
        <dd>{until === undefined ? t('siwx.untilSignOut') : `${formats.date(until)}, ${formats.time(until)}`}</dd>
      </dl>
      <Disclosure summary={t('siwx.message')}>
        <pre className={styles.message}>{text}</pre>
      </Disclosure>
    </>
  )
}

function ringState({ status }: SignIn): RingState {
  if (status === 'declined') return 'declined'
  return status === 'idle' || status === 'preparing' || status === 'ready' || status === 'signing'
    ? 'waiting'
    : 'failed'
}

function useWords(state: SignIn, wallet: string, isIn: boolean): { title: string; text: string } {
  const t = useAllMessages()
  const mustSign = useAtomValue(mustSignInAtom)
  const origin = useAtomValue(hostOriginAtom)
  const site = origin && new URL(origin).host
  switch (state.status) {
    case 'idle':
    case 'preparing':
      if (isIn && state.status === 'idle') return { title: t('siwx.done.title', { site }), text: '' }
      return { title: t('siwx.ask.title', { site }), text: t('siwx.preparing.text') }
    case 'ready':
      return { title: t('siwx.ask.title', { site }), text: mustSign ? t('siwx.ask.required') : t('siwx.ask.text') }
    case 'signing':
      return {
        title: t('siwx.waiting.title', { wallet }),
        text: state.isSlow ? t('siwx.slow.text', { wallet }) : t('siwx.waiting.text', { wallet }),
      }
    case 'declined':
      return { title: t('siwx.declined.title'), text: mustSign ? t('siwx.ask.required') : t('siwx.ask.text') }
    case 'failed':
      return state.isRefused
        ? { title: t('siwx.refused.title', { site }), text: t('siwx.refused.text') }
        : { title: t('siwx.failed.title'), text: t('siwx.failed.text', { site }) }
    case 'foreign':
      return { title: t('siwx.foreign.title', { domain: toDisplayText(state.domain) }), text: t('siwx.foreign.text') }
    case 'invalid':
      return { title: t('siwx.invalid.title'), text: t('siwx.invalid.text') }
  }
}

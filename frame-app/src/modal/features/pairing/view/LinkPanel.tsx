/**
 * A wallet that is opened by a link: the app on this phone, its desktop app, or its web page. The link is a real anchor that
 * contains the pairing code; the host page opens it. The wallet answers over the relay.
 */

import { readWalletLink } from '@airlock/protocol/scalars/pairing-links.ts'
import { useAtomValue } from 'jotai'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { ModalKey } from '../../../../shared/i18n/message.ts'
import { Button, LinkButton } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import type { WalletAppLink } from '../../../core/router/routes.ts'
import { CopyLink } from '../../../kit/CopyLink.tsx'
import { HelpLink } from '../../../kit/HelpLink.tsx'
import { appAround, InApp } from '../../../kit/InApp.tsx'
import { go } from '../../../session/navigate.ts'
import { followWalletLink, openWalletLink } from '../open-wallet-link.ts'
import { type OpenedWallet, openedWalletAtom } from '../state/opened-wallet.ts'
import { type PairingState, pairingAtom } from '../state/pairing.ts'
import { type LinkedPlatform, pairingLink } from '../walletconnect/links.ts'
import styles from './ConnectingWalletConnectView.module.css'
import { GetLine } from './GetLine.tsx'
import { PairAgain, PairingFailure, ringOf } from './PairingCode.tsx'
import { usePairingWords } from './use-pairing-words.ts'

interface LinkPanelProps {
  wallet: ListedWallet
  platform: LinkedPlatform
  /** The wallet's icon, 64 pixels. */
  icon: ReactNode
}

export function LinkPanel({ wallet, platform, icon }: LinkPanelProps) {
  const t = useAllMessages()
  const pairing = useAtomValue(pairingAtom)
  const away = useAtomValue(openedWalletAtom)
  const uri = pairing.status === 'code' || pairing.status === 'declined' ? pairing.uri : undefined
  const link = uri === undefined ? undefined : pairingLink(wallet, platform, uri)
  const opensTab = platform !== 'desktop' && link?.target === 'blank'
  const words = useWords({ wallet: wallet.name, platform, opensTab }, pairing, away)
  const hasFailed = away.status === 'blocked' || away.status === 'unopened'
  const app = hasFailed ? appAround(navigator.userAgent) : undefined
  const isOver = pairing.status === 'expired' || pairing.status === 'failed'
  // A web wallet is opened only by its own press, because it would cover this page.
  useOpenedOnce(platform === 'web' ? undefined : link, wallet.name)
  return (
    <EmptyState
      picture={<WaitingRing state={ringOf(pairing.status) ?? 'waiting'}>{icon}</WaitingRing>}
      title={words.title}
      text={<span className={styles.text}>{words.text}</span>}
    >
      {isOver ? (
        <PairAgain pairing={pairing} />
      ) : (
        pairing.status !== 'done' && (
          <OpenLink link={link} wallet={wallet.name} label={t(openLabel(away))} isByBrowser={hasFailed} />
        )
      )}
      {!isOver && pairing.status !== 'done' && (
        <div className={styles.ways}>
          <CopyLink uri={uri} />
          {pairing.status === 'code' && away.status === 'unopened' && <ShowCode />}
        </div>
      )}
      {pairing.status === 'code' && app !== undefined && (
        <>
          <p className={styles.note}>{t('inApp.text', { app: app || t('inApp.another') })}</p>
          <InApp />
        </>
      )}
      {isOver && <HelpLink />}
      {pairing.status !== 'done' && <GetLine wallet={wallet} />}
      <PairingFailure pairing={pairing} />
    </EmptyState>
  )
}

function ShowCode() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Button onClick={() => go.push(context, { view: 'ConnectingWalletConnectBasic' })}>{t('pairing.showCode')}</Button>
  )
}

interface OpenLinkProps {
  link: WalletAppLink | undefined
  wallet: string
  label: string
  /** The page did not open the link: the browser follows it from here, out of the frame's sandbox. */
  isByBrowser: boolean
}

/** Shows a busy button while there is no code, so that the layout does not change. */
function OpenLink({ link, wallet, label, isByBrowser }: OpenLinkProps) {
  const context = useModal()
  if (!link)
    return (
      <Button variant="primary" busy={true}>
        {label}
      </Button>
    )
  const native = isByBrowser ? readWalletLink(link.href) : undefined
  const open = (event: MouseEvent) => {
    if (native !== undefined) return followWalletLink(context, wallet, link)
    event.preventDefault()
    context.scope.run(openWalletLink(context, wallet, link, 'visitor'))
  }
  return (
    <LinkButton variant="primary" icon="external" href={native ?? link.href} target="_blank" onClick={open}>
      {label}
    </LinkButton>
  )
}

/** Opens the first link once, automatically: the press that chose the wallet may still allow it. Later links need another press. */
function useOpenedOnce(link: WalletAppLink | undefined, wallet: string): void {
  const context = useModal()
  const isDone = useRef(false)
  useEffect(() => {
    if (!link || isDone.current) return
    isDone.current = true
    if (context.store.get(openedWalletAtom).status === 'idle')
      context.scope.run(openWalletLink(context, wallet, link, 'itself'))
  }, [context, wallet, link])
}

function openLabel({ status }: OpenedWallet): ModalKey {
  if (status === 'overdue') return 'common.tryAgain'
  return status === 'waiting' || status === 'slow' || status === 'unopened' ? 'common.openAgain' : 'pairing.open'
}

interface Opened {
  readonly wallet: string
  readonly platform: LinkedPlatform
  /** The wallet opens in a tab of the browser, where the user goes on; other links start an app. */
  readonly opensTab: boolean
}

function useWords(
  { wallet, platform, opensTab }: Opened,
  pairing: PairingState,
  away: OpenedWallet,
): { title: string; text: string } {
  const t = useAllMessages()
  const words = usePairingWords(pairing)
  const title = t('connecting.waiting.title', { wallet })
  const opening = away.status === 'waiting' && !away.isBack
  switch (pairing.status) {
    case 'idle':
    case 'preparing':
      return { title, text: words.text }
    case 'declined':
      return {
        title: t('connecting.declined.title', { wallet }),
        text: pairing.uri === undefined ? words.text : t('pairing.declined.link'),
      }
    case 'code':
      if (away.status === 'unopened')
        return { title: t('pairing.unopened', { wallet }), text: t('pairing.unopened.text') }
      return away.status === 'waiting' || away.status === 'slow' || away.status === 'overdue'
        ? {
            title: opening ? t('pairing.opening', { wallet }) : title,
            text: t(waitingText(away, opensTab), { wallet }),
          }
        : { title, text: t(away.status === 'blocked' ? 'pairing.blocked' : askText[platform], { wallet }) }
    default:
      return words
  }
}

const askText = {
  mobile: 'connecting.mobile.newTab',
  web: 'connecting.mobile.newTab',
  desktop: 'connecting.waiting.text',
} as const satisfies Record<LinkedPlatform, ModalKey>

function waitingText({ status, isBack }: Extract<OpenedWallet, { isBack: boolean }>, opensTab: boolean): ModalKey {
  if (status === 'slow') return 'pairing.wait.slow'
  if (status === 'overdue') return 'pairing.wait.overdue'
  if (isBack) return 'pairing.wait.back'
  return opensTab ? 'connecting.mobile.newTab' : 'connecting.waiting.text'
}

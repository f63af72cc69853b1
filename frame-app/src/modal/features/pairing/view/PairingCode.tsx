/** The pairing code as a QR code and as a link, and each outcome. The size of the picture never changes. */
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Disclosure } from '../../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { QrCode } from '../../../../shared/ui/qr/QrCode.tsx'
import { type RingState, WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { CopyLink } from '../../../kit/CopyLink.tsx'
import { HelpLink } from '../../../kit/HelpLink.tsx'
import { useLife } from '../../../kit/use-life.ts'
import { startPairing } from '../pair.ts'
import { type PairingState, pairingAtom } from '../state/pairing.ts'
import { lifeMs } from '../walletconnect/code.ts'
import styles from './ConnectingWalletConnectView.module.css'
import { usePairingWords } from './use-pairing-words.ts'

export interface PairingCodeProps {
  /** The icon, 64 pixels, shown inside the ring. */
  icon: ReactNode
  /** The icon, 40 pixels, shown in the middle of the code. */
  mark?: ReactNode
  /** Shown under the link. */
  children?: ReactNode
}

export function PairingCode({ icon, mark, children }: PairingCodeProps) {
  const t = useAllMessages()
  const pairing = useAtomValue(pairingAtom)
  const words = usePairingWords(pairing)
  const code = pairing.status === 'code' || pairing.status === 'declined' ? pairing : undefined
  const uri = code?.uri
  const life = useLife(uri === undefined ? undefined : code?.expiresAt, lifeMs)
  const ring = ringOf(pairing.status)
  const isOver = pairing.status === 'expired' || pairing.status === 'failed'
  return (
    <EmptyState
      picture={
        <div className={styles.code} data-pairing-uri={uri} aria-busy={pairing.status === 'preparing' || undefined}>
          <QrCode
            value={uri}
            label={t('pairing.qr')}
            mark={mark}
            life={life}
            cover={ring && uri === undefined ? <WaitingRing state={ring}>{icon}</WaitingRing> : undefined}
          />
        </div>
      }
      title={words.title}
      text={<span className={styles.text}>{words.text}</span>}
    >
      {isOver ? <PairAgain pairing={pairing} /> : <CopyLink uri={uri} />}
      {children}
      {(isOver || (pairing.status === 'preparing' && pairing.isSlow)) && <HelpLink />}
      <PairingFailure pairing={pairing} />
    </EmptyState>
  )
}

interface OverProps {
  pairing: PairingState
}

/** For a code that is over. */
export function PairAgain({ pairing }: OverProps) {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Button variant="primary" onClick={() => startPairing(context)}>
      {t(pairing.status === 'expired' ? 'pairing.newCode' : 'common.tryAgain')}
    </Button>
  )
}

export function PairingFailure({ pairing }: OverProps) {
  const t = useAllMessages()
  if (pairing.status !== 'failed') return null
  const code = `${pairing.error.code} (${pairing.error.rpcCode})`
  return (
    <Disclosure summary={t('error.forDevelopers')}>
      <p>{t('connecting.failed.code', { code })}</p>
    </Disclosure>
  )
}

export function ringOf(status: string): RingState | undefined {
  if (status === 'declined' || status === 'done') return status
  return status === 'failed' || status === 'expired' ? 'failed' : undefined
}

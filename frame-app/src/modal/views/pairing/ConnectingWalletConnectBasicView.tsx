/** Connecting a wallet elsewhere: the code as a link to copy, and everything that can come of it (ux §3.4.4). */
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { CopyButton } from '../../../shared/ui/copy/CopyButton.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { type RingState, WaitingRing } from '../../../shared/ui/ring/WaitingRing.tsx'
import { startPairing } from '../../flows/pair.ts'
import { useModal } from '../../modal-context.ts'
import { dappAtom } from '../../state/options.ts'
import { type PairingState, pairingAtom } from '../../state/pairing.ts'
import { HelpLink } from '../help/HelpLink.tsx'

export function ConnectingWalletConnectBasicView() {
  const context = useModal()
  const t = useMessages()
  const pairing = useAtomValue(pairingAtom)
  const words = useWords(pairing)
  const uri = pairing.status === 'code' || pairing.status === 'declined' ? pairing.uri : undefined
  const isOver = pairing.status === 'expired' || pairing.status === 'failed'
  return (
    <EmptyState
      picture={
        <WaitingRing state={ringState(pairing)}>
          <WalletIcon id="walletConnect" name="WalletConnect" src={undefined} size={64} />
        </WaitingRing>
      }
      title={words.title}
      text={words.text}
    >
      {uri !== undefined && (
        <div data-pairing-uri={uri}>
          <CopyButton value={uri} label={t('pairing.copy')} copiedLabel={t('common.copied')} />
        </div>
      )}
      {isOver && (
        <Button variant="primary" onClick={() => startPairing(context)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {(isOver || (pairing.status === 'preparing' && pairing.isSlow)) && <HelpLink />}
      {pairing.status === 'failed' && (
        <Disclosure summary={t('error.forDevelopers')}>
          <p>{t('connecting.failed.code', { code: `${pairing.error.code} (${pairing.error.rpcCode})` })}</p>
        </Disclosure>
      )}
    </EmptyState>
  )
}

function ringState({ status }: PairingState): RingState {
  if (status === 'declined' || status === 'done') return status
  return status === 'failed' || status === 'expired' ? 'failed' : 'waiting'
}

function useWords(pairing: PairingState): { title: string; text: string } {
  const t = useMessages()
  const app = useAtomValue(dappAtom).name
  switch (pairing.status) {
    case 'idle':
    case 'preparing':
      return {
        title: t('pairing.preparing.title'),
        text: pairing.status === 'preparing' && pairing.isSlow ? t('pairing.slow.text') : t('pairing.preparing.text'),
      }
    case 'code':
      return { title: t('pairing.code.title'), text: t('pairing.code.text') }
    case 'declined':
      return {
        title: t('pairing.declined.title'),
        text: pairing.uri === undefined ? t('pairing.preparing.text') : t('pairing.declined.text'),
      }
    case 'expired':
      return { title: t('pairing.expired.title'), text: t('pairing.expired.text') }
    case 'failed':
      return pairing.error.code === 'ORIGIN_NOT_ALLOWED' || pairing.error.code === 'INVALID_PROJECT_ID'
        ? { title: t('pairing.refused.title'), text: t('pairing.refused.text') }
        : { title: t('pairing.failed.title'), text: t('pairing.slow.text') }
    case 'done':
      return {
        title: t('connecting.done.title', { wallet: pairing.wallet }),
        text: t('connecting.done.text', { app }),
      }
  }
}

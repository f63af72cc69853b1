/** Waits for a wallet in the page, and shows each outcome. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Disclosure } from '../../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { type RingState, WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { dappAtom, optionsAtom } from '../../../core/options.ts'
import { HelpLink } from '../../../kit/HelpLink.tsx'
import { go } from '../../../session/navigate.ts'
import { type Attempt, connectAttemptAtom } from '../../../session/state/attempts.ts'
import { connectorsAtom } from '../../../session/state/connectors.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { retryConnect } from '../connect-again.ts'
import styles from './ConnectingExternalView.module.css'
import { NotInstalled } from './NotInstalled.tsx'
import '../../../kit/second-press.ts'

export function ConnectingExternalView({ connectorKey }: { connectorKey: string }) {
  const context = useModal()
  const t = useAllMessages()
  const attempt = useAtomValue(connectAttemptAtom)
  const custom = useAtomValue(optionsAtom)?.customWallets.find((wallet) => wallet.id === connectorKey)
  const connector = useAtomValue(connectorsAtom).find((candidate) => candidate.key === connectorKey)
  const wallet = { name: connector?.name ?? custom?.name ?? t('common.unknown'), icon: connector?.icon ?? custom?.icon }
  const words = useWords(attempt, wallet.name)
  if (attempt.status === 'notInstalled')
    return <NotInstalled id={connectorKey} name={wallet.name} icon={wallet.icon} listing={custom} />

  const retry = (label: string, variant: 'primary' | 'secondary') => (
    <Button variant={variant} onClick={() => context.scope.run(retryConnect(context, connectorKey))}>
      {label}
    </Button>
  )
  const another = <Button onClick={() => go.back(context)}>{t('connecting.chooseAnother')}</Button>
  const ring = ringState(attempt)
  const isOver = ring === 'declined' || ring === 'failed'
  return (
    <EmptyState
      picture={
        <WaitingRing state={ring}>
          <WalletIcon id={connectorKey} name={wallet.name} src={wallet.icon} size={64} />
        </WaitingRing>
      }
      title={words.title}
      text={words.text}
    >
      {attempt.status === 'waiting' && attempt.isSlow && retry(t('common.openAgain'), 'secondary')}
      {isOver && retry(t('common.tryAgain'), 'primary')}
      {isOver && another}
      {(isOver || (attempt.status === 'waiting' && attempt.isSlow)) && <HelpLink />}
      {attempt.status === 'failed' && (
        <Disclosure summary={t('error.forDevelopers')}>
          <p className={styles.code}>
            {t('connecting.failed.code', { code: `${attempt.error.code} (${attempt.error.rpcCode})` })}
          </p>
        </Disclosure>
      )}
    </EmptyState>
  )
}

function ringState({ status }: Attempt): RingState {
  if (status === 'declined' || status === 'done') return status
  return status === 'waiting' || status === 'idle' ? 'waiting' : 'failed'
}

/** Group of the texts for an attempt. */
function groupOf(attempt: Attempt) {
  if (attempt.status === 'idle') return 'waiting'
  if (attempt.status !== 'failed') return attempt.status
  const { code } = attempt.error
  return code === 'TIMEOUT' ? 'timeout' : code === 'UNAUTHORIZED' ? 'noAccounts' : 'failed'
}

function useWords(attempt: Attempt, wallet: string): { title: string; text: string } {
  const t = useAllMessages()
  const networks = useAtomValue(networksAtom)
  const app = useAtomValue(dappAtom).name
  const nameOf = (id: string) => networks.find((network) => network.id === id)?.name ?? id
  const { offered, wanted } = attempt.status === 'wrongNetwork' ? attempt : { offered: '', wanted: '' }
  const values = { wallet, app, offered: nameOf(offered), wanted: nameOf(wanted) }
  const group = groupOf(attempt)
  const isSlow = attempt.status === 'waiting' && attempt.isSlow
  return {
    title: t(`connecting.${group}.title`, values),
    text: t(isSlow ? 'connecting.slow.text' : `connecting.${group}.text`, values),
  }
}

/** The review of a payment, an allowance or a swap: warnings, its lines, what the wallet does, and the buttons. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Fact } from '../../../../shared/ui/facts/FactList.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom } from '../../../core/options.ts'
import views from '../../../kit/lists/ListView.module.css'
import { go } from '../../../session/navigate.ts'
import { isUnderWay, type Progress } from '../form.ts'
import styles from './submit.module.css'

interface ActionProps {
  /** Group of the texts. */
  of: 'sendReview' | 'swapReview'
  action: string
  focusKey: string
}

/** Only the way back can be pressed. */
export function LoadingReview({ lines, ...action }: ActionProps & { lines: number }) {
  const t = useAllMessages()
  return (
    <>
      <output className={views.form} aria-busy="true" aria-label={t(`${action.of}.loading`)}>
        <Skeleton shape="tallRow" count={lines} />
      </output>
      <ViewFooter>
        <Actions {...action} isBusy={false} />
      </ViewFooter>
    </>
  )
}

interface ReviewProps extends ActionProps {
  progress: Progress
  wallet: string
  /** Group of the texts while a block is awaited. */
  confirming?: 'swapReview' | 'swapReview.batch'
  onPress: () => void
  children: ReactNode
}

export function Review({ progress, wallet, confirming = 'swapReview', onPress, children, ...action }: ReviewProps) {
  const t = useAllMessages()
  const { of } = action
  return (
    <>
      <div className={views.form}>{children}</div>
      <ViewFooter>
        {progress.status === 'confirming' && (
          <p role="status" className={styles.quiet}>
            {t(`${confirming}.${progress.isSlow ? 'confirming.slow' : 'confirming'}`, { wallet })}
          </p>
        )}
        <div role="alert" className={styles.outcome}>
          {progress.status === 'checking' && <p className={styles.quiet}>{t(`${of}.checking`)}</p>}
          {progress.status === 'waiting' && (
            <p className={styles.quiet}>{t(progress.isSlow ? `${of}.waiting.slow` : `${of}.waiting`, { wallet })}</p>
          )}
          {progress.status === 'over' && (
            <Notice tone={progress.trouble === 'declined' ? 'caution' : 'negative'}>
              {t(`${of}.trouble.${progress.trouble}`, { wallet })}
            </Notice>
          )}
        </div>
        <Actions {...action} isBusy={isUnderWay(progress)} onPress={onPress} />
      </ViewFooter>
    </>
  )
}

function Actions({ of, action, focusKey, isBusy, onPress }: ActionProps & { isBusy: boolean; onPress?: () => void }) {
  const context = useModal()
  const t = useAllMessages()
  return (
    <div className={styles.actions}>
      <Button onClick={() => go.back(context)}>{t(`${of}.cancel`)}</Button>
      <Button
        variant="primary"
        busy={isBusy}
        aria-disabled={onPress ? undefined : true}
        data-focus-key={focusKey}
        onClick={onPress}
      >
        {action}
      </Button>
    </div>
  )
}

interface WarningsProps extends Pick<ActionProps, 'of'> {
  isChanged: boolean
  isRepeat: boolean
  simulation: { readonly status: string; readonly reason?: string }
  children: ReactNode
  /** What the simulation does beside what was asked. */
  effects?: ReactNode
}

/** Before the lines, because the button is in sight without scrolling. */
export function Warnings({ of, isChanged, isRepeat, simulation, children, effects }: WarningsProps) {
  const t = useAllMessages()
  const reason = toDisplayText(simulation.reason ?? '', { max: 160 })
  return (
    <>
      {isChanged && (
        <Notice tone="caution">
          <span role="alert">{t(`${of}.changed`)}</span>
        </Notice>
      )}
      {children}
      {simulation.status === 'fails' && (
        <Notice tone="negative">
          <span>{reason === '' ? t(`${of}.fails`) : t(`${of}.fails.reason`, { reason })}</span>
          <span>{t(`${of}.fails.text`)}</span>
        </Notice>
      )}
      {effects}
      {isRepeat && <Notice tone="negative">{t(`${of}.repeat`)}</Notice>}
    </>
  )
}

/** Where it happens, and who has begun it. */
export function OriginFacts({ network, isFromPage }: { network: Network; isFromPage: boolean }) {
  const t = useAllMessages()
  const origin = useAtomValue(hostOriginAtom)
  return (
    <>
      <Fact name={t('sendReview.network')}>{network.name}</Fact>
      <Fact name={t('sendReview.startedBy')}>{isFromPage ? origin : t('sendReview.startedBy.you')}</Fact>
    </>
  )
}

export function Careful({ of }: Pick<ActionProps, 'of'>) {
  const t = useAllMessages()
  return <p className={styles.quiet}>{t(`${of}.careful`)}</p>
}

/** The list of the account's devices, and the removal of one. */
import type { ReactNode } from 'react'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Badge } from '../../../shared/ui/badge/Badge.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { Device, Devices, DevicesScreen } from '../devices.ts'
import { Caution, Entry, Failed, Leave, Loading, Note, type PageProps, useTimeAgo } from './parts.tsx'
import { Question } from './Question.tsx'
import styles from './SecurityView.module.css'

interface DevicesViewProps extends PageProps<DevicesScreen, Pick<Devices, 'load' | 'ask' | 'confirm' | 'erase'>> {
  /** Opens the page where a passkey can be added. */
  onRecovery: () => void
  /** Opens the page of the smart account; absent if the project has none. */
  onSmartAccount: (() => Promise<void>) | undefined
}

export function DevicesView(props: DevicesViewProps) {
  const { screen, control, onLeave, onSmartAccount } = props
  const t = useWalletMessages()
  const leave = <Leave onLeave={onLeave} />
  switch (screen.status) {
    case 'loading':
      return <Loading title={t('devices.title')} />
    case 'failed':
      return <Failed page={props} title={t('devices.failed.title')} text={t(`security.trouble.${screen.trouble}`)} />
    case 'forgotten':
      return (
        <EmptyState
          heading="h1"
          icon={screen.isRevoked ? 'check' : 'warning'}
          tone={screen.isRevoked ? 'neutral' : 'caution'}
          title={t('devices.forgotten.title')}
          text={t(screen.isRevoked ? 'devices.forgotten.text' : 'devices.forgotten.untold')}
        >
          {leave}
        </EmptyState>
      )
    case 'unerased':
      return (
        <Caution
          title={t('devices.unerased.title')}
          text={t(screen.isRevoked ? 'devices.unerased.text' : 'devices.unerased.untold')}
        >
          <Button variant="primary" busy={screen.isErasing ?? false} onClick={() => void control.erase()}>
            {screen.isErasing ? t('security.removing') : t('security.again')}
          </Button>
          {leave}
        </Caution>
      )
    case 'list':
      return screen.asked ? (
        <Asked {...props} screen={screen} device={screen.asked} />
      ) : (
        <Listed {...props} screen={screen}>
          {onSmartAccount && (
            <Button variant="quiet" icon="wallet" onClick={() => void onSmartAccount().catch(() => {})}>
              {t('devices.smartAccount')}
            </Button>
          )}
          {leave}
        </Listed>
      )
  }
}

type List = Extract<DevicesScreen, { status: 'list' }>

function Asked(props: DevicesViewProps & { screen: List; device: Device }) {
  const { screen, device, control, onRecovery } = props
  const t = useWalletMessages()
  const { isCurrent } = device
  if (isCurrent && screen.isOnlyWayIn)
    return (
      <Caution title={t('devices.alone.title')} text={t('devices.alone.text')}>
        <Button variant="primary" icon="key" onClick={onRecovery}>
          {t('recovery.add')}
        </Button>
        <Button onClick={() => control.ask(undefined)}>{t('security.keep')}</Button>
      </Caution>
    )
  return (
    <Question
      key={device.deviceId}
      page={props}
      title={isCurrent ? t('devices.askThis.title') : t('devices.ask.title', { device: nameOf(device) })}
      text={isCurrent ? t('devices.askThis.text') : t('devices.ask.text', { site: siteOf(device) })}
      confirmLabel={t(isCurrent ? 'devices.askThis.confirm' : 'security.remove')}
      isBusy={screen.isRemoving ?? false}
      trouble={screen.trouble}
    />
  )
}

function Listed({ screen, control, children }: DevicesViewProps & { screen: List; children: ReactNode }) {
  const { devices, removed } = screen
  const t = useWalletMessages()
  const timeAgo = useTimeAgo()
  return (
    <>
      <h1 className={styles.title}>{t('devices.title')}</h1>
      <p className={styles.text}>{t('devices.text')}</p>
      <Note>{removed ? t('devices.removed', { device: nameOf(removed) }) : ''}</Note>
      <ul className={styles.list}>
        {devices.map((device) => (
          <Entry
            key={device.deviceId}
            name={nameOf(device)}
            detail={
              device.isCurrent
                ? siteOf(device)
                : t('devices.where', { site: siteOf(device), time: timeAgo(device.lastSeen) })
            }
          >
            {device.isCurrent ? (
              <Badge tone="accent">{t('devices.this')}</Badge>
            ) : (
              <Button
                size="compact"
                aria-label={t('devices.remove', { device: `${nameOf(device)}, ${siteOf(device)}` })}
                onClick={() => control.ask(device.deviceId)}
              >
                {t('security.remove')}
              </Button>
            )}
          </Entry>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          icon="disconnect"
          onClick={() => control.ask(devices.find(({ isCurrent }) => isCurrent)?.deviceId)}
        >
          {t('devices.forget')}
        </Button>
        {children}
      </div>
    </>
  )
}

/** The label from the service, which that browser has sent. */
const nameOf = ({ label }: Device): string => toDisplayText(label)
const siteOf = ({ hostOrigin }: Device): string => (URL.canParse(hostOrigin) ? new URL(hostOrigin).host : '')

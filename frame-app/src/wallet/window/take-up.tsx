/**
 * After the browser has forgotten what frames store: the frame says so and opens the wallet's own window by a press, and one press in there
 * goes on with what that window has kept.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { inspectHost } from '../../shared/format/display-text.ts'
import { useExportMessages } from '../../shared/i18n/export-messages.ts'
import { LanguageProvider, Text, useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import type { Language } from '../../shared/i18n/language.ts'
import { loginError } from '../../shared/login/failure.ts'
import { Button } from '../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../shared/ui/empty/EmptyState.tsx'
import { OriginLine, OriginName } from '../../shared/ui/shell/OriginLine.tsx'
import { createShown, type Shown } from '../account-pages/shown.ts'
import { Loading, Note } from '../account-pages/view/parts.tsx'
import styles from '../account-pages/view/SecurityView.module.css'
import type { Keeper, Kept } from '../login/kept.ts'
import { useAskedHeight } from '../screen/use-asked-height.ts'
import type { OpenedWindow } from './own-window.ts'
import { useArmed } from './use-armed.ts'
import { createWatchedWindow, type WatchedWindow } from './watched-window.ts'

export interface Asked {
  readonly keeper: Keeper
  /** From the page's hint. */
  readonly key: string
  /** Aborted when the wallet is no longer visible. */
  readonly stop: AbortSignal
}

interface On {
  /** Host and port of the host page, as the browser reports it. */
  readonly host: string
  /** URL of the project's window document, on this origin. */
  readonly windowUrl: string
  readonly askHeight: (height: number) => void
  readonly language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
}

/** @throws {AirlockError} USER_REJECTED; UNAUTHORIZED with the reason FORGOTTEN if nothing is kept, or what `takeUp` throws. */
export async function askToTakeUp({ keeper, key, stop }: Asked, { language, host, askHeight, windowUrl }: On) {
  if (keeper.isSignedIn()) return
  const isOver = createShown(false)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  try {
    await new Promise<void>((resolve, reject) => {
      stop.addEventListener('abort', () => reject(stop.reason))
      if (stop.aborted) reject(stop.reason)
      const leave = () => reject(new AirlockError('USER_REJECTED'))
      const inWindow = (popup: OpenedWindow) => (
        <InWindow
          look={() => keeper.look(popup, key)}
          onGoOn={(kept) => void keeper.takeUp(popup, kept, key).then(resolve, reject)}
          onNothing={() => reject(loginError({ reason: 'FORGOTTEN' }))}
          onLeave={leave}
          page={popup.document}
        />
      )
      const own = createWatchedWindow({
        url: windowUrl,
        draw: (_, popup) => (
          <Framed language={language} host={host} page={popup.document.documentElement}>
            {inWindow(popup)}
          </Framed>
        ),
        isOver: isOver.get,
        subscribe: isOver.subscribe,
      })
      root.render(
        <Framed language={language} host={host} askHeight={askHeight}>
          <Door own={own} onLeave={leave} />
        </Framed>,
      )
    })
  } finally {
    isOver.set(true)
    root.unmount()
    place.remove()
  }
}

interface FramedProps extends Pick<On, 'language' | 'host'> {
  askHeight?: On['askHeight']
  /** Root element of the window; absent in the frame. */
  page?: HTMLElement
  children: ReactNode
}

/** Below the line that names the site. */
function Framed({ language, host, askHeight = () => {}, page, children }: FramedProps) {
  const words = useSyncExternalStore(language.subscribe, language.get)
  const box = useRef<HTMLDivElement>(null)
  useAskedHeight(box, words, askHeight)
  if (!words) return null
  return (
    <LanguageProvider language={words} {...(page && { root: page })}>
      <div ref={box} className={styles.view}>
        <Origin host={host} />
        <div className={styles.content}>{children}</div>
      </div>
    </LanguageProvider>
  )
}

function Origin({ host }: { host: string }) {
  const t = useMessages()
  return (
    <OriginLine warning={inspectHost(host) === 'international' ? t('origin.international') : undefined}>
      <Text of="origin.requestedBy" values={{ origin: <OriginName key="origin">{host}</OriginName> }} />
    </OriginLine>
  )
}

/** In the frame: opens the window. */
function Door({ own, onLeave }: { own: WatchedWindow; onLeave: () => void }) {
  const t = useExportMessages()
  const status = useSyncExternalStore(own.subscribe, () => own.status(door))
  return (
    <EmptyState heading="h1" icon="lock" title={t('kept.title')} text={t('kept.text')}>
      {(status === 'blocked' || status === 'severed') && (
        <Note>{t(status === 'blocked' ? 'approval.window.blocked' : 'security.window.severed')}</Note>
      )}
      <Button variant="primary" onClick={() => own.open(door)}>
        {t(status === 'open' ? 'approval.window.show' : 'kept.open')}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        {t('security.notNow')}
      </Button>
    </EmptyState>
  )
}

const door = 'kept'

interface InWindowProps {
  look: () => Promise<Kept | undefined>
  onGoOn: (kept: Kept) => void
  onNothing: () => void
  onLeave: () => void
  /** The window's document. */
  page: Document
}

function InWindow({ look, onGoOn, onNothing, onLeave, page }: InWindowProps) {
  const t = useExportMessages()
  const [found, setFound] = useState<{ readonly kept: Kept | undefined }>()
  const [isBusy, setBusy] = useState(false)
  const isArmed = useArmed(found, page)
  const read = useEffectEvent(look)
  useEffect(() => {
    read().then(
      (kept) => setFound({ kept }),
      () => setFound({ kept: undefined }),
    )
  }, [])
  if (!found) return <Loading title={t('kept.title')} />
  const { kept } = found
  if (!kept)
    return (
      <EmptyState heading="h1" icon="warning" tone="caution" title={t('kept.nothing')} text={t('kept.nothing.text')}>
        <Button onClick={onNothing}>{t('security.done')}</Button>
      </EmptyState>
    )
  const { email, socialUsername } = kept.content
  const name = hint(email ?? socialUsername ?? '')
  return (
    <EmptyState
      heading="h1"
      icon="lock"
      title={name === '' ? t('kept.goOn.unnamed') : t('kept.goOn', { name })}
      text={t('kept.goOn.text')}
    >
      <Button
        variant="primary"
        busy={isBusy}
        aria-disabled={!isArmed || undefined}
        onClick={() => {
          setBusy(true)
          onGoOn(kept)
        }}
      >
        {t('kept.goOn.confirm')}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        {t('security.notNow')}
      </Button>
    </EmptyState>
  )
}

/** Enough for the user to know the account again: a***@mail.example. */
const hint = (name: string): string => {
  const at = name.lastIndexOf('@')
  return name === '' ? '' : `${name.slice(0, 1)}***${at > 0 ? name.slice(at) : ''}`
}

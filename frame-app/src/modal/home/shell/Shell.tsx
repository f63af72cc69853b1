/** Scrim, card, header, origin line, the current view, toasts and the developers' alert. */
import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { IconButton } from '../../../shared/ui/button/IconButton.tsx'
import { isModalOpen } from '../../../shared/ui/motion/motion.ts'
import { ViewTransition } from '../../../shared/ui/motion/ViewTransition.tsx'
import { Header } from '../../../shared/ui/shell/Header.tsx'
import { ModalCard } from '../../../shared/ui/shell/ModalCard.tsx'
import { Scrim } from '../../../shared/ui/shell/Scrim.tsx'
import { isMobile } from '../../core/device.ts'
import { alertAtom, isOpenAtom, shakeAtom, toastAtom } from '../../core/modal.ts'
import { useModal } from '../../core/modal-context.ts'
import { canGoBack, type Stack, stackAtom } from '../../core/router/router.ts'
import type { ViewName } from '../../core/router/routes.ts'
import { close, onEscape } from '../../session/close.ts'
import { prefetchViews } from '../draw-view.tsx'
import { Announcements } from './Announcements.tsx'
import { HeaderStart } from './HeaderStart.tsx'
import { RequestedBy } from './RequestedBy.tsx'
import styles from './Shell.module.css'
import { useDrawnStack } from './use-drawn-stack.ts'
import { useTitle } from './use-title.ts'
import { ViewFocus } from './ViewFocus.tsx'
import { ViewSlot } from './ViewSlot.tsx'

// Lazy: neither is part of the first view.
const Toasts = lazy(() => import('./Toasts.tsx').then((module) => ({ default: module.Toasts })))
const DeveloperAlertBar = lazy(() =>
  import('./DeveloperAlertBar.tsx').then((module) => ({ default: module.DeveloperAlertBar })),
)

/** On these views the wallet shows the requesting origin itself. */
const drawsOwnLine: ReadonlySet<ViewName> = new Set<ViewName>(['ApproveTransaction', 'WalletScreen'])

export function Shell() {
  const context = useModal()
  const t = useMessages()
  const stack = useDrawnStack()
  const shakes = useAtomValue(shakeAtom)
  const hasToast = useAtomValue(toastAtom) !== null
  const hasAlert = useAtomValue(alertAtom).open
  const step = stack.steps.at(-1)
  const title = useTitle(stack)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const view = useRef<HTMLDivElement>(null)
  useEscape(() => onEscape(context))
  useFrameName(title)

  if (!step) return null
  return (
    <Veil drawn={stack}>
      <Scrim onDismiss={() => close(context, 'user')}>
        <ModalCard
          viewKey={String(step.id)}
          shakes={shakes}
          header={
            <Header
              title={title}
              titleRef={titleRef}
              hideTitle={step.route.view === 'Account'}
              start={<HeaderStart route={step.route} canGoBack={canGoBack(stack)} />}
              end={<IconButton icon="close" label={t('common.close')} onClick={() => close(context, 'user')} />}
            />
          }
          strip={!drawsOwnLine.has(step.route.view) && <RequestedBy />}
          alert={
            hasAlert && (
              <Suspense>
                <DeveloperAlertBar />
              </Suspense>
            )
          }
          toast={
            hasToast ? (
              <Suspense>
                <Toasts />
              </Suspense>
            ) : undefined
          }
        >
          <div ref={view}>
            <ViewTransition viewKey={String(step.id)} direction={stack.direction}>
              <ViewSlot route={step.route} />
            </ViewTransition>
          </div>
        </ModalCard>
      </Scrim>
      <ViewFocus stack={stack} title={titleRef} view={view} />
      <Announcements />
    </Veil>
  )
}

/**
 * The modal is rendered before it opens, so opening usually renders nothing: the attribute is set as soon as the state changes, not at
 * React's next render, some milliseconds later. If another view has to be drawn first, it is set with that one.
 */
function Veil({ drawn, children }: { drawn: Stack; children: ReactNode }) {
  const context = useModal()
  const { store, scope } = context
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const mark = () => {
      const isOpen = store.get(isOpenAtom)
      if (isOpen && drawn !== store.get(stackAtom) && !isModalOpen()) return
      box.current?.toggleAttribute('data-open', isOpen)
      if (!isOpen) return
      prefetchViews(scope)
      // Without it the sheet has its close button.
      if (isMobile()) import('./touch.ts').then(({ watchTouches }) => watchTouches(context)).catch(() => {})
    }
    mark()
    return store.sub(isOpenAtom, mark)
  }, [context, store, scope, drawn])
  return (
    <div ref={box} className={styles.frame}>
      {children}
    </div>
  )
}

/**
 * Screen readers say the frame's name when it gets the focus. In WebKit that is all they say at first, because nothing in a frame that was
 * never touched may take the focus; the name on the root element is the only one that precedes the `title` of the page's iframe there.
 */
function useFrameName(title: string): void {
  useLayoutEffect(() => {
    document.title = title
    document.documentElement.ariaLabel = title
  }, [title])
}

/**
 * Keys pressed in the frame never reach the host, so Escape is handled here. The listener is attached in
 * a layout effect, when the view gets the focus: an effect after painting could miss the first key.
 */
function useEscape(onPress: () => void): void {
  const latest = useRef(onPress)
  useLayoutEffect(() => {
    latest.current = onPress
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

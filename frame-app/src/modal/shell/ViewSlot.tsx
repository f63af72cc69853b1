/**
 * Draws the view of a route. A view whose code did not arrive says so. The browser remembers a module that failed for as long as the
 * document lives, so another try is another document: the host opens the modal on it again.
 */
import { Component, type ReactNode, Suspense } from 'react'
import { useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../shared/ui/empty/EmptyState.tsx'
import { Skeleton } from '../../shared/ui/skeleton/Skeleton.tsx'
import type { Route } from '../router/routes.ts'
import { drawView } from '../views/registry.tsx'
import styles from './ViewSlot.module.css'

export function ViewSlot({ route }: { route: Route }) {
  return (
    <LoadBoundary fallback={<ViewLoadFailed />}>
      <Suspense fallback={<Loading />}>{drawView(route)}</Suspense>
    </LoadBoundary>
  )
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <Skeleton shape="row" count={4} />
    </div>
  )
}

function ViewLoadFailed() {
  const t = useMessages()
  return (
    <EmptyState
      icon="warning"
      tone="negative"
      title={t('error.viewLoadFailed.title')}
      text={t('error.viewLoadFailed.action')}
    >
      <Button variant="primary" onClick={() => location.reload()}>
        {t('common.tryAgain')}
      </Button>
    </EmptyState>
  )
}

/** React catches errors of drawing in classes only. */
class LoadBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

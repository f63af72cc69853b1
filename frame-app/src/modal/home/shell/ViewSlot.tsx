/**
 * Renders the view of a route, or an error if its code failed to load. The browser remembers a failed module until the document
 * is reloaded, so "Try again" reloads it; the host then opens the modal again.
 */
import { Component, type ReactNode, Suspense } from 'react'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import type { Route } from '../../core/router/routes.ts'
import { drawView } from '../draw-view.tsx'
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

/** In React, only a class component can catch render errors. */
class LoadBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

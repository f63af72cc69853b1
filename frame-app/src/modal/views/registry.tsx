/**
 * Views by route name. Connect and Error are part of the first bundle; Error must be able to appear without the network. The view that
 * waits for a wallet of the page has a loader and a case here, and a title in `shell/use-title.ts`, because it is needed first; every other
 * view has them in `later-views.tsx`, outside of the first view.
 */
import type { ReactNode } from 'react'
import type { LaterName, LaterRoute, Route, ViewName } from '../router/routes.ts'
import type { Scope } from '../scope.ts'
import { ConnectView } from './connect/ConnectView.tsx'
import { ErrorView } from './error/ErrorView.tsx'
import { type LateView, late } from './late-view.tsx'

const views = {
  ConnectingExternal: late(() =>
    import('./connecting/ConnectingExternalView.tsx').then((m) => m.ConnectingExternalView),
  ),
}

const isFirst = (name: ViewName): name is keyof typeof views => name in views

type LaterViews = typeof import('./later-views.tsx')
let here: LaterViews | undefined
let coming: Promise<LaterViews> | undefined
/** The table of the other views; `undefined` until it is loaded. */
export const laterViewsHere = () => here
export function loadLaterViews(): Promise<LaterViews> {
  coming ??= import('./later-views.tsx').then((loaded) => {
    here = loaded
    return loaded
  })
  return coming
}

const known: Partial<Record<LaterName, LateView<{ route: LaterRoute }>>> = {}
const laterView = (name: LaterName) => {
  const load = async () => {
    const later = await loadLaterViews()
    await later.views[name].code()
    return later.LaterView
  }
  known[name] ??= late(load)
  return known[name]
}

export function drawView(route: Route): ReactNode {
  switch (route.view) {
    case 'Connect':
      return <ConnectView />
    case 'ConnectingExternal':
      return <views.ConnectingExternal.View connectorKey={route.connectorKey} />
    case 'Error':
      return <ErrorView code={route.code} />
    default: {
      const { View } = laterView(route.view)
      return <View route={route} />
    }
  }
}

/** Loads the code of a view; `undefined` if the view can be rendered now. */
export function viewCode(name: ViewName): Promise<unknown> | undefined {
  if (name === 'Connect' || name === 'Error') return undefined
  return (isFirst(name) ? views[name] : laterView(name)).code()
}

/** Loads the views that come next in a connection, once the modal is open and the browser is idle. */
export function prefetchViews({ after }: Scope): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => after(200, run))
  idle(() => {
    for (const code of [views.ConnectingExternal.code(), viewCode('Account')]) code?.catch(() => {}) // shown when the view is opened
  })
}

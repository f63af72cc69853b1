/**
 * Draws the view of a route. Those of the first bundle have their code and title here; Error must be able to appear without the network. All
 * others have them in `view-table.tsx`, which loads after the first view.
 */
import type { ReactNode } from 'react'
import type { FirstKey } from '../../shared/i18n/message.ts'
import type { FirstName, FirstRoute, LazyName, LazyRoute, Route, ViewName } from '../core/router/routes.ts'
import type { Scope } from '../core/scope.ts'
import { ConnectView } from '../features/connect/view/ConnectView.tsx'
import { type LazyView, lazyView } from '../kit/lazy-view.tsx'
import { ErrorView } from './error/ErrorView.tsx'

/** Loads first of all, because it is needed first. */
const connecting = lazyView(() =>
  import('../features/connect/view/ConnectingExternalView.tsx').then((m) => m.ConnectingExternalView),
)

export const firstTitles: Record<FirstName, FirstKey> = {
  Connect: 'connect.title',
  ConnectingExternal: 'connecting.title',
  Error: 'error.title',
}
export const isFirst = (route: Route): route is FirstRoute => route.view in firstTitles

type ViewTable = typeof import('./view-table.tsx')
let here: ViewTable | undefined
let coming: Promise<ViewTable> | undefined
/** The table of the other views; `undefined` until it is loaded. */
export const viewTable = () => here
export function loadViewTable(): Promise<ViewTable> {
  coming ??= import('./view-table.tsx').then((loaded) => {
    here = loaded
    return loaded
  })
  return coming
}

const known: Partial<Record<LazyName, LazyView<{ route: LazyRoute }>>> = {}
const lazyViewOf = (name: LazyName) => {
  const load = async () => {
    const later = await loadViewTable()
    await later.codeOf(name)
    return later.LazyRouteView
  }
  known[name] ??= lazyView(load)
  return known[name]
}

export function drawView(route: Route): ReactNode {
  switch (route.view) {
    case 'Connect':
      return <ConnectView />
    case 'ConnectingExternal':
      return <connecting.View connectorKey={route.connectorKey} />
    case 'Error':
      return <ErrorView code={route.code} />
    default: {
      const { View } = lazyViewOf(route.view)
      return <View route={route} />
    }
  }
}

/** Loads the code of a view; `undefined` if the view can be rendered now. */
export function viewCode(name: ViewName): Promise<unknown> | undefined {
  if (name === 'Connect' || name === 'Error') return undefined
  return (name === 'ConnectingExternal' ? connecting : lazyViewOf(name)).code()
}

/** Loads the views that come next in a connection, once the modal is open and the browser is idle. */
export function prefetchViews({ after }: Scope): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => after(200, run))
  idle(() => {
    for (const code of [connecting.code(), viewCode('Account')]) code?.catch(() => {}) // shown when the view is opened
  })
}

/**
 * The wallet's own window, which no page can cover. It is opened during a press, has the wallet's origin and no
 * code: the frame that opened it renders into it, so it needs no messages. It closes when its purpose is over, and with the frame. Why it
 * is not a third link: docs/decisions/approvals.md.
 */
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

/** With the globals of its own realm. */
export type OpenedWindow = Window & typeof globalThis

export interface OwnWindowOptions {
  /** URL of the project's window document, on this origin. */
  readonly url: string
  /** Its content, rendered once the window is loaded. */
  readonly draw: (opened: OpenedWindow) => ReactNode
  /** Whether its purpose is over, so that it closes. */
  readonly isOver: () => boolean
  readonly subscribe: (onChange: () => void) => () => void
  /** @param isLost it closed before anything could be rendered into it */
  readonly onEnd: (isLost: boolean) => void
}

const features = 'popup,width=420,height=680'
const lookEveryMs = 50

/** Must be called during a press. `undefined` if the browser opened no window. */
export function openOwnWindow({ url, draw, isOver, subscribe, onEnd }: OwnWindowOptions) {
  const opened = window.open(url, '_blank', features)
  if (!opened) return undefined
  const popup = opened as OpenedWindow // as: true for every window; only a same-origin one is accessed
  let root: Root | undefined
  const look = () => {
    if (popup.closed) return end(root === undefined)
    if (isOver()) return end(false)
    if (root || !isReady(popup, url)) return
    root = dress(popup)
    root.render(draw(popup))
  }
  const end = (isLost: boolean) => {
    clearInterval(timer)
    stop()
    removeEventListener('pagehide', onLeave)
    root?.unmount()
    popup.close()
    onEnd(isLost)
  }
  const onLeave = () => end(false)
  const timer = setInterval(look, lookEveryMs)
  const stop = subscribe(look)
  addEventListener('pagehide', onLeave)
  return { popup, end: onLeave }
}

/** Copies the styles and the theme of this document. */
function dress({ document: page }: Window): Root {
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) page.head.append(page.importNode(sheet))
  const { style, dataset } = document.documentElement
  page.documentElement.style.cssText = style.cssText
  Object.assign(page.documentElement.dataset, dataset)
  const place = page.getElementById('root') ?? page.body
  place.replaceChildren()
  return createRoot(place)
}

/** Whether the window is same-origin and fully loaded; anything else, such as a browser error page, is not readable. */
function isReady(popup: Window, url: string): boolean {
  try {
    return popup.location.href === url && popup.document.readyState === 'complete'
  } catch {
    return false
  }
}

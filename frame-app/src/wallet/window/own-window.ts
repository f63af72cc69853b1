/**
 * A window of the wallet's own, which no page can cover (nested-frames §4 rule 4). It is opened inside a press, has the wallet's origin and
 * no code: the frame that opened it draws into it, so there is nobody to speak with and nothing to parse. It goes with what it was opened
 * for, and with the frame. Why not a third link: docs/decisions.md.
 */
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

export interface OwnWindow {
  readonly popup: OpenedWindow
  end(): void
}
/** With the names of its own realm. */
export type OpenedWindow = Window & typeof globalThis

export interface OwnWindowOptions {
  /** Of the project's window document, on this origin. */
  readonly url: string
  /** What stands in it, once it is there. */
  readonly draw: (opened: OpenedWindow) => ReactNode
  /** What it was opened for is over. */
  readonly isOver: () => boolean
  readonly subscribe: (onChange: () => void) => () => void
  /** @param isLost it went before anything could be drawn into it */
  readonly onEnd: (isLost: boolean) => void
}

const features = 'popup,width=420,height=680'
const lookEveryMs = 50

/** Called inside the press. `undefined`: none came. */
export function openOwnWindow({ url, draw, isOver, subscribe, onEnd }: OwnWindowOptions): OwnWindow | undefined {
  const opened = window.open(url, '_blank', features)
  if (!opened) return undefined
  const popup = opened as OpenedWindow // as: what every window is; only one of this origin is looked into
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

/** As this document looks. */
function dress({ document: page }: Window): Root {
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) page.head.append(page.importNode(sheet))
  const { style, dataset } = document.documentElement
  page.documentElement.style.cssText = style.cssText
  Object.assign(page.documentElement.dataset, dataset)
  const place = page.getElementById('root') ?? page.body
  place.replaceChildren()
  return createRoot(place)
}

/** Ours, and whole. A window that shows something else, such as an error page of the browser, cannot be read. */
function isReady(popup: Window, url: string): boolean {
  try {
    return popup.location.href === url && popup.document.readyState === 'complete'
  } catch {
    return false
  }
}

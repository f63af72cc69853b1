/** The wallet's own window for one question at a time, and its status. */
import type { ReactNode } from 'react'
import { type OpenedWindow, openOwnWindow } from './own-window.ts'

interface WatchedWindowOptions {
  /** URL of the project's window document, on this origin. */
  readonly url: string
  readonly draw: (id: string, opened: OpenedWindow) => ReactNode
  /** Whether the question has been answered or withdrawn. */
  readonly isOver: (id: string) => boolean
  readonly subscribe: (onChange: () => void) => () => void
  readonly onEnd?: () => void
}

export type WatchedWindow = ReturnType<typeof createWatchedWindow>

export function createWatchedWindow({ url, draw, isOver, subscribe, onEnd }: WatchedWindowOptions) {
  const listeners = new Set<() => void>()
  let current: { readonly id: string; readonly shown: NonNullable<ReturnType<typeof openOwnWindow>> } | undefined
  let known: { readonly id: string; readonly status: WindowStatus } | undefined
  /** Windows for this id that closed before anything could be drawn into them. */
  let lost: { readonly id: string; readonly times: number } | undefined

  const set = (id: string, status: WindowStatus) => {
    known = { id, status }
    for (const listener of listeners) listener()
  }

  /** Must be called during a press. If the window is already open for this id, it is brought to the front. */
  function open(id: string): void {
    if (current?.id === id && !current.shown.popup.closed) return current.shown.popup.focus()
    current?.shown.end()
    const shown = openOwnWindow({
      url,
      draw: (opened) => draw(id, opened),
      isOver: () => isOver(id),
      subscribe,
      onEnd(isLost) {
        if (current?.shown === shown) current = undefined
        onEnd?.()
        set(id, isLost ? whyLost(id) : 'closed')
      },
    })
    // Opening a window consumes the user activation; a blocked one leaves it.
    if (!shown) return set(id, navigator.userActivation?.isActive !== false ? 'blocked' : 'severed')
    current = { id, shown }
    set(id, 'open')
  }

  /** If it closes once before loading, the user may have closed it; an opener policy that cuts it off does so every time. */
  function whyLost(id: string): WindowStatus {
    lost = { id, times: lost?.id === id ? lost.times + 1 : 1 }
    return lost.times > 1 ? 'severed' : 'closed'
  }

  return {
    open,
    /** Of the window for this id. */
    status: (id: string): WindowStatus => (known?.id === id ? known.status : 'closed'),
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}

export type WindowStatus =
  | 'closed'
  | 'open'
  /** The browser did not open it. */
  | 'blocked'
  /** It may be open, but the host's opener policy cuts it off. */
  | 'severed'

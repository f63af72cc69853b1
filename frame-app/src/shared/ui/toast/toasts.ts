/**
 * One short message at a time. A new one replaces the old after a gap of 150 ms. It stays for 6 s; `loading`, or one with an action,
 * stays until it is replaced or dismissed. The time stops while pointer or focus is on it.
 */
import type { IconName } from '../icon/paths.ts'

export interface ToastInput {
  text: string
  variant?: 'info' | 'success' | 'error' | 'loading' | undefined
  icon?: IconName | undefined
  action?: { label: string; onAction(): void } | undefined
  /** Called when it has expired or was dismissed; not when another one replaces it. */
  onGone?: (() => void) | undefined
}

export interface Toast extends ToastInput {
  id: number
  variant: 'info' | 'success' | 'error' | 'loading'
}

export interface Toasts {
  show: (toast: ToastInput) => void
  dismiss: () => void
  /** Stops the timer while the pointer or the focus is on the toast. */
  hold: () => void
  release: () => void
  getSnapshot: () => Toast | undefined
  subscribe: (listener: () => void) => () => void
}

export const toastTimesMs = { stay: 6000, gap: 150 } as const

export function createToasts(): Toasts {
  const listeners = new Set<() => void>()
  let current: Toast | undefined
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeld = false

  function set(toast: Toast | undefined) {
    current = toast
    for (const listener of listeners) listener()
  }

  function later(run: () => void, ms: number) {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }

  function startClock() {
    clearTimeout(timer)
    if (!current || isHeld || current.variant === 'loading' || current.action) return
    later(dismiss, toastTimesMs.stay)
  }

  function open(toast: Toast) {
    set(toast)
    startClock()
  }

  function clear() {
    clearTimeout(timer)
    isHeld = false
    if (current) set(undefined)
  }

  function dismiss() {
    const gone = current
    clear()
    gone?.onGone?.()
  }

  return {
    show(input) {
      const toast: Toast = { ...input, id: ++count, variant: input.variant ?? 'success' }
      const isReplaced = current !== undefined
      clear()
      if (isReplaced) later(() => open(toast), toastTimesMs.gap)
      else open(toast)
    },
    dismiss,
    hold() {
      isHeld = true
      if (current) clearTimeout(timer)
    },
    release() {
      isHeld = false
      if (current) startClock()
    },
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

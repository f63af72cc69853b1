/** The shell: open or closed, shake, toast, developer alert, announcements. */
import { atom } from 'jotai'
import type { FirstKey, ModalKey } from '../../shared/i18n/message.ts'

export const isOpenAtom = atom(false)

/** Counts shakes; each change plays one of 500 ms. The live region gives the reason. */
export const shakeAtom = atom(0)

export interface Toast {
  id: number
  variant: 'info' | 'success' | 'error' | 'loading'
  key: ModalKey
  values?: Record<string, string | number>
  /** Called when it is no longer shown, although it is still the latest: its outcome may follow. */
  onGone?: () => void
}
/** One at a time; a new one replaces the old after 150 ms. */
export const toastAtom = atom<Toast | null>(null)

export interface DeveloperAlert {
  variant: 'info' | 'success' | 'warning' | 'error'
  message: string
  open: boolean
}
/** Shown only with `debug`; closing resets message and variant (specification §4). */
export const closedAlert: DeveloperAlert = { variant: 'info', message: '', open: false }
export const alertAtom = atom<DeveloperAlert>(closedAlert)

export interface Announcement {
  id: number
  key: FirstKey
  values?: Record<string, string | number>
  /** Failures are announced at once, everything else at the next pause. */
  urgent: boolean
}
export const announcementAtom = atom<Announcement | null>(null)

export type Health = 'ok' | 'degraded' | 'offline'
export const healthAtom = atom<Health>('ok')

/** Approvals in the wallet's own window. */
import type { Language } from '../../shared/i18n/language.ts'
import type { Shown } from '../account-pages/shown.ts'
import type { Approvals } from '../approval/approvals.ts'
import { ApprovalInWindow } from './ApprovalInWindow.tsx'
import { createWatchedWindow, type WatchedWindow } from './watched-window.ts'

export interface ApprovalWindowOptions {
  readonly approvals: Approvals
  /** Host and port of the requesting page, as the browser reports it. */
  readonly host: string
  /** URL of the project's window document, on this origin. */
  readonly url: string
  /** The frame's language; nothing is shown before it is known. */
  readonly language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
}

/** The window's ids are those of the approvals. */
export const createApprovalWindow = ({ approvals, host, url, language }: ApprovalWindowOptions): WatchedWindow =>
  createWatchedWindow({
    url,
    draw: (id, { document: page }) => (
      <ApprovalInWindow id={id} host={host} approvals={approvals} language={language} page={page.documentElement} />
    ),
    isOver: (id) => approvals.screen()?.id !== id,
    subscribe: approvals.subscribe,
  })

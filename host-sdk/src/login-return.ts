/**
 * A social login by full-page redirect, which the page has to allow (`features.socialRedirect`). The page leaves only after a press in the
 * frame, only for its own modal origin, and stores a note. When it loads with a result, the result goes to the frame only if this tab has
 * such a note, so that a link cannot sign a user in. The note and the result are used once; the result is removed from the URL before
 * anything else.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { socialReturn } from '@airlock/protocol/scalars/social-return.ts'
import { readUrl } from '@airlock/protocol/scalars/url.ts'
import { listen } from './dom.ts'
import type { Channels } from './link/connection.ts'
import { expectOwnPress, type Pressed } from './press.ts'

/** As long as the service keeps a pending login. */
const lifetimeMs = 600_000

const keyOf = (projectId: string) => `@airlock/${projectId}/login`

/** The URL to return to: without query and fragment, which may hold secrets. The note keeps them for the way back. */
export async function returnAddress(pressed: Pressed, shownMs: number): Promise<{ url: string }> {
  await expectOwnPress(pressed, shownMs)
  return { url: location.origin + location.pathname }
}

/**
 * @param frameUrl the modal's document; its server knows how to reach the service
 * @param shownMs how long the frame has been shown
 */
export async function leaveForLogin(
  projectId: string,
  frameUrl: string,
  { ticket, pressed, shownMs }: { readonly ticket: string; readonly pressed: Pressed; readonly shownMs: number },
): Promise<Record<string, never>> {
  await expectOwnPress(pressed, shownMs)
  const note = JSON.stringify({ href: location.href, at: Date.now() })
  try {
    sessionStorage.setItem(keyOf(projectId), note)
  } catch (cause) {
    throw new AirlockError('NOT_AVAILABLE', { cause, message: 'The page’s storage is blocked' })
  }
  location.assign(new URL(`social/${ticket}`, frameUrl))
  return {}
}

/** Called if the page's URL has a result. */
export async function resumeLogin(projectId: string, reach: () => Promise<Channels>): Promise<void> {
  const { origin, pathname, search } = location
  const left = takeNote(projectId)
  removeResult(left)
  if (left === undefined) return
  if (!document.body) await new Promise<void>((resolve) => listen(document, 'DOMContentLoaded', () => resolve()))
  await (await reach()).app.request('LOGIN_RESUME', { uri: origin + pathname + search })
}

/** The URL of the page before it left; `undefined` if there is no note, or an old one. */
function takeNote(projectId: string): string | undefined {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? 'null')
    sessionStorage.removeItem(keyOf(projectId))
    if (typeof note !== 'object' || note === null || !('href' in note) || !('at' in note)) return undefined
    const { href, at } = note
    const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < lifetimeMs
    return isFresh && typeof href === 'string' && readUrl(href) ? href : undefined
  } catch {
    return undefined
  }
}

/** Restores the URL before the login: its query as written, and its fragment. */
function removeResult(left: string | undefined): void {
  const before = left === undefined ? undefined : new URL(left)
  const isSame = before?.origin === location.origin && before.pathname === location.pathname
  const query = withoutResult((isSame && before?.search) || location.search)
  const fragment = location.hash || (isSame && before?.hash) || ''
  history.replaceState(history.state, '', location.pathname + query + fragment)
}

/** Keeps the other parameters as they are written. */
function withoutResult(search: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => part.split('=', 1)[0] !== socialReturn)
    .join('&')
  return rest && `?${rest}`
}

/**
 * A social login by full-page redirect. The page leaves only after a press, only for its own modal origin, and notes that it has. When it is
 * loaded with a result, the result goes to the frame only if this tab has noted so: nobody can sign a visitor in by a link. The note is
 * used once, and so is the result, which is removed from the address before anything else.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { socialReturn } from '@airlock/protocol/scalars/social-return.ts'
import { listen } from './dom.ts'
import type { Channels } from './link/session.ts'

/** As long as the service keeps a login. */
const lifetimeMs = 600_000

const keyOf = (projectId: string) => `@airlock/${projectId}/login`

/**
 * Where to come back to: without the fragment, which may hold secrets and never leaves the browser. The query may hold some too, so a frame
 * learns it only after a press.
 */
export function returnAddress(): { url: string } {
  expectPress()
  const { origin, pathname } = location
  return { url: origin + pathname + withoutResult(location.search) }
}

/** @param frameUrl the modal's document; its server knows the way from there to the service */
export function leaveForLogin(projectId: string, frameUrl: string, ticket: string): Record<string, never> {
  expectPress()
  const note = JSON.stringify({ href: location.href, at: Date.now() })
  try {
    sessionStorage.setItem(keyOf(projectId), note)
  } catch (cause) {
    throw new AirlockError('NOT_AVAILABLE', { cause, message: 'The page’s storage is blocked' })
  }
  location.assign(new URL(`social/${ticket}`, frameUrl))
  return {}
}

function expectPress(): void {
  if (navigator.userActivation?.isActive === false) throw new AirlockError('NEEDS_CLICK')
}

/** Called where the page's address has a result. */
export async function resumeLogin(projectId: string, reach: () => Promise<Channels>): Promise<void> {
  const { origin, pathname, search } = location
  const left = takeNote(projectId)
  removeResult(left)
  if (left === undefined) return
  if (!document.body) await new Promise<void>((resolve) => listen(document, 'DOMContentLoaded', () => resolve()))
  await (await reach()).app.request('LOGIN_RESUME', { uri: origin + pathname + search })
}

/** The address that the page had when it left; `undefined` if it did not, or too long ago. */
function takeNote(projectId: string): string | undefined {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? 'null')
    sessionStorage.removeItem(keyOf(projectId))
    if (typeof note !== 'object' || note === null || !('href' in note) || !('at' in note)) return undefined
    const { href, at } = note
    const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < lifetimeMs
    return isFresh && typeof href === 'string' && URL.canParse(href) ? href : undefined
  } catch {
    return undefined
  }
}

/** Restores the address with which the page left: its query as written, and its fragment. */
function removeResult(left: string | undefined): void {
  const before = left === undefined ? undefined : new URL(left)
  const isSame = before?.origin === location.origin && before.pathname === location.pathname
  const query = withoutResult((isSame && before?.search) || location.search)
  const fragment = location.hash || (isSame && before?.hash) || ''
  history.replaceState(history.state, '', location.pathname + query + fragment)
}

/** The other parameters stay as they are written. */
function withoutResult(search: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => part.split('=', 1)[0] !== socialReturn)
    .join('&')
  return rest && `?${rest}`
}

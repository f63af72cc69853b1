/**
 * Shows the frame in boxes of the page instead of in the dialog. There is one frame, and the latest box gets it. A frame that is moved in
 * the document reloads, except in browsers with `moveBefore`, where it keeps running.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { toJson, type Undo } from './dom.ts'
import type { FrameElement } from './frame/element.ts'
import { inlineSheet } from './frame/inline-style.ts'
import type { Channels, Connection } from './link/connection.ts'
import type { Modal } from './modal.ts'
import type { Airlock, EmbedOptions } from './types.ts'

/** What an embed needs of the page's code. */
export interface Embedding {
  readonly element: FrameElement
  readonly connection: Connection
  readonly modal: Modal
  /** The channels of the latest session, from its first request on. */
  channels?: Channels
  /** Called with each new session, before the modal opens in it. */
  prepare?: () => void
}

interface Place {
  readonly box: HTMLElement
  readonly options: Pick<EmbedOptions, 'view' | 'namespace'>
}

const embedsOf = new WeakMap<Embedding, ReturnType<typeof createEmbeds>>()

/** @param undone ends the embed at once: the frame has to leave the box before the page removes it */
export function embed(
  page: Embedding,
  home: HTMLElement | undefined,
  airlock: Airlock,
  box: HTMLElement,
  { view, namespace, signal }: EmbedOptions = {},
  undone: AbortSignal,
): void {
  const embeds = embedsOf.get(page) ?? createEmbeds(airlock, page, home ?? document.body)
  embedsOf.set(page, embeds)
  const signals = signal ? [undone, signal] : [undone]
  // The frame may have been started inside the box.
  if (signals.some(({ aborted }) => aborted)) return embeds.settle()
  if (!box.isConnected) throw new AirlockError('INVALID_OPTIONS', { message: 'embed: put the box into the page first' })
  const remove = embeds.add({ box, options: toJson({ view: view || undefined, namespace }) as Place['options'] }) // as: minus absent fields
  for (const each of signals) each.addEventListener('abort', remove, { once: true })
}

function createEmbeds({ on, subscribe, getState, prefetch }: Airlock, page: Embedding, home: HTMLElement) {
  const { element, connection, modal } = page
  const { shadow } = element
  const { host } = shadow
  const sheets = [...shadow.adoptedStyleSheets]
  let places: readonly Place[] = []
  /** The box that has the frame. */
  let current: Place | undefined
  let isPresenting = false
  let seen = getState()

  /** While embedded, the dialog is not open; it only holds the frame. */
  const setRole = (role: string | null) => {
    for (const dialog of shadow.children) dialog.role = role
  }
  /** Also sent before the session is live, because CONFIGURE was sent before. After a session has ended, the next one is informed. */
  const send = (request: (app: Channels['app']) => Promise<unknown>) => {
    const sending = async () => page.channels && request(page.channels.app)
    sending().catch(() => {})
  }
  const tell = (inline: boolean) => send((app) => app.request('PLACE', { inline }))
  page.prepare = () => {
    if (current) tell(true)
  }
  const attend = () => {
    if (isPresenting) return
    host.scrollIntoView({ block: 'nearest' })
    element.window()?.focus()
  }

  const present = () => {
    if (!current) return
    isPresenting = true
    const { view, namespace } = current.options
    modal.open({ view, namespace, signal: undefined }).catch(() => {}) // reported by the event `error`
    isPresenting = false
  }

  const move = (parent: MovingParent) => {
    if (host.parentNode === parent) return
    try {
      parent.moveBefore?.(host, null)
    } catch {
      // One of the two is not in the document.
    }
    if (host.parentNode === parent) return
    connection.lost(false)
    parent.append(host)
  }

  const enter = (next: Place) => {
    current = next
    element.inline = attend
    setRole('group')
    shadow.adoptedStyleSheets = [...sheets, inlineSheet()]
    move(next.box)
    tell(true)
    present()
  }

  const leave = () => {
    current = undefined
    if (element.inline) {
      send((app) => app.request('CLOSE', { reason: 'host' }))
      tell(false)
    }
    modal.finish('host')
    element.inline = undefined
    setRole(null)
    shadow.adoptedStyleSheets = sheets
    move(home)
    if (Object.values(getState().accounts).some(({ status }) => status === 'connected')) prefetch()
  }

  const settle = () => {
    const next = places.at(-1)
    if (element.isOpen && !element.inline) return // the event `close` follows
    if (!next) leave()
    else if (next !== current) enter(next)
  }

  const drop = (keep: (place: Place) => boolean) => {
    const before = places.length
    places = places.filter(keep)
    if (places.length === before) return
    if (places.length === 0) watch.disconnect()
    settle()
  }
  const watch = new MutationObserver(() => drop(({ box }) => box.isConnected))

  on('close', () =>
    // After the promises of this opening have settled.
    queueMicrotask(() => {
      if (!current) return places.length > 0 ? settle() : undefined
      // A frame that has opened itself again for an approval stays as it is.
      if (!element.isOpen && current.box.isConnected && !(connection.live && getState().view)) present()
    }),
  )

  subscribe(() => {
    const before = seen
    seen = getState()
    if (!current || seen === before) return
    if (seen.view === 'ApproveTransaction' && before.view !== seen.view) attend()
    // A stored connection was restored while the list of wallets was shown.
    const isConnected = Object.values(seen.accounts).some(({ status }) => status === 'connected')
    if (seen.ready && !before.ready && seen.view === 'Connect' && isConnected) present()
  })

  return {
    settle,
    add(place: Place): Undo {
      places = [...places, place]
      watch.observe(document, { childList: true, subtree: true })
      settle()
      return () => drop((each) => each !== place)
    },
  }
}

/** `moveBefore` is not in every browser, nor in TypeScript's types of the DOM. */
type MovingParent = HTMLElement & { moveBefore?: (node: Node, child: Node | null) => void }

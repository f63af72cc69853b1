/**
 * Wall-clock times of what the user sees, measured inside the documents by the same code for every subject: the click
 * in the host page, and the end of the first paint after which the awaited element can be clicked.
 */
import type { BrowserContext, Frame, Page } from '@playwright/test'

interface Clock {
  /** Resolves when the element can be clicked and is painted. */
  watch(selector: string): Promise<number>
  /** In child frames: when the awaited element was first painted. */
  first?: Promise<number>
  /** In the host page: the last click, and the paint that showed the frame with nothing above it. */
  clicked?: number
  uncovered?: Promise<number>
}

const key = '__paintClock'
/** A wallet row of the modal, the paragraph of the empty frame. */
export const awaited = '[data-label], #root > p'

/** Call it before the first page opens. */
export async function installPaintClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(startClock, { key, awaited })
}

/**
 * From the click to the later of two paints: the host's paint that uncovers the frame, and the frame's paint of the
 * awaited element.
 */
export async function timeFromClick(page: Page, frame: Frame, painted: Promise<number>): Promise<number> {
  const [shown, host] = await Promise.all([
    painted,
    page.evaluate(async (name) => {
      const { clicked, uncovered } = Reflect.get(window, name) as Clock // as: set below
      return { clicked, uncovered: await uncovered }
    }, key),
  ])
  if (host.clicked === undefined || host.uncovered === undefined) throw new Error('No click was seen')
  if (shown < host.clicked) throw new Error(`${frame.url()} was painted before the click`)
  return Math.max(shown, host.uncovered) - host.clicked
}

/** The first paint of the awaited element since the document began. */
export const firstPaint = (frame: Frame): Promise<number> =>
  frame.evaluate(async (name) => (await (Reflect.get(window, name) as Clock).first) ?? Number.NaN, key)

/** Starts a new watch. Resolves when it is active; `painted` resolves with the time of the paint. */
export async function watchPaint(frame: Frame): Promise<{ painted: () => Promise<number> }> {
  await frame.evaluate(
    ([name, selector]) => {
      const clock = Reflect.get(window, name) as Clock
      clock.first = clock.watch(selector)
    },
    [key, awaited] as const,
  )
  return { painted: () => firstPaint(frame) }
}

/** Passed to every document as text and run before its first script, so it may use nothing from this file but types. */
function startClock(names: { key: string; awaited: string }): void {
  const now = () => performance.timeOrigin + performance.now()
  /**
   * The end of the first frame in which `isReady` is true. A message posted from the frame's callback is handled after
   * its paint.
   */
  const paintWhen = (isReady: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (!isReady()) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(now())
        port2.postMessage(undefined)
        return undefined
      }
      requestAnimationFrame(look)
    })
  const isHit = (root: DocumentOrShadowRoot, element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = width > 0 && height > 0 ? root.elementFromPoint(x + width / 2, y + height / 2) : null
    return hit !== null && element.contains(hit)
  }
  const clock: Clock = {
    watch: (selector) =>
      paintWhen(() => {
        const element = document.querySelector(selector)
        return element !== null && isHit(document, element)
      }),
  }
  Object.defineProperty(window, names.key, { value: clock })
  if (window.top !== window) {
    clock.first = clock.watch(names.awaited)
    return
  }
  // The frame is in a closed shadow root, which can only be seen when it is attached.
  let root: ShadowRoot | undefined
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function attach(options) {
    root = attachShadow.call(this, options)
    return root
  }
  window.addEventListener(
    'click',
    () => {
      clock.clicked = now()
      clock.uncovered = paintWhen(() => {
        const frame = root?.querySelector('iframe')
        return root !== undefined && frame !== null && frame !== undefined && isHit(root, frame)
      })
    },
    true,
  )
}

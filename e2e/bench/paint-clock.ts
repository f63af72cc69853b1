/**
 * Wall-clock times of what a person sees, taken in the documents themselves by the same code for every subject: the click
 * in the host page, and the end of the first paint after which the thing waited for can be clicked.
 */
import type { BrowserContext, Frame, Page } from '@playwright/test'

interface Clock {
  /** Waits until the element can be clicked, and painted. */
  watch(selector: string): Promise<number>
  /** In child frames: what was watched for since the document began. */
  first?: Promise<number>
  /** In the host page: the last click, and the paint that showed the frame and nothing above it. */
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

/** From the click to the later of two paints: the host's that uncovers the frame, the frame's that draws what is awaited. */
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

/** Since the document began. */
export const firstPaint = (frame: Frame): Promise<number> =>
  frame.evaluate(async (name) => (await (Reflect.get(window, name) as Clock).first) ?? Number.NaN, key)

/** From now on. Resolves when the watch stands; the paint comes in `painted`. */
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

/** Runs in every document before its first script, as text: it may use nothing from this file but types. */
function startClock(names: { key: string; awaited: string }): void {
  const now = () => performance.timeOrigin + performance.now()
  /** The end of the first frame in which `isReady` holds: a message posted from its callback is handled after its paint. */
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
  // The frame stands in a closed root: seen where it is attached.
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

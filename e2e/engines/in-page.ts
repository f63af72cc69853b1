/** Runs inside documents: finds elements as users and screen readers name them. Sent as text, so it uses nothing from outside itself. */

/** A text that is meant as a whole, or a pattern. */
export type Words = string | { readonly source: string; readonly flags: string }

export type Role =
  | 'alert'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'list'
  | 'listitem'
  | 'region'
  | 'status'
  | 'tab'
  | 'textbox'

export interface WireQuery {
  readonly role?: Role
  readonly css?: string
  /** The accessible name. */
  readonly name?: Words
  /** The whole text that is in it, or a pattern somewhere in it. */
  readonly text?: Words
  readonly within?: WireQuery
}

/** The first visible match, and what tests want to know about it. */
export function lookUp(query: WireQuery) {
  const selectors: Readonly<Record<Role, string>> = {
    alert: '[role=alert]',
    article: 'article, [role=article]',
    button: 'button:not([role]), [role=button], summary, input[type=submit]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    dialog: 'dialog[open], [role=dialog]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    link: 'a[href]:not([role]), [role=link]',
    list: 'ul, ol, [role=list]',
    listitem: 'li, [role=listitem]',
    region: 'section[aria-label], section[aria-labelledby], [role=region]',
    status: '[role=status], output',
    tab: '[role=tab]',
    textbox: 'input:not([type]), input[type=text], input[type=email], input[type=search], textarea, [role=textbox]',
  }
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const fits = (words: Words, text: string) =>
    typeof words === 'string' ? tidy(text) === words : new RegExp(words.source, words.flags).test(tidy(text))
  const spoken = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const label = node.getAttribute('aria-label') ?? (node instanceof HTMLImageElement ? node.alt : undefined)
    if (label !== undefined) return label
    const isInline = getComputedStyle(node).display.startsWith('inline')
    const inner = Array.from(node.childNodes, spoken).join('')
    return isInline ? inner : ` ${inner} `
  }
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = ids.flatMap((id) => document.getElementById(id) ?? [])
    if (named.length > 0) return named.map(spoken).join(' ')
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return Array.from(element.labels ?? [], spoken).join(' ') || element.placeholder
    return spoken(element) || (element.getAttribute('title') ?? '')
  }
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    element.closest('[inert]') === null
  const all = ({ role, css, name, text, within }: WireQuery): Element[] => {
    const places: readonly ParentNode[] = within ? all(within) : [document]
    const selector = css ?? (role ? selectors[role] : '*')
    const found = places.flatMap((place) => Array.from(place.querySelectorAll(selector)))
    const fitting = found.filter(
      (element) =>
        isVisible(element) &&
        (name === undefined || fits(name, nameOf(element))) &&
        (text === undefined || fits(text, element.textContent ?? '')),
    )
    // Of a text, the innermost element.
    return role || css
      ? fitting
      : fitting.filter((one) => !fitting.some((other) => one !== other && one.contains(other)))
  }
  const [element] = all(query)
  if (!element) return null
  const { x, y, width, height } = element.getBoundingClientRect()
  return {
    element,
    text: tidy(element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')),
    value: element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
    isEnabled: !element.matches(':disabled, [aria-disabled=true]'),
    isFocused: element === document.activeElement,
    box: { x, y, width, height },
  }
}

/** The frames of this document on an origin. Frames in closed shadow roots are among them only where a script keeps these roots. */
export function framesOn(origin: string): Element[] {
  const kept: unknown = Reflect.get(window, 'airlockEngineRoots')
  const roots = Array.isArray(kept) ? kept.filter((root) => root instanceof ShadowRoot && root.host.isConnected) : []
  const places: readonly ParentNode[] = [document, ...roots.filter((root) => root instanceof ShadowRoot)]
  return places
    .flatMap((place) => Array.from(place.querySelectorAll('iframe')))
    .filter(({ src }) => URL.canParse(src) && new URL(src).origin === origin)
}

/** What may have a shadow root with a frame in it: empty elements of no other use. */
export function shadowHosts(): Element[] {
  return Array.from(document.querySelectorAll('div:empty, :not(:defined)')).filter(
    (element) => !(element instanceof SVGElement),
  )
}

/** Scrolls as little as a user who wants to press the element. */
export function reveal(element: object): void {
  if (element instanceof Element) element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** Whether an animation runs that will end. */
export const isMoving = (): boolean =>
  document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)

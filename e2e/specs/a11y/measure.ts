/** Measurements inside a document: truncated text, small targets, geometry, colours. */
import type { Frame } from '@playwright/test'

/** By how much the document, or a part of it that scrolls, is wider than its place. */
export const tooWide = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() => {
    const { documentElement: root } = document
    return [root, ...document.querySelectorAll('body *')]
      .filter((element) => element === root || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .map((element) => ({ name: element.localName, by: element.scrollWidth - element.clientWidth }))
      .filter(({ by }) => by > 0)
      .map(({ name, by }) => `${name} is ${by} px too wide`)
  })

/** Elements whose text does not fit: cut off by their own box, or outside the viewport horizontally. */
export const clipped = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() => {
    const found: string[] = []
    const isHidden = (element: Element) =>
      element.closest('[data-leaving], [aria-hidden="true"]') !== null || getComputedStyle(element).clipPath !== 'none'
    for (const element of document.querySelectorAll<HTMLElement>('main, main *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (isHidden(element) || element.closest('[class*="hidden" i]')) continue
      const { overflowX, overflowY, overflowWrap, webkitLineClamp } = getComputedStyle(element)
      // A list may scroll; text that cannot be scrolled to is lost, except after the ellipsis of a clamp, which is a choice.
      const isClamped = webkitLineClamp !== 'none'
      // Its ellipsis may be wider than the rest of the line.
      const endsInEllipsis = isClamped && overflowWrap === 'anywhere'
      const name = `${element.localName} “${element.textContent?.slice(0, 40)}”`
      // The value of a field may be wider than the field, which scrolls with the caret.
      const isField = element.matches('input, textarea')
      if (!isField && !endsInEllipsis && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut sideways`)
      if (!hasText) continue
      if (!isClamped && overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
        found.push(`${name} is cut below`)
      const { left, right } = element.getBoundingClientRect()
      if (left < -1 || right > innerWidth + 1) found.push(`${name} leaves the viewport`)
    }
    return found
  })

/**
 * Controls that are too small for a touch target of 44 px. The browser is asked which element is hit, so that areas
 * added to a control's box count. Links inside a sentence are exempt (WCAG 2.5.8, inline), and so is a checkbox, whose
 * label is the target.
 */
export const smallTargets = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(async () => {
    // A virtual list takes no clicks until it has stood still for a while, also after a change of size.
    const isMoving = () => document.querySelector('[style*="pointer-events: none"]') !== null
    for (const begun = performance.now(); isMoving() && performance.now() - begun < 2_000; )
      await new Promise(requestAnimationFrame)
    // Half of 44, minus the pixel by which hit tests round.
    const reach = 21
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>('main :is(button, a[href], summary, input)')) {
      const isInline = getComputedStyle(control).display.startsWith('inline') && control.closest('p, label') !== null
      // In a disclosure that is closed, or only to keep a place.
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      if (isInline || control.closest('[data-leaving], [aria-hidden="true"]') || control.matches('[type="checkbox"]'))
        continue
      control.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const isHit = ([dx, dy]: readonly [number, number]) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return hit !== null && (control.contains(hit) || hit.contains(control.closest('[data-invalid], label')))
      }
      const corners = [
        [0, -reach],
        [0, reach],
        [-reach, 0],
        [reach, 0],
      ] as const
      if (!corners.every(isHit))
        found.push(`${control.localName} “${control.ariaLabel ?? control.innerText}” at ${x} ${y}`)
    }
    return found
  })

/** Fields whose text is smaller than 16 px, with the smallest text that a host may set: an iPhone zooms into them. */
export const smallFields = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() => {
    const { style } = document.documentElement
    const before = style.fontSize
    style.fontSize = '90%'
    const found = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(input:not([type="checkbox"], [type="radio"]), select, textarea)',
      ),
    ]
      // One of a component’s own never gets the focus.
      .filter((field) => field.tabIndex >= 0 && !field.closest('[aria-hidden="true"]'))
      .map((field) => ({ field, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
      .filter(({ size }) => size < 16)
      .map(({ field, size }) => `${field.localName} “${field.ariaLabel ?? field.id}” has ${size} px`)
    style.fontSize = before
    return found
  })

/** Controls on which a second quick touch zooms the page. */
export const zoomingControls = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, a[href], summary, label, input, select, textarea)')]
      .filter((control) => !['manipulation', 'none'].includes(getComputedStyle(control).touchAction))
      .map((control) => `${control.localName} “${control.ariaLabel ?? control.innerText.slice(0, 40)}”`),
  )

/** Main actions that a press does not reach without scrolling. */
export const hiddenActions = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() => {
    // Another check may have scrolled.
    for (const part of document.querySelectorAll('html, main *')) part.scrollTop = 0
    return [...document.querySelectorAll<HTMLElement>('main [data-variant="primary"]')]
      .filter((action) => action.checkVisibility() && !action.closest('[data-leaving], [aria-hidden="true"]'))
      .filter((action) => {
        const { left, right, top, bottom } = action.getBoundingClientRect()
        const isWhole = top >= 0 && bottom <= innerHeight
        return !isWhole || !action.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      })
      .map((action) => `“${action.innerText.slice(0, 40)}” is out of sight`)
  })

/** Names of controls without a border that can be seen: with forced colours a fill is no boundary. */
export const bareControls = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main, main :is(button, select, input:not([type="checkbox"]))')]
      .filter(
        (control) =>
          getComputedStyle(control).display !== 'inline' && !control.closest('p, [data-leaving], [aria-hidden="true"]'),
      )
      .filter((control) => {
        // A field may have its border around itself and its buttons.
        const bordered = control.matches('select, input') ? [control, control.parentElement ?? control] : [control]
        return bordered.every((one) => {
          const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one)
          return Number.parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor
        })
      })
      .map((control) => `${control.localName} “${control.ariaLabel ?? control.innerText.slice(0, 40)}”`),
  )

/** Contrast of a control's or link's text with the nearest painted background behind it. */
export const textContrast = (frame: Frame, selector: string): Promise<number> =>
  frame.evaluate((wanted) => {
    const element = document.querySelector(wanted)
    if (!element) throw new Error(`Nothing matches ${wanted}`)
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    let behind: Element | null = element
    while (behind && channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement
    if (!behind) throw new Error('No background behind it')
    const one = luminance(getComputedStyle(element).color)
    const other = luminance(getComputedStyle(behind).backgroundColor)
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  }, selector)

export const boxesOf = (frame: Frame, selector: string): Promise<readonly string[]> =>
  frame.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round).join(' ')
      }),
    selector,
  )

/** The edges of what a user types into or presses next, by name: fields and main actions. */
export const edgesOfControls = (
  frame: Frame,
): Promise<Readonly<Record<string, readonly [top: number, bottom: number]>>> =>
  frame.evaluate(() => {
    for (const part of document.querySelectorAll('html, main *')) part.scrollTop = 0
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(input, select, textarea, [data-variant="primary"])',
    )
    return Object.fromEntries(
      [...controls]
        .filter((control) => control.checkVisibility() && !control.closest('[data-leaving], [aria-hidden="true"]'))
        .map((control): [string, [number, number]] => {
          const { top, bottom } = control.getBoundingClientRect()
          const isField =
            control instanceof HTMLInputElement ||
            control instanceof HTMLSelectElement ||
            control instanceof HTMLTextAreaElement
          const label = isField ? (control.labels?.[0] ?? control).textContent : control.innerText
          return [(control.dataset.focusKey ?? control.ariaLabel ?? label ?? '').trim().slice(0, 40), [top, bottom]]
        }),
    )
  })

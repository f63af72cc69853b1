/** The focused element and the live regions' texts, for assertions. */
import type { Frame } from '@playwright/test'

/**
 * Tag and accessible name (label, else text) of the focused element, as far as our controls need it. A document that
 * does not receive the keys yet has no focused element, whatever its `activeElement` is.
 */
export const focused = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body || !document.hasFocus()) return 'nothing'
    const shown = (one: Element) => (one instanceof HTMLElement ? one.innerText : '')
    const pictures = [...element.querySelectorAll('[aria-hidden="true"]')].map(shown)
    const text = pictures.reduce((rest, picture) => rest.replace(picture, ''), shown(element))
    const words = element.getAttribute('aria-label') ?? text
    return `${element.localName} ${words.replaceAll(/\s+/g, ' ').trim()}`.trim()
  })

export type Listening = {
  readonly said: () => Promise<readonly string[]>
  /** What both regions hold. */
  readonly now: () => Promise<readonly string[]>
  readonly forget: () => Promise<void>
}

/** Records each new text of the live regions from now on, as `status: …` or `alert: …`. */
export async function listen(frame: Frame): Promise<Listening> {
  await frame.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { saidByTest: said })
    for (const region of document.querySelectorAll('[role="status"][aria-live], [role="alert"][aria-live]'))
      new MutationObserver(() => {
        const text = region.textContent?.trim()
        if (text) said.push(`${region.getAttribute('role')}: ${text}`)
      }).observe(region, { childList: true, subtree: true, characterData: true })
  })
  return {
    // as: set above.
    said: () => frame.evaluate(() => [...(Reflect.get(window, 'saidByTest') as string[])]),
    now: () =>
      frame.evaluate(() =>
        [...document.querySelectorAll('[role="status"][aria-live], [role="alert"][aria-live]')].map(
          (region) => region.textContent?.trim() ?? '',
        ),
      ),
    forget: () => frame.evaluate(() => void (Reflect.get(window, 'saidByTest') as string[]).splice(0)),
  }
}

/** What has the focus, in words, and what the live regions said. */
import type { Frame } from '@playwright/test'

/**
 * The accessible name, as far as our controls need it: label, else text; with the tag in front. Nothing is focused in a document that the
 * browser does not give the keys to yet, whatever it holds ready.
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

export type Listening = { readonly said: () => Promise<readonly string[]>; readonly forget: () => Promise<void> }

/** Notes each new text of the live regions from now on, as `status: …` or `alert: …`. */
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
    // as: the list that was put there above.
    said: () => frame.evaluate(() => [...(Reflect.get(window, 'saidByTest') as string[])]),
    forget: () => frame.evaluate(() => void (Reflect.get(window, 'saidByTest') as string[]).splice(0)),
  }
}

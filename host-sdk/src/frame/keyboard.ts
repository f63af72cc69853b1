/** Keeps the modal above a phone's keyboard. */
import { listen, type Undo } from '../dom.ts'

/**
 * A phone draws its keyboard over the lower end of the page, where the modal has its actions; only the visual viewport ends above it. A page
 * that is zoomed in has a smaller one too, as its user wishes.
 */
export function keepAboveKeyboard(shadow: ShadowRoot): Undo {
  const view = globalThis.visualViewport
  const dialog = view && shadow.querySelector('dialog')
  if (!dialog) return () => {}
  const place = (height: string, top: string) => Object.assign(dialog.style, { height, top })
  const fit = () => {
    if (view.scale > 1) place('', '')
    else place(`${view.height}px`, `${view.offsetTop}px`)
  }
  const undos = [listen(view, 'resize', fit), listen(view, 'scroll', fit)]
  return () => {
    for (const undo of undos) undo()
    place('', '')
  }
}

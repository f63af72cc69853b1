/** Elements with `data-airlock-open` open the modal, even if they are added later. The value may name a view. */
import { listen } from '../dom.ts'
import type { Airlock, View } from '../types.ts'

const attribute = 'data-airlock-open'

export function bindButtons({ open, prefetch }: Airlock, report: (error: unknown) => void): void {
  const opener = ({ target }: Event) => (target instanceof Element ? target.closest(`[${attribute}]`) : null)
  listen(document, 'click', (event) => {
    const element = opener(event)
    if (!element || event.defaultPrevented) return
    event.preventDefault() // a link or submit button does nothing else
    const view = element.getAttribute(attribute)
    open(view ? { view: view as View } : {}).catch(report) // as: the frame refuses names that it does not know
  })
  for (const intent of ['pointerover', 'focusin'])
    listen(document, intent, (event) => {
      if (opener(event)) prefetch()
    })
}

/**
 * The second click of a double click does nothing if the first one has led to another view: what stands under the pointer now has not been
 * seen yet, and may be beside a smaller card, where a click closes the modal. Loaded with the views that can be led to.
 */

/** The view at the last click. */
let before: Element | null = null

document.addEventListener(
  'click',
  (event) => {
    const shown = document.querySelector('[data-shown]')
    const isForTheViewBefore = event.detail > 1 && shown !== before
    before = shown
    if (!isForTheViewBefore) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  true,
)

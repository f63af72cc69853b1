/** Keeps the field in use, and the main action of its view, above a phone's keyboard. */
import { type RefObject, useEffect } from 'react'
import { durationsMs } from '../motion/motion.ts'

/** After this, what the keyboard has moved rests. */
const restMs = durationsMs.view + 50

/** A keyboard leaves less than this part of the window’s height; the browser’s own bars leave more. */
const mostLeft = 0.85

/** A frame becomes lower while its field has the focus already, so the browser does not look for the field again. */
export function keepFieldInView(view: Window, { signal }: { readonly signal: AbortSignal }): void {
  const show = () => {
    const { activeElement: field } = view.document
    if (field?.matches('input, select, textarea')) field.scrollIntoView({ block: 'nearest' })
  }
  const showTwice = () => {
    show()
    view.setTimeout(show, restMs)
  }
  view.addEventListener('resize', showTwice, { signal })
}

/**
 * For a form of the wallet, in its frame or in its own window. No host keeps the window above the keyboard, so the part that is seen of it
 * becomes the wallet's place (`window.css`).
 */
export function useAboveKeyboard(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = form.current?.ownerDocument.defaultView
    if (!view) return
    const shown = new AbortController()
    keepFieldInView(view, shown)
    const { visualViewport: seen, document } = view
    const main = document.querySelector('main')
    if (!seen || !main || view.top !== view) return () => shown.abort()
    const fit = () => {
      // The user may have zoomed in.
      const isCovered = seen.scale === 1 && seen.height < mostLeft * document.documentElement.clientHeight
      main.toggleAttribute('data-typing', isCovered)
      main.style.cssText = isCovered ? `--seen: ${seen.height}px; inset-block-start: ${seen.offsetTop}px` : ''
      if (isCovered) document.activeElement?.scrollIntoView({ block: 'nearest' })
    }
    seen.addEventListener('resize', fit, shown)
    seen.addEventListener('scroll', fit, shown)
    return () => {
      shown.abort()
      main.removeAttribute('data-typing')
      main.style.cssText = ''
    }
  }, [form])
}

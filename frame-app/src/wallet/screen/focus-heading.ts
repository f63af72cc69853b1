/**
 * Focuses the heading, where screen readers start. Buttons that decide something are never focused automatically. The heading names the frame
 * too: WebKit focuses nothing in a frame that was never touched, and a screen reader says only the name.
 * @param takesFocus `false`: only the name
 */
export function focusHeading(within: ParentNode, takesFocus = true): void {
  const heading = within.querySelector('h1')
  if (!heading) return
  document.documentElement.ariaLabel = heading.textContent
  if (!takesFocus) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

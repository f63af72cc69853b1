/** Focuses the heading, where screen readers start. Buttons that decide something are never focused automatically. */
export function focusHeading(within: ParentNode): void {
  const heading = within.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

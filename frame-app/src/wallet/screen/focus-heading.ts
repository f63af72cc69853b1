/** Where a screen reader begins; what is decided is never focused by itself. */
export function focusHeading(within: ParentNode): void {
  const heading = within.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

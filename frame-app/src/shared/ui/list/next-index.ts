/** Which item gets the focus next in a list with one tab stop. Pure, so that a table can test every key and direction. */

export interface RovingLayout {
  count: number
  orientation: 'vertical' | 'horizontal' | 'grid'
  /** Items per line; only for a grid. */
  columns?: number | undefined
  rtl: boolean
}

/** `undefined` if the key is not handled. At the ends the focus stays where it is and does not wrap round. */
export function nextIndex(key: string, from: number, layout: RovingLayout): number | undefined {
  const { count, orientation, columns = 1, rtl } = layout
  const last = count - 1
  const along = orientation === 'vertical' ? 0 : 1
  const across = orientation === 'horizontal' ? 0 : orientation === 'grid' ? columns : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: across,
    ArrowUp: -across,
    ArrowRight: rtl ? -along : along,
    ArrowLeft: rtl ? along : -along,
  }
  if (count === 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = steps[key]
  if (!step) return undefined
  const to = from + step
  return to < 0 || to > last ? from : to
}

/** The next label that starts with the typed text. A repeated letter steps through its matches; the search wraps round. */
export function matchTyped(labels: readonly string[], typed: string, from: number): number | undefined {
  const isRepeat = typed.length > 1 && typed === typed.charAt(0).repeat(typed.length)
  const wanted = (isRepeat ? typed.charAt(0) : typed).toLocaleLowerCase()
  const start = wanted.length === 1 ? from + 1 : from
  for (let offset = 0; offset < labels.length; offset++) {
    const index = (start + offset) % labels.length
    if (labels[index]?.trim().toLocaleLowerCase().startsWith(wanted)) return index
  }
  return undefined
}

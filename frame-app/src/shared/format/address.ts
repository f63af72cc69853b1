/** Formats addresses of any chain for display and for screen readers. */

/** Cuts out the middle, which users do not compare. Short text stays unchanged. */
export function truncateAddress(address: string, { start = 4, end = 6 } = {}): string {
  if (address.length <= start + end + 1) return address
  return `${address.slice(0, start)}…${end > 0 ? address.slice(-end) : ''}`
}

/** Groups of four, so that two addresses can be compared without losing the place. */
export function groupAddress(address: string, size = 4): string[] {
  return address.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []
}

/** Separate characters: a screen reader would otherwise try to pronounce them as words. */
export function spellOut(text: string): string {
  return Array.from(text).join(' ')
}

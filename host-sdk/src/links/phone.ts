/** An iPad reports itself as a Macintosh, which has no touch screen. */
export function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /android|iphone|ipad|ipod|mobile/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}

/** Every browser on iOS, and Safari. It opens no window after a press that is over, even if it says that the press still counts. */
export const isWebKit = (): boolean => /^apple/i.test(navigator.vendor)

/** An iPad reports itself as a Macintosh, which has no touch screen. */
export function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /android|iphone|ipad|ipod|mobile/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}

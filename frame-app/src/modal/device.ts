/** What kind of device this is, as far as a browser tells. */

/** A finger for a pointer, or a browser that calls itself one of a phone (behaviour facts §7.5). */
export const isMobile = (): boolean =>
  matchMedia('(pointer: coarse)').matches || /android|iphone|ipad|ipod|mobile/i.test(navigator.userAgent)

export const isAndroid = (): boolean => /android/i.test(navigator.userAgent)

export const isApple = (): boolean => /iphone|ipad|ipod/i.test(navigator.userAgent)

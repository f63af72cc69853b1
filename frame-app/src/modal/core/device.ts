/** The kind of device, as far as the browser reports it. */

/** A touch pointer, or the user agent of a phone browser. */
export const isMobile = (): boolean =>
  matchMedia('(pointer: coarse)').matches || /android|iphone|ipad|ipod|mobile/i.test(navigator.userAgent)

export const isAndroid = (): boolean => /android/i.test(navigator.userAgent)

/** Browsers on Android do; the ones inside other apps may show an error page instead. */
export const startsIntents = (): boolean => isAndroid() && !navigator.userAgent.includes('; wv)')

export const isApple = (): boolean => /iphone|ipad|ipod/i.test(navigator.userAgent)

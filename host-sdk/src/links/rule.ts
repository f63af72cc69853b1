/**
 * Which addresses the page opens for the frame (isolation decision 20, C43). The frame may be compromised; an address
 * opened by the page must never run in the page. Hence a list of what is allowed, with the forbidden schemes on top.
 */
const forbidden = /^(javascript|data|blob|file|filesystem|vbscript|about|view-source)$/

export const schemeOf = (url: string): string => url.slice(0, url.indexOf(':')).toLowerCase()
export const isForbidden = (scheme: string): boolean => forbidden.test(scheme)

/** What INIT can declare to the frame. */
export const isDeclarable = (scheme: string): boolean => /^[a-z][a-z0-9+.-]{1,31}$/.test(scheme)

export interface LinkPolicy {
  /** Schemes declared to the frame at INIT. */
  readonly schemes: readonly string[]
  /** The frame itself came over http: development. */
  readonly isDevelopment: boolean
}

/** The canonical address, or `undefined` when it may not be opened. */
export function readLink(text: string, { schemes, isDevelopment }: LinkPolicy): string | undefined {
  // The URL parser drops tabs and newlines silently: `java\nscript:` must not get that far.
  if (/[\p{Cc}\s\\]/u.test(text)) return
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return
  }
  const scheme = schemeOf(url.protocol)
  const isAllowed = scheme === 'https' || (scheme === 'http' && isDevelopment) || schemes.includes(scheme)
  if (!isAllowed || isForbidden(scheme) || url.username || url.password) return
  return url.href
}

/**
 * Rule for URLs that the page opens for the frame (C43). The frame may be compromised, and a URL
 * opened by the page must never run code in it. Hence an allowlist, checked after the forbidden schemes.
 */
const forbidden = /^(javascript|data|blob|file|filesystem|vbscript|about|view-source)$/

export const schemeOf = (url: string): string => url.slice(0, url.indexOf(':')).toLowerCase()
export const isForbidden = (scheme: string): boolean => forbidden.test(scheme)

/** Schemes that INIT can declare to the frame. */
export const isDeclarable = (scheme: string): boolean => /^[a-z][a-z0-9+.-]{1,31}$/.test(scheme)

export interface LinkPolicy {
  /** Schemes declared to the frame at INIT. */
  readonly schemes: readonly string[]
  /** The frame itself was loaded over http, which only happens in development. */
  readonly isDevelopment: boolean
}

/** The canonical URL, or `undefined` if it may not be opened. */
export function readLink(text: string, { schemes, isDevelopment }: LinkPolicy): string | undefined {
  // The URL parser silently drops tabs and newlines, so `java\nscript:` is refused before parsing.
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

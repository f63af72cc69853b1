/** `undefined` for a text that is no absolute URL. `URL.canParse` is younger than the browsers that we support. */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

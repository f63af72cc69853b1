/** The document's `localStorage`, or `undefined` if the browser refuses access or writes, which a test write finds out. */
export function openLocalStorage(prefix: string): Storage | undefined {
  try {
    const probe = `${prefix}probe`
    localStorage.setItem(probe, '1')
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return undefined
  }
}

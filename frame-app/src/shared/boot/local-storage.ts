/** This document's storage, tried out: a browser may refuse it, or let it be seen and refuse every write. */
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

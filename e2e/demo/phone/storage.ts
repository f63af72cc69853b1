/** The storage of this page, or memory if the browser blocks storage. */
const memory = new Map<string, string>()
const place = (name: string) => `demo-phone.${name}`

export function read(name: string): unknown {
  try {
    const written = localStorage.getItem(place(name)) ?? memory.get(name)
    return written === undefined ? undefined : JSON.parse(written)
  } catch {
    return undefined
  }
}

export function write(name: string, value: unknown): void {
  const written = JSON.stringify(value)
  memory.set(name, written)
  try {
    localStorage.setItem(place(name), written)
  } catch {
    // Then it is kept only until the page is closed.
  }
}

/** The storage of this page, in memory where the browser refuses one. */
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
    // It then lasts as long as the page.
  }
}

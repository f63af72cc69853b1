/** Small DOM helpers. Text is always inserted as text, never as HTML. */

/** The element with this id, which must exist in the HTML file. */
export function byId<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new TypeError(`#${id} is missing`)
}

type Attributes = Readonly<Record<string, string>>

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** Changes the text only if it differs, so that a live region does not announce it twice. */
export function setText(target: HTMLElement, value: string): void {
  if (target.textContent !== value) target.textContent = value
}

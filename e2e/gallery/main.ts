/** The list of all states on the left, the chosen one on the right. `#<view>/<state>` links to a state. */
import './with-buffer.ts'
import { addressOf, defaultLook, type Look, lookChoices } from './looks.ts'
import { entries } from './states/index.ts'

const part = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`)
  return found
}
const list = part('list', HTMLElement)
const form = part('looks', HTMLFormElement)
const frame = part('state', HTMLIFrameElement)
let look: Look = defaultLook

for (const [name, choices] of Object.entries(lookChoices)) {
  const select = document.createElement('select')
  select.name = name
  select.setAttribute('aria-label', name)
  for (const choice of choices) select.add(new Option(choice, choice))
  form.append(select)
}
form.addEventListener('change', () => {
  for (const select of form.querySelectorAll('select'))
    if (select.name in look) look = { ...look, [select.name]: select.value }
  show()
})

let group = ''
for (const { view, state } of entries) {
  if (view !== group) {
    const heading = document.createElement('h2')
    heading.textContent = view
    list.append(heading)
    group = view
  }
  const link = document.createElement('a')
  link.href = `#${view}/${state}`
  link.textContent = state
  list.append(link)
}

function show(): void {
  const wanted = location.hash.slice(1)
  const entry = entries.find(({ view, state }) => `${view}/${state}` === wanted) ?? entries[0]
  if (!entry) return
  for (const link of list.querySelectorAll('a'))
    link.toggleAttribute('aria-current', link.hash === `#${entry.view}/${entry.state}`)
  frame.style.inlineSize = `${look.width}px`
  // Replaced, so that the browser's Back leads to the state before and not to the look before.
  frame.contentWindow?.location.replace(new URL(addressOf(entry, look), location.href))
}
addEventListener('hashchange', show)
show()

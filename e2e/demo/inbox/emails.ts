/** Shows the emails of the local world as they arrive, newest first, each with its action: a link to follow or a code to copy. */
import { element, setText } from '../dom.ts'
import { object, type Parsed, readWith, text, wholeNumber } from '../parse.ts'

const email = object({ id: wholeNumber, to: text, subject: text, text, receivedAt: wholeNumber })
type Email = Parsed<typeof email>

const maxShown = 20

/** Shows the emails in `list` until the returned function is called. `status` shows the state of the connection. */
export function followEmails(
  inboxUrl: string,
  { list, status }: { list: HTMLElement; status: HTMLElement },
): () => void {
  const stream = new EventSource(new URL('/stream', inboxUrl))
  // Also after a reconnect: the stream starts with the latest emails again.
  stream.addEventListener('open', () => {
    list.replaceChildren()
    setText(status, 'No email yet.')
  })
  stream.addEventListener('error', () => setText(status, 'The inbox does not answer. Trying again…'))
  stream.addEventListener('message', ({ data }) => {
    const arrived = readWith(email, parse(data))
    if (!arrived) return
    list.prepend(createEmail(arrived))
    while (list.childElementCount > maxShown) list.lastElementChild?.remove()
    setText(status, `Newest email: ${arrived.subject}`)
  })
  return () => stream.close()
}

function createEmail({ id, to, subject, text: written, receivedAt }: Email): HTMLElement {
  const titleId = `email-${id}`
  const at = new Date(receivedAt)
  return element(
    'article',
    { class: 'email', 'aria-labelledby': titleId },
    element('h3', { id: titleId }, subject),
    element(
      'p',
      { class: 'email-to' },
      `To ${to}, `,
      element('time', { datetime: at.toISOString() }, at.toLocaleTimeString()),
    ),
    ...written
      .trim()
      .split(/\n{2,}/)
      .map(createPart),
  )
}

/** A paragraph that consists of a link or a code is shown as the email's action. */
function createPart(part: string): HTMLElement {
  if (/^\d{6}$/.test(part)) return createCode(part)
  return /^https?:\/\/\S+$/.test(part) && URL.canParse(part) ? createLink(part) : element('p', {}, part)
}

const createLink = (href: string): HTMLElement =>
  element(
    'p',
    {},
    element('a', { class: 'button primary', href, target: '_blank', rel: 'noopener' }, 'Open the link of this email'),
  )

function createCode(code: string): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, 'Copy code')
  const outcome = element('span', { class: 'result', role: 'status' })
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code).then(
      () => setText(outcome, 'Copied.'),
      () => setText(outcome, 'Not copied: select it by hand.'),
    )
  })
  return element('div', { class: 'email-code' }, element('p', { class: 'code' }, code), button, outcome)
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(text(data))
  } catch {
    return undefined
  }
}

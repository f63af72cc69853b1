/** The current question, above everything else: what is asked, by whom, and the two answers. */
import { byId, element } from '../dom.ts'
import { details } from '../wallet/confirm/details.ts'
import { spellOut } from '../wallet/confirm/readable.ts'
import { titles } from '../wallet/confirm/view.ts'
import type { Question, Questions } from './questions.ts'

/** Prevents the second click of a double click from answering the next question. */
const pauseMs = 400

export function bindQuestions(questions: Questions, answered: (work: Promise<string>) => void): void {
  const dialog = byId('question', HTMLDialogElement)
  let shown: Question | undefined

  const draw = () => {
    const next = questions.first()
    if (next?.id === shown?.id) return
    if (shown) {
      dialog.close()
      shown = undefined
      setTimeout(draw, pauseMs)
    } else if (next) {
      shown = next
      show(next)
      dialog.showModal()
      // Not a button: a key press that was meant for something else must not approve anything.
      byId('question-title', HTMLElement).focus()
    }
  }
  const answer = (isApproved: boolean) => {
    const question = shown
    if (question && questions.first()?.id === question.id) answered(question.answer(isApproved))
  }
  byId('approve', HTMLButtonElement).addEventListener('click', () => answer(true))
  byId('decline', HTMLButtonElement).addEventListener('click', () => answer(false))
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    answer(false)
  })
  questions.subscribe(draw)
  draw()
}

function show({ app, about }: Question): void {
  byId('question-origin', HTMLElement).replaceChildren(
    about.kind === 'proposal' ? 'says that it is ' : `requested by ${app.name}, `,
    element('b', {}, element('bdi', {}, app.origin)),
  )
  byId('question-title', HTMLElement).textContent = titleOf(about, app.name)
  byId('question-body', HTMLElement).replaceChildren(...bodyOf(about, app.origin))
}

function titleOf(about: Question['about'], name: string): string {
  if (about.kind === 'solana') return about.title
  return about.kind === 'request'
    ? titles[about.ask.kind]
    : `Connect ${about.message === undefined ? '' : 'and sign in '}to ${name}?`
}

function bodyOf(about: Question['about'], origin: string): Node[] {
  if (about.kind === 'solana') return [summary(about.lines)]
  return about.kind === 'request' ? details(about.ask, origin) : proposal(about)
}

const summary = (lines: readonly (readonly [label: string, value: string])[]): HTMLElement =>
  element(
    'dl',
    { class: 'summary' },
    ...lines.map(([label, value]) =>
      element('div', {}, element('dt', {}, label), element('dd', {}, element('bdi', {}, value))),
    ),
  )

function proposal({ networks, missing, message }: Extract<Question['about'], { kind: 'proposal' }>): Node[] {
  const lines = [
    ['Networks', networks.join(', ')] as const,
    ...(missing.length > 0 ? [['Not in this wallet', missing.join(', ')] as const] : []),
  ]
  return [
    element(
      'p',
      { class: 'about' },
      'The app will see your address and can ask you to sign and to send, but nothing happens without you. Nobody has checked that it is who it says.',
    ),
    summary(lines),
    ...(message === undefined
      ? []
      : [element('pre', { class: 'text', tabindex: '0', 'aria-label': 'Message' }, spellOut(message))]),
  ]
}

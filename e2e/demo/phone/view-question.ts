/** The one question on the screen, over everything else: what is asked, by whom, and the two answers. */
import { byId, element } from '../dom.ts'
import { details } from '../wallet/confirm/details.ts'
import { spellOut } from '../wallet/confirm/readable.ts'
import { titles } from '../wallet/confirm/view.ts'
import type { Question, Questions } from './questions.ts'

/** The second click of a double click must not answer the next question. */
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
      // Not on a button: a key that was meant for something else must not approve anything.
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
  const title =
    about.kind === 'proposal'
      ? `Connect ${about.message === undefined ? '' : 'and sign in '}to ${app.name}?`
      : titles[about.ask.kind]
  byId('question-title', HTMLElement).textContent = title
  byId('question-body', HTMLElement).replaceChildren(
    ...(about.kind === 'proposal' ? proposal(about) : details(about.ask, app.origin)),
  )
}

function proposal({ networks, missing, message }: Extract<Question['about'], { kind: 'proposal' }>): Node[] {
  const lines = [
    ['Networks', networks.join(', ')],
    ...(missing.length > 0 ? [['Not in this wallet', missing.join(', ')]] : []),
  ]
  return [
    element(
      'p',
      { class: 'about' },
      'The app will see your address and can ask you to sign and to send, but nothing happens without you. Nobody has checked that it is who it says.',
    ),
    element(
      'dl',
      { class: 'summary' },
      ...lines.map(([label = '', value = '']) =>
        element('div', {}, element('dt', {}, label), element('dd', {}, element('bdi', {}, value))),
      ),
    ),
    ...(message === undefined
      ? []
      : [element('pre', { class: 'text', tabindex: '0', 'aria-label': 'Message' }, spellOut(message))]),
  ]
}

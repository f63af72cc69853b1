/** A button and its status line: waiting, declined, failed and done, as text that is announced once. */
import { setText } from '../dom.ts'
import { toFailure } from './failure.ts'

export type Report = (text: string) => void
/** `run` reports progress, and returns the text of the result. */
export type Task = { button: HTMLButtonElement; status: HTMLElement; run: (report: Report) => Promise<string> }

export function bindTask({ button, status, run }: Task): void {
  let isRunning = false
  button.addEventListener('click', () => {
    if (isRunning) return
    isRunning = true
    // Not `disabled`, because that would drop the keyboard focus while the user waits.
    button.setAttribute('aria-disabled', 'true')
    void runTask(status, run).finally(() => {
      isRunning = false
      button.removeAttribute('aria-disabled')
    })
  })
}

async function runTask(status: HTMLElement, run: Task['run']): Promise<void> {
  const say = (state: 'waiting' | 'done' | 'declined' | 'failed', text: string) => {
    status.dataset.state = state
    setText(status, text)
  }
  try {
    say('waiting', 'Waiting…')
    say(
      'done',
      await run((text) => {
        say('waiting', text)
      }),
    )
  } catch (error) {
    const failure = toFailure(error)
    say(failure.isDecline ? 'declined' : 'failed', failure.text)
  }
}

/** Takes each decision from its option, from the operator at the terminal, or from its default. */
import { createInterface } from 'node:readline'

export type Question = {
  readonly question: string
  /** `undefined`: there is no default, because each answer has consequences. */
  readonly fallback: string | undefined
}

export type Asker = {
  /** @throws {Error} naming the option, if there is neither an answer nor a default. */
  readonly text: (flag: string, given: string | undefined, question: Question) => Promise<string>
  readonly list: (flag: string, question: Question) => Promise<readonly string[]>
  readonly close: () => void
}

export function createAsker(isInteractive: boolean): Asker {
  const terminal = isInteractive ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  // Keeps lines that were pasted before their question appeared.
  const lines = terminal?.[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    if (!terminal || !lines) return ''
    terminal.setPrompt(question)
    terminal.prompt()
    const line = await lines.next()
    if (line.done) throw new Error('Nothing is written: not every question was answered')
    return line.value.trim()
  }
  const text: Asker['text'] = async (flag, given, { question, fallback }) => {
    if (given !== undefined) return given
    const shown = fallback === undefined || fallback === '' ? '' : ` [${fallback}]`
    const answer = await ask(`${question}${shown}: `)
    const value = answer === '' ? fallback : answer
    if (value === undefined) throw new Error(`--${flag} is missing: ${question}`)
    return value
  }
  return {
    text,
    list: async (flag, question) => (await text(flag, undefined, question)).split(/[\s,]+/).filter(Boolean),
    close: () => terminal?.close(),
  }
}

/** The installed service as a process; its emails and answered requests are read from what it prints. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'

export type PrintedLetter = { readonly to: string; readonly subject: string; readonly text: string }

export type Installed = {
  /** The next email to this address; each is returned once. */
  readonly nextLetter: (to: string) => Promise<PrintedLetter>
  /** The requests so far, as `GET /v1/user 200`. */
  readonly answered: () => readonly string[]
  readonly kill: () => Promise<void>
  /** Ends it as an operator does; returns the exit code. */
  readonly stop: () => Promise<number | null>
}

const printed = /─{72}\nEmail to (\S+), printed[^\n]*\nSubject: ([^\n]*)\n\n([\s\S]*?)─{72}\n/g
const Line = z.object({ event: z.literal('request'), route: z.string(), status: z.number() })

/** Starts the program in the folder; resolves when it listens. */
export async function startInstalled(folder: string): Promise<Installed> {
  const child: ChildProcess = spawn(join(folder, 'node_modules/.bin/airlock'), ['start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { ended, kill, stop } = endOf(child)
  let output = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const look of waiting) look()
    })
  const until = <Result>(find: () => Result | undefined): Promise<Result> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`The service ended:\n${output}`)))
    })
  const taken = new Map<string, number>()
  const letters = () =>
    [...output.matchAll(printed)].map(([, to = '', subject = '', text = '']): PrintedLetter => ({ to, subject, text }))
  await until(() => (output.includes('"event":"started"') ? true : undefined))
  return {
    async nextLetter(to) {
      const seen = taken.get(to) ?? 0
      taken.set(to, seen + 1)
      return until(() => letters().filter((letter) => letter.to === to)[seen])
    },
    answered: () =>
      output.split('\n').flatMap((text) => {
        const line = Line.safeParse(jsonOf(text))
        return line.success ? [`${line.data.route} ${line.data.status}`] : []
      }),
    kill,
    stop,
  }
}

/** The end of a process: its exit code, and the two ways to bring it about. */
export function endOf(child: ChildProcess) {
  const ended = once(child, 'exit').then(([code]: (number | string | null)[]) =>
    typeof code === 'number' ? code : null,
  )
  return {
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The value of a line of JSON; nothing for other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

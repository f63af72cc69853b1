/** Child processes of a test: each prints JSON values, one per line. The test that starts one must end it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Child = {
  /** The values printed so far. */
  readonly said: unknown[]
  /** Resolves when the printed values are enough; rejects if the process ends before. */
  readonly until: (isEnough: (said: readonly unknown[]) => boolean) => Promise<void>
  readonly tell: () => void
  readonly kill: (signal?: 'SIGKILL' | 'SIGTERM') => void
  /** How it ended. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly errors: string
  }>
}

/** `shell`: a shell command to run first, such as `ulimit`. */
export function startChild(file: string, args: readonly string[], { shell }: { readonly shell?: string } = {}): Child {
  const command = [process.execPath, file, ...args]
  const child: ChildProcessWithoutNullStreams =
    shell === undefined
      ? spawn(command[0] ?? '', command.slice(1))
      : spawn('bash', ['-c', `${shell}; exec "$@"`, 'bash', ...command])
  const said: unknown[] = []
  let errors = ''
  const checks = new Set<() => void>()
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    said.push(JSON.parse(line))
    for (const check of checks) check()
  })
  const closed = once(lines, 'close')
  const ended = once(child, 'close').then(async ([code, signal]: (number | NodeJS.Signals | null)[]) => {
    await closed
    return {
      code: typeof code === 'number' ? code : null,
      signal: typeof signal === 'string' ? signal : null,
      errors,
    }
  })
  return {
    said,
    ended,
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!isEnough(said)) return
          checks.delete(check)
          resolve()
        }
        checks.add(check)
        check()
        void ended.then(() => reject(new Error(`The process ended too early: ${errors}`)))
      }),
    tell: () => child.stdin.write('\n'),
    kill: (signal = 'SIGKILL') => child.kill(signal),
  }
}

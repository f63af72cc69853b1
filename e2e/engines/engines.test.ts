/** What the engines are started with: nothing outlives the process that has started it, even one that is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { startProcess } from './engines.ts'

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Says its number and that of a process that it has started, and runs on. */
const tree = ['-c', 'sleep 60 & echo $$ $!; wait']

/** As text, because it runs in a process of its own. */
const parent = (signal: string) => `
import { startProcess } from '${import.meta.dirname}/engines.ts'
startProcess('sh', ${JSON.stringify(tree)}, {}, console.log, '${signal}')`

test.each(['SIGKILL', 'SIGTERM'])(
  'a process that is killed takes with it what it has started, by %s',
  async (signal) => {
    const killed = spawn('node_modules/.bin/tsx', ['--input-type=module', '--eval', parent(signal)], { detached: true })
    const line: unknown[] = await once(createInterface({ input: killed.stdout }), 'line')
    const started = String(line[0]).split(' ').map(Number)
    expect(started.map(isRunning)).toEqual([true, true])
    process.kill(-(killed.pid ?? 0), 'SIGKILL')
    await vi.waitFor(() => expect(started.map(isRunning)).toEqual([false, false]), 5_000)
  },
)

test('a process that ends by itself leaves nothing behind, and its code is its own', async () => {
  const { child } = startProcess('sh', ['-c', 'exit 3'], {}, () => undefined)
  expect((await once(child, 'close'))[0]).toBe(3)
  expect(isRunning(-(child.pid ?? 0))).toBe(false)
})

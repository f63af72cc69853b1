/** Runs scripts of installed packages in a copy of the repository. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')
const packages = join(root, 'node_modules')

/** @param script path in `node_modules` @throws {Error} with the end of what the script printed */
export type Run = (script: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<void>

export const runIn =
  (folder: string): Run =>
  (script, args, env = {}) =>
    new Promise((done, fail) => {
      const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
      execFile(process.execPath, [join(packages, script), ...args], options, (error, stdout, stderr) => {
        if (error) fail(new Error(`${script}: ${(stderr || stdout).slice(-2000)}`, { cause: error }))
        else done()
      })
    })

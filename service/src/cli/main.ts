#!/usr/bin/env node
/** `airlock …`, the program of an installation. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCli } from './run.ts'

const at = (path: string) => resolve(import.meta.dirname, path)
/** In the package, or in this repository after `npm run build`. */
const built = [at('../built'), at('../../../dist')].find((folder) => existsSync(folder)) ?? at('../built')

try {
  process.exitCode = await runCli({
    args: process.argv.slice(2),
    env: process.env,
    print: (line) => console.log(line),
    built,
    isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

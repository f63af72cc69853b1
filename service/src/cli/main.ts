/** `npm run store -- …` */
import { runCli } from './run.ts'

try {
  await runCli({ args: process.argv.slice(2), env: process.env, print: console.log })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

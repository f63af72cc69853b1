/** Starts the wallet service, or with `--role recovery` the recovery role. */
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { readRoleConfig } from './config.ts'
import { roles, startRole } from './role.ts'

try {
  const { values } = parseArgs({ options: { role: { type: 'string', default: 'wallet' } } })
  const role = z.enum(roles).safeParse(values.role)
  if (!role.success) throw new Error(`--role is one of: ${roles.join(', ')}`)
  const running = await startRole(readRoleConfig(role.data, process.env))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void running.stop()
    })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

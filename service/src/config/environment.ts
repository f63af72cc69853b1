/** Environment variables that override keys of the config file: container settings, and URLs that contain a password. */
import * as z from 'zod/mini'

type Env = Readonly<Record<string, string | undefined>>

export const variables: Readonly<Record<string, string>> = {
  AIRLOCK_ADDRESS: 'listen.address',
  AIRLOCK_PORT: 'listen.port',
  AIRLOCK_PROXIES: 'proxies',
  AIRLOCK_SMTP_URL: 'smtpUrl',
  AIRLOCK_ACCOUNTS_DATABASE: 'accounts.database',
  AIRLOCK_RECOVERY_DATABASE: 'recovery.database',
  AIRLOCK_GATEWAY_DATABASE: 'gateway.database',
}
const numbers: ReadonlySet<string> = new Set(['listen.port', 'proxies'])

const isSet = (env: Env, name: string) => (env[name] ?? '') !== ''

/** The variable that set the key. */
export const variableOf = (env: Env, key: string): string | undefined =>
  Object.keys(variables).find((name) => variables[name] === key && isSet(env, name))

const Tree = z.record(z.string(), z.unknown())

/** Merges the variables into the file's content. A variable of a role that the file does not have is ignored. */
export function withEnvironment(content: unknown, env: Env): unknown {
  const file = Tree.safeParse(content)
  if (!file.success) return content
  const merged: Record<string, unknown> = { ...file.data }
  for (const [name, key] of Object.entries(variables)) {
    if (!isSet(env, name)) continue
    const text = env[name] ?? ''
    const value = numbers.has(key) && /^\d+$/.test(text) ? Number(text) : text
    const [first = '', second] = key.split('.')
    const within = Tree.safeParse(merged[first])
    if (second === undefined) merged[first] = value
    else if (within.success) merged[first] = { ...within.data, [second]: value }
  }
  return merged
}

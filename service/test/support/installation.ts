/** The files of an installation in a temporary folder. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createSecretFile } from '../../src/crypto/secret.ts'
import { production } from '../records.ts'

/** A public installation of every role, for one operator. */
const stored = (name: string) => ({
  url: `https://${name}.example`,
  database: `${name}.db`,
  kekFile: `${name}.kek`,
  pepperFile: `${name}.pepper`,
  mailFrom: 'Airlock <wallet@example.org>',
})
export const publicConfig = {
  listen: { port: 5180 },
  proxies: 1,
  projects: 'projects.json',
  smtpUrlFile: 'smtp-url',
  modal: { url: 'https://modal.example' },
  wallet: { url: 'https://wallet.example' },
  listing: { url: 'https://api.example' },
  accounts: { ...stored('accounts'), recovery: 'operator' },
  recovery: stored('recovery'),
} as const

export type Installation = {
  readonly folder: string
  readonly at: (path: string) => string
  /** Writes the config file and returns its path. */
  readonly write: (config: unknown) => string
  readonly writeProjects: (records: readonly ProjectRecord[]) => void
  readonly remove: () => void
}

export function createInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-installation-'))
  const at = (path: string) => join(folder, path)
  for (const role of ['accounts', 'recovery'])
    for (const kind of ['kek', 'pepper'])
      if (!existsSync(at(`${role}.${kind}`))) createSecretFile(at(`${role}.${kind}`))
  writeFileSync(at('smtp-url'), 'smtp://user:tell-nobody@mail.example:587\n', { mode: 0o600 })
  const writeProjects = (records: readonly ProjectRecord[]) =>
    writeFileSync(at('projects.json'), JSON.stringify(records))
  writeProjects([production])
  return {
    folder,
    at,
    writeProjects,
    write(config) {
      const file = at('airlock.config.json')
      writeFileSync(file, JSON.stringify(config))
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

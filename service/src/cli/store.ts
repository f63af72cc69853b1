/** Operator commands for the wallet service's store. */
import { resolve } from 'node:path'
import { readConfig } from '../config/read.ts'
import { createKek } from '../crypto/kek.ts'
import { createSecretFile, readSecretFile } from '../crypto/secret.ts'
import { verifyAudit } from '../store/audit-chain.ts'
import type { AuditHead } from '../store/contract/audit.ts'
import { backup } from '../store/maintenance/backup.ts'
import { type CheckReport, checkStore } from '../store/maintenance/check.ts'
import { changeDataKeys, changeKek } from '../store/maintenance/keys.ts'
import { restore } from '../store/maintenance/restore.ts'
import { openStore } from '../store/open.ts'
import { openSecrets, type StoreAccess } from '../store/secrets.ts'
import { type Cli, configName } from './cli.ts'
import { readOptions } from './options.ts'

const usage = `airlock <command> [--config <file>] [--role accounts|recovery]

  keys create <file>            a new secret, for a kekFile or a pepperFile
  keys rotate --kek <file>      wraps the data keys with the KEK in <file>
  keys rotate --data            new data keys, and everything sealed under them
  backup <file>                 a copy of the running store (SQLite)
  restore <file> [--head H]     checks a backup and puts it in place (SQLite)
  restore --check [<file>]      only checks a backup, or the store itself
  audit head                    prints the head of the audit log, to be kept elsewhere
  audit verify [--head H]       checks the audit log, and that the head H is on it

  --config   the config file, ${configName} unless given
  --role     whose database: accounts (unless given) or recovery`

function readHead(text: string): AuditHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (hash === undefined) throw new Error('--head: a head is <number>:<64 hex digits>, as `audit head` prints it')
  return { seq: Number(seq), hash }
}

const headText = ({ seq, hash }: AuditHead) => `${seq}:${hash}`

/** @throws {Error} whose message is meant for the operator. */
export async function store(cli: Cli): Promise<number> {
  const { print, env, args } = cli
  const parsed = readOptions(cli, usage, {
    config: { type: 'string', default: configName },
    role: { type: 'string', default: 'accounts' },
    kek: { type: 'string' },
    data: { type: 'boolean' },
    check: { type: 'boolean' },
    head: { type: 'string' },
  })
  if (!parsed) return 0
  const { values: options, positionals: rest } = parsed
  const head = options.head === undefined ? undefined : readHead(options.head)
  const access = (): StoreAccess => {
    const { role } = options
    if (role !== 'accounts' && role !== 'recovery') throw new Error('--role is accounts or recovery')
    const place = readConfig(options.config, env)[role]
    if (!place) throw new Error(`${options.config} has no ${role}`)
    return openSecrets(place)
  }

  const commands: Readonly<Record<string, () => Promise<void>>> = {
    async keys() {
      const [verb, file] = rest
      if (verb === 'create' && file !== undefined) {
        createSecretFile(file)
        print(`${file} holds a new secret. Keep a copy of it away from the backups of the database.`)
      } else if (verb === 'rotate' && options.kek !== undefined) {
        const { place, kek } = access()
        const { rewrapped } = await changeKek(place, kek, createKek(readSecretFile('--kek', options.kek)))
        print(
          `${rewrapped} data keys are wrapped by the new KEK. Set ${options.role}.kekFile to it and start the service anew.`,
        )
      } else if (verb === 'rotate' && options.data) {
        const { place, kek } = access()
        const { resealed } = await changeDataKeys(place, kek)
        print(`${resealed} values are sealed under new data keys.`)
      } else throw new Error(usage)
    },

    async backup() {
      const [file] = rest
      if (file === undefined) throw new Error(usage)
      const { place } = access()
      await backup(place, resolve(file))
      print(`${file} holds the store. Without the KEK nobody can open it, you included.`)
    },

    async restore() {
      const [file] = rest
      const { place, kek } = access()
      const from = file === undefined ? place : { file: resolve(file) }
      if (options.check) report(await checkStore(from, kek, head))
      else if ('file' in from && file !== undefined) report(await restore(from.file, place, kek, head))
      else throw new Error(usage)
    },

    async audit() {
      const { place, kek } = access()
      const store = await openStore({ place, kek })
      try {
        if (rest[0] === 'head') print(headText(await store.audit.head()))
        else if (rest[0] === 'verify') {
          const verdict = await verifyAudit(store.audit, head)
          if (!verdict.isIntact) throw new Error(`Audit row ${verdict.seq}: ${verdict.why}`)
          print(`The audit log is whole up to ${headText(verdict.head)}`)
        } else throw new Error(usage)
      } finally {
        await store.close()
      }
    },
  }

  await commands[args[0] ?? '']?.()
  return 0

  function report({ sealedValues, activeWallets, liveShareSets, auditHead, problems }: CheckReport): void {
    const counts = `${sealedValues} sealed values, ${activeWallets} wallets, ${liveShareSets} share sets`
    print(`${counts}, audit ${headText(auditHead)}`)
    if (problems.length > 0) throw new Error([...problems, `${problems.length} problem(s)`].join('\n'))
    print('Everything opens and fits together.')
  }
}

/**
 * The wallet service and the recovery role of the local world, as deployed: each with its own database and secrets, created at the start in
 * a temporary folder. Either one operator runs both (custody level L0), or only the user can restore a wallet, and the recovery role keeps
 * nothing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { backup } from '@airlock/service/store/maintenance/backup.ts'
import { restore } from '@airlock/service/store/maintenance/restore.ts'
import { realOutside } from '@airlock/service/wallet/outside.ts'
import { createRole, type Role, type RoleConfig } from '@airlock/service/wallet/role.ts'
import { type Breakable, breakable } from './breakable.ts'

export type WorldAccounts = {
  readonly wallet: Breakable
  readonly recovery: Breakable
  /** Logs of both roles. */
  readonly logs: () => readonly string[]
  /** The clock of both roles goes ahead, so that sessions and emails grow old. There is no way back. */
  readonly later: (ms: number) => void
  /** Backs up the wallet service's data. The returned function restores the backup, as an operator does after a loss. */
  readonly backUp: () => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}

/** All requests come from one machine here, and a user who tries the demo signs in often. The wait between two emails stays. */
const limits = {
  mailsToAddressPerHour: 1000,
  mailsToAddressPerDay: 1000,
  mailsFromNetworkPerHour: 100_000,
  mailsFromWideNetworkPerHour: 100_000,
  callsFromNetworkPerMinute: 100_000,
  mailsOfProjectPerHour: 100_000,
  codesFromNetworkPerMinute: 100_000,
  approvalsFromNetworkPerMinute: 100_000,
  escrowsFromNetworkPerHour: 100_000,
  socialsFromNetworkPerMinute: 100_000,
  socialsFromWideNetworkPerHour: 100_000,
  recoveriesOfUserPerHour: 1000,
} as const

/** The setting `AIRLOCK_RECOVERY`. */
export type RecoveryChoice = 'operator' | 'person'

export async function startAccounts(options: {
  readonly walletUrl: string
  readonly recoveryUrl: string
  readonly smtpUrl: string
  readonly records: readonly ProjectRecord[]
  readonly choice?: RecoveryChoice | undefined
  /** Social logins of the wallet service. */
  readonly socials?: RoleConfig['socials']
  readonly farcaster?: RoleConfig['farcaster']
  /** Unix ms. Default: the real clock. */
  readonly now?: () => number
}): Promise<WorldAccounts> {
  const { walletUrl, recoveryUrl, smtpUrl, records, choice = 'operator', socials = [], farcaster } = options
  let aheadMs = 0
  const { now = realOutside.now } = options
  const outside = { ...realOutside, now: () => now() + aheadMs }
  const folder = mkdtempSync(join(tmpdir(), 'airlock-accounts-'))
  const lines: string[] = []
  const createStore = (role: RoleConfig['role']) => ({
    place: { file: join(folder, `${role}.db`) },
    kek: createKek(randomBytes(32)),
    lookup: createLookup(randomBytes(32)),
  })
  const start = (
    role: RoleConfig['role'],
    publicUrl: string,
    recovery: RoleConfig['recovery'],
    store = createStore(role),
  ) => {
    const config: RoleConfig = {
      role,
      publicUrl,
      projects: parseProjects(records),
      store,
      mail: { url: smtpUrl, from: `Airlock <${role}@airlock.localhost>` },
      proxies: 0,
      limits,
      ...(role === 'wallet' && { socials, farcaster }),
      recovery,
    }
    return breakable((): Promise<Role> => createRole(config, { outside, write: (line) => lines.push(line) }))
  }
  const walletStore = createStore('wallet')
  const walletRecovery: RoleConfig['recovery'] = {
    recoveryUrl: choice === 'person' ? undefined : recoveryUrl,
    isRecoveryApart: false,
    recoveryKinds: choice === 'person' ? ['passkey', 'password'] : ['escrow', 'passkey', 'password'],
  }
  const wallet = await start('wallet', walletUrl, walletRecovery, walletStore)
  const recovery = await start('recovery', recoveryUrl, {
    recoveryUrl: undefined,
    isRecoveryApart: false,
    recoveryKinds: [],
  }).catch(async (error: unknown) => {
    await wallet.close()
    throw error
  })
  return {
    wallet,
    recovery,
    logs: () => lines,
    later: (ms) => {
      aheadMs += ms
    },
    async backUp() {
      const { place, kek } = walletStore
      const copy = join(folder, `backup-${randomUUID()}.db`)
      await backup(place, copy)
      return async () => {
        await wallet.close()
        for (const end of ['', '-wal', '-shm']) rmSync(place.file + end, { force: true })
        const { problems } = await restore(copy, place, kek)
        if (problems.length > 0) throw new Error(`The backup is damaged: ${JSON.stringify(problems)}`)
        await wallet.restart()
      }
    },
    async stop() {
      await Promise.all([wallet.close(), recovery.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

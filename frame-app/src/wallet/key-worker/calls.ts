/** The methods of the Key Worker: wiring only. Each calls functions of other files and returns an answer in the form of `surface.ts`. */
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf, KeyWorkerCalls } from '../key-link/surface.ts'
import { type Candidates, createCandidates, putAway, signActivation, wipeCandidate } from './candidates.ts'
import { fromText, toText } from './encoding.ts'
import { type ExportParts, exportSecret, withTicket } from './export.ts'
import { wipe, withSecrets } from './keys/bytes.ts'
import { thumbprint } from './keys/device.ts'
import { type HashCost, stretchPassword } from './keys/password.ts'
import { openTypedKit } from './kit/typed-kit.ts'
import { createOpening, type Opening } from './opening.ts'
import { createProver } from './prover.ts'
import { createRecipients } from './recipients.ts'
import { createSession, type OpenWallet } from './session.ts'
import { signRequest } from './signing/sign.ts'
import { signSweep } from './signing/sweep.ts'
import type { Vault } from './vault.ts'
import { warmUp } from './warm-up.ts'

export interface CallOptions {
  readonly idleMs: number
  /** Of passwords. */
  readonly cost: HashCost
}

interface Parts extends ExportParts {
  readonly candidates: Candidates
  readonly opening: Opening
  readonly open: (wallet: Omit<OpenWallet, 'addresses'>) => AnswerOf<'unlock'>
}

export function createCalls(vault: Vault, { idleMs, cost }: CallOptions): KeyWorkerCalls {
  const recipients = createRecipients()
  const candidates = createCandidates(vault, recipients)
  const session = createSession(idleMs)
  const prove = createProver(vault)
  const opening = createOpening(vault, recipients, cost)
  const open: Parts['open'] = (wallet) => ({ addresses: session.open(wallet).addresses })
  const parts = { vault, recipients, candidates, opening, session, cost, open }
  const shut = () => {
    candidates.drop()
    session.lock()
  }
  return {
    ...createCandidateCalls(parts),
    ...createOpeningCalls(parts),
    ...createRecoveryCalls(parts),
    ...createSecretCalls(parts),
    async device() {
      const { jwk } = await vault.deviceKeys()
      return { jwk, thumbprint: await thumbprint(jwk) }
    },
    async prove(request) {
      return { proof: await prove(request) }
    },
    async known({ userId }) {
      const pin = await vault.pin(userId)
      const records = await vault.setsOf(userId)
      const sets = records.map(({ setId, walletId, keyVersion, state, purpose, keptSecret }) => {
        return { setId, walletId, keyVersion, state, purpose, keepsSecret: keptSecret !== undefined }
      })
      const active = records.find(({ state }) => state === 'ACTIVE')
      return {
        ...(pin && { pin }),
        sets,
        unlocked: session.userId() === userId,
        passkeys: active?.passkeys.map(({ credentialId }) => credentialId) ?? [],
        hasRecoverySecret: session.userId() === userId && session.hasRecoverySecret(),
        former: active?.lineage?.former === undefined ? undefined : active.lineage.predecessors.at(-1)?.addresses,
      }
    },
    async recipient() {
      // Runs while the service is asked for the share.
      void warmUp()
      return { recipient: await recipients.create() }
    },
    async lock() {
      shut()
      return {}
    },
    async renew() {
      shut()
      await vault.renew()
      return {}
    },
    async forget() {
      shut()
      await vault.erase()
      return {}
    },
  }
}

/** New share sets, and sets that the service has to activate again. */
function createCandidateCalls({ vault, candidates, opening, open }: Parts) {
  return {
    async create(request) {
      // A user who has seen a wallet here never gets another one, whatever the service says.
      if (await vault.pin(request.userId)) throw new KeyWorkerError('WRONG_WALLET')
      return candidates.create(request)
    },
    async revive({ userId, stored, nonce }) {
      const { record, keys, recoverySecret } = await opening.withService({ userId, stored })
      const { walletId, keyVersion, setId, state, ciphertext, recoverySealed } = record
      try {
        // It was verified when it was activated here; the service must still have the same data.
        const isSame =
          state === 'ACTIVE' &&
          stored.ciphertext === toText(ciphertext) &&
          stored.recoverySealed === toText(recoverySealed)
        if (!isSame) throw new KeyWorkerError('NOT_PROVEN')
        return { signature: signActivation(keys, { purpose: 'wallet', walletId, keyVersion, setId, nonce }) }
      } finally {
        wipe(keys.eip155, keys.solana, recoverySecret)
      }
    },
    restore: async (request) => candidates.restore(await opening.alone(request)),
    async enrol(request) {
      const opened = await opening.fromOthers(request)
      return { ...opened.identity, shareSet: await candidates.split({ userId: request.userId, ...opened }) }
    },
    confirm: (request) => candidates.confirm(request),
    async activated({ userId, setId }) {
      const candidate = candidates.take(userId, setId)
      try {
        const record = await vault.set(setId)
        if (!record) throw new KeyWorkerError('NO_WALLET')
        await vault.settle(record)
        const { keys, recoverySecret, halves } = candidate
        wipe(...halves.values())
        return open({ userId, walletId: record.walletId, keys, recoverySecret })
      } catch (error) {
        wipeCandidate(candidate)
        throw error
      }
    },
  } satisfies Partial<KeyWorkerCalls>
}

function createOpeningCalls({ vault, opening, open }: Parts) {
  return {
    async unlock(request) {
      const { record, keys, recoverySecret } = await opening.withService(request)
      return withSecrets(async ({ keep }) => {
        keep(recoverySecret, keys.eip155, keys.solana)
        await vault.settle(record)
        const { userId, walletId } = record
        return open({ userId, walletId, keys, recoverySecret })
      })
    },
    async unlockAlone(request) {
      const { record, key, keys, recoverySecret } = await opening.alone(request)
      wipe(key, recoverySecret)
      const { userId, walletId } = record
      return open({ userId, walletId, keys })
    },
    async recall(request) {
      const { identity, key, keys, recoverySecret } = await opening.fromOthers(request)
      wipe(key)
      return open({ userId: request.userId, walletId: identity.walletId, keys, recoverySecret })
    },
  } satisfies Partial<KeyWorkerCalls>
}

/** What opens the recovery secret. */
function createRecoveryCalls({ vault, session, cost }: Parts) {
  return {
    async dropPasskey({ userId, credentialId }) {
      await vault.dropPasskey(userId, credentialId)
      return {}
    },
    async addPasskey({ userId, passkey }) {
      const { walletId, addresses, recoverySecret, userId: owner } = session.use()
      if (owner !== userId || !recoverySecret) throw new KeyWorkerError('NO_RECOVERY')
      const way = { kind: 'passkey', passkey } as const
      const { method, passkey: copy } = await putAway(recoverySecret, { walletId, addresses }, way)
      if (!copy || !(await vault.addPasskey(userId, copy))) throw new KeyWorkerError('NO_WALLET')
      return { method }
    },
    async provePassword({ salt, password }) {
      const { access } = await stretchPassword(password, fromText(salt), cost)
      try {
        return { access: toText(access) }
      } finally {
        wipe(access)
      }
    },
    async checkKit({ walletId, kit }) {
      const { secret, of } = await openTypedKit(kit, cost)
      wipe(secret)
      if (of.walletId !== walletId) throw new KeyWorkerError('WRONG_WALLET')
      return {}
    },
  } satisfies Partial<KeyWorkerCalls>
}

/** What the open wallet signs and gives out, and the wallet that it replaced. */
function createSecretCalls(parts: Parts) {
  const { vault, candidates, opening, session } = parts
  return {
    async sign({ request }) {
      return { signed: signRequest(session.use(), request) }
    },
    export: (request) => exportSecret(parts, request),
    async rotate({ userId, ticket, recovery }) {
      if (ticket.what !== 'rotation') throw new KeyWorkerError('NO_TICKET')
      return withTicket(parts, { userId, ticket }, (opened) => candidates.create({ userId, recovery }, opened))
    },
    async openFormer(request) {
      const { userId, addresses } = session.use()
      if (userId !== request.userId) throw new KeyWorkerError('LOCKED')
      session.keepFormer(await opening.former(request))
      return { addresses }
    },
    async sweep({ request }) {
      return { signed: signSweep(session.use(), request) }
    },
    async dropFormer({ userId }) {
      await vault.dropFormer(userId)
      return {}
    },
  } satisfies Partial<KeyWorkerCalls>
}

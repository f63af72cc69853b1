/**
 * Export of the open wallet's secrets, and its recovery kit. The ticket is this device's authentication share, which the service seals for one export: with the
 * device's own share it opens the entropy. The Worker keeps neither, so without an answer of the service there is no secret text.
 */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { exportPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import { base58 } from '@scure/base'
import { bytesToHex } from 'viem/utils'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf, RequestOf } from '../key-link/surface.ts'
import { unsealed } from './encoding.ts'
import { addressesOf, isSameAddresses, leafKeysOf, solanaSecretKeyOf } from './keys/accounts.ts'
import { type Bytes, type Noted, withSecrets } from './keys/bytes.ts'
import { unwrapShare } from './keys/device.ts'
import { wordsOf } from './keys/mnemonic.ts'
import type { HashCost } from './keys/password.ts'
import { unwrapWithKey } from './keys/recovery.ts'
import { openSealed } from './keys/sealing.ts'
import { joinShares } from './keys/shares.ts'
import { openEntropy } from './keys/wallet-key.ts'
import { makeKit } from './kit/kit.ts'
import { makePassword } from './kit/password.ts'
import type { Replaced } from './lineage.ts'
import type { Recipients } from './recipients.ts'
import type { OpenWallet, Session } from './session.ts'
import type { Vault } from './vault.ts'

export interface ExportParts {
  readonly vault: Vault
  readonly recipients: Recipients
  readonly session: Session
  readonly cost: HashCost
}

/** @throws {KeyWorkerError} LOCKED, NO_TICKET, NO_RECOVERY, WRONG_SHARES, WRONG_WALLET. */
export const exportSecret = (parts: ExportParts, request: RequestOf<'export'>): Promise<AnswerOf<'export'>> =>
  withTicket(parts, request, async ({ record, open, key, entropy, keys }, { passing }) => {
    const { walletId, keyVersion, addresses, ciphertext } = record
    const { what } = request.ticket
    switch (what) {
      case 'words':
        return { secret: wordsOf(entropy) }
      case 'eip155':
        return { secret: bytesToHex(keys.eip155) }
      case 'solana':
        return { secret: base58.encode(passing(solanaSecretKeyOf(keys))) }
      case 'kit':
      case 'password': {
        const identity = { walletId, keyVersion }
        // A copy: the wallet may be locked meanwhile, which wipes the session's own.
        const inSession = open.recoverySecret && passing(open.recoverySecret.slice())
        const recoverySecret =
          inSession ?? (record.keptSecret && passing(await unwrapWithKey(record.keptSecret, key, identity)))
        if (!recoverySecret) throw new KeyWorkerError('NO_RECOVERY')
        return what === 'kit'
          ? makeKit({ identity, addresses, ciphertext, key, recoverySecret }, parts.cost)
          : makePassword(recoverySecret, { walletId, addresses }, parts.cost)
      }
      case 'rotation':
        throw new KeyWorkerError('NO_TICKET')
    }
  })

interface Opened extends Replaced {
  readonly open: OpenWallet
  readonly key: Bytes
}

/**
 * What a ticket opens, for the time of the work.
 * @throws {KeyWorkerError} LOCKED, NO_TICKET, WRONG_SHARES, WRONG_WALLET.
 */
export async function withTicket<T>(
  { vault, recipients, session }: ExportParts,
  { userId, ticket }: Pick<RequestOf<'export'>, 'userId' | 'ticket'>,
  work: (opened: Opened, noted: Noted) => Promise<T>,
): Promise<T> {
  const open = session.use()
  const record = await vault.set(ticket.setId)
  const isMine =
    open.userId === userId &&
    record?.userId === userId &&
    record.state === 'ACTIVE' &&
    record.walletId === open.walletId &&
    record.walletId === ticket.walletId &&
    record.keyVersion === ticket.keyVersion
  if (!isMine) throw new KeyWorkerError('NO_TICKET')
  const { walletId, keyVersion, setId, addresses, ciphertext } = record
  const purpose = {
    info: sealingInfo.exportTicket,
    place: exportPlaceText({ walletId, setId, keyVersion }, ticket.what),
  }
  return withSecrets(async (noted) => {
    const { passing } = noted
    const auth = passing(
      await recipients
        .openOnce(
          (own) => openSealed(own, unsealed(ticket.sealedTicket), purpose),
          serviceLimits.exportTicketLifetime * 1000,
        )
        .catch((cause: unknown) => {
          throw new KeyWorkerError('NO_TICKET', { cause })
        }),
    )
    const device = passing(await unwrapShare(await vault.deviceKeys(), record.deviceShare, record))
    const key = passing(await joinShares(device, auth))
    const entropy = passing(await openEntropy(key, ciphertext, { walletId, keyVersion }))
    const keys = await leafKeysOf(entropy)
    passing(keys.eip155, keys.solana)
    if (!isSameAddresses(addressesOf(keys), addresses)) throw new KeyWorkerError('WRONG_WALLET')
    return work({ record, open, key, entropy, keys }, noted)
  })
}

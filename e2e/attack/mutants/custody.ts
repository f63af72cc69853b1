/** Mutants for keys, shares and recovery of the embedded wallet. */
import { type Mutant, weaken } from './mutant.ts'

const keys = 'frame-app/src/wallet/key-worker/keys'

export const custody: readonly Mutant[] = [
  weaken(
    'C68',
    'a recovery share needs the public recovery key alone',
    `${keys}/sealing.ts`,
    `...(psk && { psk: { id: utf8('airlock/psk/1'), key: psk } })`,
    '...(psk && {})',
  ),
  weaken(
    'C68',
    'a recovery share is bound to its set alone',
    `${keys}/recovery-share.ts`,
    `[sharePlaceText(place), addressesText(addresses), hash].join('|')`,
    `sharePlaceText(place) + (hash === addressesText(addresses) ? '|' : '')`,
  ),
  weaken(
    'C68',
    'the copy of a passkey is bound to no addresses',
    `${keys}/recovery.ts`,
    '{addressesText(addresses)}',
    '{addresses.eip155.length}',
  ),
  weaken(
    'C81',
    'secrets meant to be kept are not wiped after a failure',
    `${keys}/bytes.ts`,
    '    wipe(...kept)',
    '    void kept',
    'enrol, by escrow',
  ),
  weaken(
    'C81',
    'temporary secrets are not wiped after a failure',
    `${keys}/bytes.ts`,
    '    wipe(...passing)',
    '    void passing',
    'confirm',
  ),
  weaken(
    'C81',
    'a removed candidate is not wiped if it cannot be settled',
    'frame-app/src/wallet/key-worker/calls.ts',
    '        wipeCandidate(candidate)\n',
    '',
    'activated',
  ),
  weaken(
    'C68',
    'any device may deposit a half for any mailbox',
    'service/src/store/sql/repositories/escrows.ts',
    "if (!isHolder && !isAgreed) return 'HELD'",
    '',
    'to the user’s halves',
  ),
  weaken(
    'C68',
    'a half of another device is released after the mailbox approved this one',
    'service/src/store/sql/repositories/escrows.ts',
    'return row.deviceHash === (await holderOf(scope, addressHash)) ? toEscrow(scope, row) : undefined',
    'return toEscrow(scope, row)',
    'gains nothing by being first',
  ),
  weaken(
    'C68',
    'the check of another mailbox counts',
    'service/src/wallet/recovery/checks.ts',
    '(await requireApproved(checkId, from)) === addressHash',
    "(await requireApproved(checkId, from)) !== ''",
    'gains nothing by being first',
  ),
  weaken(
    'C86',
    'devices are counted when they enrol alone',
    'service/src/store/sql/repositories/share-sets.ts',
    "if (others.devices >= max) return 'TOO_MANY'",
    '',
  ),
  weaken(
    'C87',
    'the id of a wallet counts in all accounts',
    'service/src/store/sql/repositories/wallets.ts',
    `
    .where('userId', '=', userId)
    .where('name', '=', name)`,
    `
    .where('name', '=', name)`,
  ),
  weaken(
    'C88',
    'the recovery of a candidate goes with it',
    'service/src/store/sql/repositories/wallets.ts',
    "filter(({ kind }) => kind === 'escrow')",
    'slice(0, 0)',
    'a candidate returns the activation challenge',
  ),
  weaken(
    'C88',
    'a device does not complete a candidate of the service',
    'frame-app/src/wallet/custody/steps.ts',
    "{ at: 'reviving', walletId: local.pin.walletId }",
    "{ at: 'restoring' }",
    'with the recovery that it was made with',
  ),
  weaken(
    'C88',
    'a failed repeated storing is not reported',
    'frame-app/src/wallet/login/account.ts',
    "if (troubleOf(error) === 'otherWallet')",
    "if (lastTrouble !== 'notStored')",
    'where somebody is faster',
  ),
  weaken(
    'C88',
    'a device signs for a candidate that is not what it has proven',
    'frame-app/src/wallet/key-worker/calls.ts',
    'stored.recoverySealed === toText(recoverySealed)',
    "stored.recoverySealed !== ''",
    'a repeated activation',
  ),
]

/** Weakenings. Keys, shares and recovery of the embedded wallet. */
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
    'secrets that were to be kept stay where the work fails',
    `${keys}/bytes.ts`,
    '    wipe(...kept)',
    '    void kept',
    'enrol, by escrow',
  ),
  weaken(
    'C81',
    'secrets in passing stay where the work fails',
    `${keys}/bytes.ts`,
    '    wipe(...passing)',
    '    void passing',
    'confirm',
  ),
  weaken(
    'C81',
    'a candidate that was taken stays where it cannot be settled',
    'frame-app/src/wallet/key-worker/calls.ts',
    '        wipeCandidate(candidate)\n',
    '',
    'activated',
  ),
]

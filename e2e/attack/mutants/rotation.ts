/** Mutants for the replacement of a wallet's key. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const worker = 'frame-app/src/wallet/key-worker'
const domain = 'service/src/wallet/domain'

export const rotationMutants: readonly Mutant[] = [
  weakenUnit(
    'C316',
    'the new wallet is stored here without the old key',
    `${worker}/candidates.ts`,
    '...(lineage && { lineage }), state:',
    'state:',
  ),
  weaken(
    'C316',
    'unlocking the old wallet deletes the candidate of the new one',
    `${worker}/vault.ts`,
    'if (setId !== set.setId && keyVersion <= set.keyVersion)',
    'if (setId !== set.setId && keyVersion > 0)',
    'another tab that unlocks',
  ),
  weakenUnit(
    'C317',
    'any signature makes a successor',
    `${worker}/lineage.ts`,
    '=== replaced.addresses.eip155',
    "!== ''",
  ),
  weakenUnit(
    'C317',
    'the service asks for no signature',
    `${domain}/replacements.ts`,
    'if (!isSigned) throw',
    'if (isSigned === undefined) throw',
  ),
  weakenUnit(
    'C318',
    'an older key of the same account is another wallet like any',
    `${worker}/opening.ts`,
    "if (offered.keyVersion < pin.keyVersion) throw new KeyWorkerError('STALE_KEY_VERSION')",
    '',
  ),
  weakenUnit(
    'C318',
    'a replaced wallet can be changed',
    `${domain}/wallets.ts`,
    "if (wallet.replacedAt !== undefined) throw new Refusal('WALLET_UNKNOWN')",
    '',
  ),
  weakenUnit(
    'C319',
    'any ticket replaces the key',
    `${worker}/calls.ts`,
    "if (ticket.what !== 'rotation') throw new KeyWorkerError('NO_TICKET')",
    '',
  ),
  weakenUnit(
    'C319',
    'an old login replaces the key',
    `${domain}/replacements.ts`,
    '      requireFreshLogin(who.live, now)\n',
    '',
  ),
  weakenUnit(
    'C320',
    'a token goes to whom the request names first',
    `${worker}/signing/sweep.ts`,
    "['0xa9059cbb', to, amount]",
    "['0xa9059cbb', token, amount]",
  ),
  weakenUnit(
    'C320',
    'any fee is signed',
    `${worker}/signing/sweep.ts`,
    "if (BigInt(gas) * BigInt(maxFeePerGas) > mostFeeOn(chainId)) throw new KeyWorkerError('NOT_SIGNED')",
    'void mostFeeOn',
  ),
  weakenUnit(
    'C321',
    'what was sent counts as moved',
    'frame-app/src/wallet/rotation/eip155.ts',
    "if (!isCoin && (await amountOf(what)) > 0n) throw new MoveError('remains')",
    '',
  ),
  weaken(
    'C322',
    'the frame shows the page itself',
    'frame-app/src/wallet/security/view/RotationView.tsx',
    "if (place.kind === 'frame')",
    "if (place.kind === 'frame' && screen.status === 'loading')",
  ),
  weakenUnit(
    'C330',
    'a request for a token may have more fields',
    'frame-app/src/wallet/signing/sweep.ts',
    "z.strictObject({\n    kind: z.literal('spl'),",
    "z.object({\n    kind: z.literal('spl'),",
  ),
  weakenUnit(
    'C330',
    'a field of another length is signed',
    `${worker}/signing/sweep-solana.ts`,
    'fields.some(({ length }) => length !== 32) || ',
    '',
  ),
  weakenUnit(
    'C331',
    'the token goes to another account of the old address',
    `${worker}/signing/sweep-solana.ts`,
    'accountOf(to, program, mint)',
    'accountOf(from, program, mint)',
  ),
  weakenUnit(
    'C331',
    'the deposit of a closed account goes to the account that is closed',
    `${worker}/signing/sweep-solana.ts`,
    'accounts: [1, 3, 0], data: [9]',
    'accounts: [1, 1, 0], data: [9]',
  ),
]

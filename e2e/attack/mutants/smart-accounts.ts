/** Mutants for several calls at once, delegation and smart accounts. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const wallet = 'frame-app/src/wallet'
const sign = `${wallet}/key-worker/signing/evm.ts`
const calls = `${wallet}/decode/eip155/known-calls.ts`
const reading = `${wallet}/decode/eip155/transaction.ts`
const request = `${wallet}/batches/request.ts`
const sponsor = `${wallet}/batches/sponsor.ts`
const operation = `${wallet}/signing/operation.ts`
const status = `${wallet}/batches/operation-status.ts`
const prepare = `${wallet}/batches/prepare.ts`

export const smartAccountMutants: readonly Mutant[] = [
  weaken(
    'C264',
    'any contract may become the account’s code',
    sign,
    'if (!isDelegate(delegate)) throw',
    'if (!delegate) throw',
  ),
  weaken(
    'C265',
    'a batch for every network is a request',
    `${wallet}/signing/request.ts`,
    '  /** Never 0: that authorization would be valid on every network. */\n  chainId: z.int().check(z.positive()),',
    '  chainId: z.int().check(z.nonnegative()),',
  ),
  weaken(
    'C266',
    'only the first call of a batch is shown',
    `${wallet}/decode/eip155/batch.ts`,
    'intents.flatMap(partsOf)',
    'intents.slice(0, 1).flatMap(partsOf)',
  ),
  weaken(
    'C266',
    'the code of any contract counts as that of the account',
    calls,
    'if (!isSame(from, to)) throw',
    'if (from === nobody) throw',
  ),
  weaken(
    'C266',
    'coins of inner calls are not shown',
    reading,
    'const isPaidBeside = depth > 0 &&',
    'const isPaidBeside = depth > 9 &&',
  ),
  weaken('C267', 'a batch has any length', request, 'given.calls.length > mostCalls', 'given.calls.length > 255'),
  weaken('C268', 'an id may be used again', prepare, '  expectNew(options, id)\n', ''),
  weaken(
    'C268',
    'calls are sent again if another tab has sent them meanwhile',
    `${wallet}/approval/eip155/preparer.ts`,
    '    if (batch) (await loadCalls()).expectNew(options, batch.id)\n',
    '',
  ),
  weaken(
    'C268',
    'a page may ask for the calls of another',
    `${wallet}/batches/sent-batches.ts`,
    'batch.origin === origin && batch.key === key',
    'batch.key === key',
  ),
  weaken(
    'C269',
    'the Key Worker signs a user operation as typed data',
    sign,
    "typeof verifyingContract === 'string' && isEntryPoint(verifyingContract)",
    "verifyingContract === ''",
  ),
  weaken(
    'C269',
    'a user operation reads like other typed data',
    `${wallet}/decode/eip155/typed-data-intent.ts`,
    'if (contract && isEntryPoint(contract))',
    'if (contract && isEntryPoint(account))',
  ),
  weakenUnit(
    'C270',
    'a paymaster’s answer may have any fields',
    sponsor,
    'const Paying = z.object({',
    'const Paying = z.looseObject({',
  ),
  weakenUnit(
    'C271',
    'the fee is not part of what is signed',
    operation,
    '{half(operation.maxFeePerGas)}',
    '{half(operation.maxPriorityFeePerGas)}',
  ),
  weakenUnit(
    'C271',
    'the contract to delegate to is not part of what is signed',
    operation,
    "operation.authorizationNonce === null ? '0x' : delegate",
    "'0x'",
  ),
  weakenUnit(
    'C300',
    'an operation may have any gas',
    `${wallet}/signing/request.ts`,
    'Quantity.check(z.maxLength(2 + digits))',
    'Quantity.check(z.maxLength(66 + digits))',
  ),
  weakenUnit(
    'C300',
    'an operation needs no sponsor',
    `${wallet}/signing/request.ts`,
    'EvmAddress.check(z.regex(/^0x.*[^0]/))',
    'EvmAddress',
  ),
  weakenUnit(
    'C301',
    'the user is not told that the account pays after all',
    prepare,
    "sponsor ? (['notSponsored'] as const) : []",
    "sponsor && !isPossible ? (['notSponsored'] as const) : []",
  ),
  {
    case: 'C302',
    name: 'each operation has a number of its own, so that two can be carried out',
    isUnit: true,
    edits: [
      {
        file: `${wallet}/batches/operation.ts`,
        find: 'Math.max(Number(used), ...waiting.map(({ nonce }) => nonce + 1))',
        replace: 'Math.max(Number(used), Math.floor(performance.now()))',
      },
    ],
  },
  weakenUnit(
    'C303',
    'the bundler’s word is enough',
    status,
    '  if (BigInt(used) <= BigInt(nonce)) return',
    '  if (hash === account) return',
  ),
  weakenUnit(
    'C303',
    'any transaction that succeeds counts',
    status,
    "isSame(log.topics[1] ?? '', hash) &&",
    "isSame(log.topics[1] ?? '', log.topics[1] ?? '') &&",
  ),
  weakenUnit(
    'C304',
    'the way back may do something else, too',
    `${wallet}/signing/request.ts`,
    'export const EvmUndelegation = z.strictObject({',
    'export const EvmUndelegation = z.object({',
  ),
  weakenUnit(
    'C305',
    'a page may name any paymaster',
    sponsor,
    'if (origin !== new URL(services.paymaster).origin) return undefined',
    "if (origin === 'null') return undefined",
  ),
  weaken(
    'C272',
    'any code counts as the contract of smart accounts',
    `${wallet}/batches/delegation.ts`,
    'keccak256(code) !== codeHash',
    'codeHash.length === 0',
  ),
]

/** Mutants for several calls at once, delegation and smart accounts. */
import { type Mutant, weaken } from './mutant.ts'

const wallet = 'frame-app/src/wallet'
const sign = `${wallet}/key-worker/signing/evm.ts`
const calls = `${wallet}/decode/eip155/known-calls.ts`
const reading = `${wallet}/decode/eip155/transaction.ts`
const request = `${wallet}/batches/request.ts`
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
  weaken(
    'C272',
    'any code counts as the contract of smart accounts',
    `${wallet}/batches/delegation.ts`,
    'keccak256(code) !== codeHash',
    'codeHash.length === 0',
  ),
]

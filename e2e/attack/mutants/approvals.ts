/** Mutants for transactions and their simulation on the embedded wallet's approvals. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const approval = 'frame-app/src/wallet/approval'
const effects = `${approval}/eip155/effects.ts`
const simulate = `${approval}/eip155/simulate.ts`
const tokens = `${approval}/eip155/tokens.ts`
const rights = `${approval}/solana/rights.ts`
const findings = `${approval}/findings.ts`
const losses = `${approval}/losses.ts`
const changes = `${approval}/changes.ts`
const view = `${approval}/view/ApprovalView.tsx`

export const approvals: readonly Mutant[] = [
  weaken(
    'C69',
    'allowances in the logs are not read',
    effects,
    'if (isSame(owner, account)) rights.set(',
    'if (isSame(owner, contract)) rights.set(',
  ),
  weaken(
    'C69',
    'delegates on Solana are not compared',
    rights,
    'if (delegate !== undefined && delegatedAmount > 0n &&',
    'if (delegate === account && delegatedAmount > 0n &&',
  ),
  weaken(
    'C69',
    'the program of the wallet is not compared',
    rights,
    'if (at !== account || program === (was?.program ?? systemProgram)) return []',
    'if (at !== account || program !== systemProgram) return []',
  ),
  weaken(
    'C69',
    'a right that the request does not name adds no warning',
    findings,
    '...given.flatMap(warningsOf),',
    '',
  ),
  weaken('C69', 'an approval in the name of another contract counts as named', findings, '  isOwn(action) &&\n', ''),
  weaken(
    'C69',
    'no balance changes are promised while rights change',
    view,
    'const isEmpty = simulation.changes.length === 0 && simulation.rights.length === 0',
    'const isEmpty = simulation.changes.length === 0',
  ),
  weakenUnit(
    'C69',
    'stakes and nonces that are given away are not compared',
    rights,
    'before[right] === account && after[right] !== account',
    'before[right] === at && after[right] !== account',
  ),
  weakenUnit(
    'C69',
    'a withdrawal from a stake is not a loss',
    `${approval}/solana/simulate.ts`,
    'amount: coinsLost(compared)',
    'amount: 0n && coinsLost(compared)',
  ),
  weakenUnit(
    'C69',
    'debts in the name of the account are not read',
    effects,
    "{ kind: 'allowDebt', facts: [tokens(asset, orUnlimited(amount)), ...shared] }",
    "{ kind: 'revoke', facts: shared }",
  ),
  weakenUnit(
    'C69',
    'those who may act for the account are not read',
    effects,
    "isAllowed ? 'allowActing' : 'revoke'",
    "'revoke'",
  ),
  weakenUnit(
    'C69',
    'an unreadable request promises no balance changes',
    view,
    'const isSound = !blind && warnings',
    'const isSound = warnings',
  ),
  weaken(
    'C70',
    'gains come first',
    changes,
    'changes: [...losses, ...gains.slice(0, most)],',
    'changes: [...gains, ...losses].slice(0, most),',
  ),
  weaken('C70', 'nothing says that gains are left out', changes, 'gains.length > most ||', ''),
  weakenUnit('C70', 'a large number of losses has no warning', changes, '|| losses.length > most', ''),
  weakenUnit(
    'C70',
    'losses come in the order of the contract',
    losses,
    'named.has(keyOf(asset)) ? 0 : 1',
    'named.has(keyOf(asset)) ? 1 : 1',
  ),
  weaken(
    'C72',
    'the standard is checked before the amount',
    'frame-app/src/wallet/decode/eip155/known-calls.ts',
    "if (standard === 'erc721' && !isLargest)",
    "if (standard === 'erc721')",
  ),
  weaken(
    'C72',
    'one node is asked',
    tokens,
    'Promise.allSettled(nodes.slice(0, 2).map(ask))',
    'Promise.allSettled(nodes.slice(0, 1).map(ask))',
  ),
  weaken(
    'C72',
    'a contract that calls itself a collection is one',
    tokens,
    "if (decimals !== undefined) return 'erc20'",
    "if (decimals !== undefined && !isItems) return 'erc20'",
  ),
  weaken('C72', 'one of two nodes is trusted alone', tokens, 'agree: !isAlone && new Set', 'agree: new Set'),
  weaken(
    'C72',
    'disagreeing nodes about a token’s standard cause no warning',
    `${approval}/eip155/preparer.ts`,
    'tokens.isDisputed || asked.some(({ isDisputed }) => isDisputed)',
    'tokens.isDisputed',
  ),
  weaken('C72', 'any number of decimals is believed', tokens, 'const maxDecimals = 24', 'const maxDecimals = 255'),
  weaken(
    'C82',
    'a fee of most of the balance has no warning',
    findings,
    'balance !== undefined && fee * 2n > balance',
    'false',
  ),
  weaken(
    'C82',
    'a tip of any size has no warning',
    `${approval}/eip155/fees.ts`,
    'isHighTip || isHigh ||',
    'isHigh ||',
  ),
  weakenUnit('C82', 'a large balance hides any fee', `${approval}/eip155/fees.ts`, '|| isHigh ||', '||'),
  weakenUnit('C82', 'a large balance hides any fee on Solana', `${approval}/solana/fees.ts`, 'fee > mostFee ||', ''),
  weakenUnit(
    'C82',
    'a fee that no node reports counts as zero',
    `${approval}/solana/transactions.ts`,
    'const atLeast = sumOf(least)',
    'const atLeast = 0n',
  ),
  weaken(
    'C89',
    'a failing simulation needs no tick',
    findings,
    'blind: intent.blind || given.length > 0 || movesMore || fails || isCut,',
    'blind: intent.blind || given.length > 0 || movesMore || isCut,',
  ),
  weaken('C89', 'the reason is not shown', view, '<bdi>{simulation.reason}</bdi>', '<bdi />'),
  weaken(
    'C89',
    'the reason is shown as the contract wrote it',
    simulate,
    'const reason = toDisplayText(text, { max: maxReason })',
    'const reason = text',
  ),
  weaken('C90', 'nodes may leave the base fee at zero', simulate, '      validation: true,\n', ''),
  weaken('C90', 'the transaction offers no fee', simulate, '    maxFeePerGas: most,\n', ''),
  weaken('C90', 'the block has the fee recipient of the node', simulate, '    feeRecipient: miner,\n', ''),
  weakenUnit('C96', 'what is allowed counts as named', losses, 'if (!moving.has(action.kind)) continue', ''),
  weakenUnit(
    'C96',
    'any amount of a named token is accepted',
    losses,
    'if (excess <= 0n) return false',
    'if (excess <= 0n || named.has(keyOf(asset))) return false',
  ),
  weakenUnit(
    'C96',
    'what others send counts as named',
    losses,
    '[intent, ...intent.parts].filter(isOwn)',
    '[intent, ...intent.parts]',
  ),
  weakenUnit(
    'C96',
    'a loss that the request does not name adds no warning',
    findings,
    "...(movesMore ? (['movesMore'] as const) : []),",
    '',
  ),
  weakenUnit(
    'C96',
    'a loss that the request does not name needs no tick',
    findings,
    'given.length > 0 || movesMore || fails',
    'given.length > 0 || fails',
  ),
  weakenUnit(
    'C96',
    'any recipient of a closed account’s rest is accepted',
    'frame-app/src/wallet/decode/solana/transaction.ts',
    'if (owner === account && receiver !== account)',
    'if (owner !== account)',
  ),
]

/**
 * Reads transactions of a Solana account: transfers of SOL and tokens, and changes of accounts; anything else is blind. Pure. A token
 * account is shown under its owner only if its address proves the owner: a node's answer is not enough.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { bytesToHex } from 'viem'
import type { TokenAccount } from '../../../shared/chains/solana/accounts.ts'
import type { SolanaInstruction, SolanaInstructionKind } from '../../../shared/chains/solana/instructions.ts'
import type { TokenProgram } from '../../../shared/chains/solana/programs.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import { tokenAccountOf } from '../../../shared/chains/solana/transfer.ts'
import {
  type Action,
  address,
  coins,
  type Fact,
  type Intent,
  line,
  network,
  toIntent,
  tokens,
  unnamedNetwork,
  type Warning,
} from '../intent.ts'
import { readLine } from '../text.ts'

export interface Surroundings {
  readonly account: string
  /** The network that the page names. */
  readonly chainId: Caip2
  /** The network that knows all transactions; `undefined` if none does. */
  readonly networkOf: Caip2 | undefined
  /** A token account as a node reports it, if it does. */
  readonly tokenAccount: (address: string) => TokenAccount | undefined
}

/** More than a user would read. */
const maxParts = 24
const mostTokens = 2n ** 64n - 1n
/** Addresses that nobody has a key for: the system program, and an address for burning. */
const nobodies: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
])

interface Holder {
  readonly owner: string
  readonly mint: string
}

interface Reading {
  readonly account: string
  /** Owner and mint of a token account, if they are proven. */
  readonly holderOf: (account: string, program: TokenProgram) => Holder | undefined
  readonly warnings: Set<Warning>
  isBlind: boolean
}

/** @param transactions at least one; each can be sent without the others */
export function readTransactions(
  transactions: readonly SolanaTransaction[],
  { account, chainId, networkOf, tokenAccount }: Surroundings,
): Intent {
  const warnings = new Set<Warning>()
  if (networkOf === undefined) warnings.add('notOfNetwork')
  else if (networkOf !== chainId) warnings.add('wrongChain')
  const notes: Fact[] = []
  // The effect on an unknown network cannot be determined.
  let isBlind = networkOf !== chainId
  const actions = transactions.flatMap((transaction) => {
    const reading: Reading = { account, holderOf: holders(transaction, tokenAccount), warnings, isBlind: false }
    const read = transaction.instructions.flatMap((one) => explain(one, reading))
    for (const one of transaction.instructions)
      if (one.kind === 'memo') {
        const memo = readLine('memo', one.text, 200)
        notes.push(memo.fact)
        for (const warning of memo.warnings) warnings.add(warning)
      }
    for (const warning of warningsOf(transaction, account)) warnings.add(warning)
    for (const key of byTable(transaction.instructions, transaction.fromTables)) notes.push(address('account', key))
    isBlind ||= reading.isBlind || transaction.lacksTables
    return read
  })
  const isSeveral = transactions.length > 1
  const payment = isSeveral ? undefined : paymentIn(actions, transactions[0], account)
  if (payment) warnings.add('opensAccount')
  const single = payment ?? (!isSeveral && actions.length === 1 ? actions[0] : undefined)
  if (actions.length > maxParts) {
    warnings.add('cutShort')
    isBlind = true
  }
  const whole = single ?? wholeOf(transactions.length, actions.length)
  const where = networkOf === undefined ? unnamedNetwork(chainId) : network(networkOf)
  return toIntent(
    { kind: whole.kind, facts: [...whole.facts, ...notes.slice(0, maxParts), where] },
    { parts: single ? [] : actions.slice(0, maxParts), warnings, blind: isBlind },
  )
}

function wholeOf(transactions: number, actions: number): Action {
  if (transactions > 1)
    return {
      kind: 'transactions',
      facts: [{ label: 'transactions', value: { type: 'number', value: BigInt(transactions) } }],
    }
  return { kind: actions === 0 ? 'nothing' : 'batch', facts: [] }
}

/** A payment that also opens the recipient's token account is shown as one action. */
function paymentIn(
  [opening, payment, ...others]: readonly Action[],
  transaction: SolanaTransaction | undefined,
  account: string,
): Action | undefined {
  if (opening?.kind !== 'openAccount' || payment?.kind !== 'sendToken' || others.length > 0) return undefined
  const opened = transaction?.instructions.find((one) => one.kind === 'tokenAccount')
  const sent = transaction?.instructions.find((one) => one.kind === 'tokenTransfer')
  return opened?.payer === account && opened.account === sent?.destination ? payment : undefined
}

/** Trusts a node's answer only if the account's address follows from it; for accounts opened in the transaction, the program proves it. */
function holders(transaction: SolanaTransaction, tokenAccount: Surroundings['tokenAccount']): Reading['holderOf'] {
  const opened = new Map<string, Holder>()
  for (const one of transaction.instructions)
    if (one.kind === 'tokenAccount') opened.set(one.account, { owner: one.owner, mint: one.mint })
  return (account, program) => {
    const said = tokenAccount(account)
    return opened.get(account) ?? (said && isProven(account, said, program) ? said : undefined)
  }
}

function isProven(account: string, { owner, mint }: Holder, program: TokenProgram): boolean {
  try {
    return tokenAccountOf(owner, mint, program) === account
  } catch {
    // The owner is a program-derived address, for which this derivation is not defined.
    return false
  }
}

/**
 * Accounts of the decoded instructions that a table named. Not only those that are shown: a token account from a table is shown as its owner
 * and its token, and both depend on that table.
 */
const byTable = (instructions: readonly SolanaInstruction[], fromTables: readonly string[]): readonly string[] =>
  fromTables.filter((key) => instructions.some((one) => Object.values(one).includes(key)))

function warningsOf(
  { feePayer, signers, instructions, lacksTables, fromTables }: SolanaTransaction,
  account: string,
): Warning[] {
  return [
    ...(feePayer === account ? [] : (['anotherPays'] as const)),
    ...(signers.length > 1 ? (['moreSigners'] as const) : []),
    ...(lacksTables ? (['addressFromTable'] as const) : []),
    ...(byTable(instructions, fromTables).length > 0 ? (['addressByNode'] as const) : []),
    ...(instructions[0]?.kind === 'nonce' ? (['noEnd'] as const) : []),
  ]
}

type Of<K extends SolanaInstructionKind> = Extract<SolanaInstruction, { kind: K }>

function explain(instruction: SolanaInstruction, reading: Reading): Action[] {
  const { account, holderOf, warnings } = reading
  /** The owner, if it is not the account itself. */
  const from = (owner: string, label: 'from' | 'owner' = 'from'): Fact[] =>
    owner === account ? [] : [address(label, owner)]
  const amountOf = (one: Of<'tokenTransfer' | 'tokenApproval' | 'tokenBurn'>, at: string): [Fact, Fact[]] => {
    const mint = one.mint ?? holderOf(at, one.program)?.mint
    const isUnlimited = one.kind === 'tokenApproval' && one.amount === mostTokens
    // If the mint is unknown, show the token account instead.
    return [tokens(mint, isUnlimited ? 'unlimited' : one.amount), mint === undefined ? [address('account', at)] : []]
  }
  const warnOf = (to: string, mint?: string): void => {
    if (nobodies.has(to)) warnings.add('sentToNobody')
    if (to === mint) warnings.add('sentToToken')
  }
  switch (instruction.kind) {
    case 'transfer': {
      const { from: payer, to, lamports } = instruction
      warnOf(to)
      return [{ kind: 'send', facts: [coins(lamports), ...from(payer), address('to', to)] }]
    }
    case 'tokenTransfer': {
      const { source, destination, owner, program } = instruction
      const [amount, beside] = amountOf(instruction, source)
      const to = holderOf(destination, program)?.owner ?? destination
      warnOf(to, amount.value.type === 'tokens' ? amount.value.token : undefined)
      return [{ kind: 'sendToken', facts: [amount, ...beside, ...from(owner), address('to', to)] }]
    }
    case 'tokenApproval': {
      const { account: at, delegate, owner } = instruction
      const [amount, beside] = amountOf(instruction, at)
      if (instruction.amount === mostTokens) warnings.add('unlimited')
      return [{ kind: 'allow', facts: [amount, ...beside, ...from(owner, 'owner'), address('spender', delegate)] }]
    }
    case 'tokenRevocation': {
      const { account: at, program, owner } = instruction
      const mint = holderOf(at, program)?.mint
      const what = mint === undefined ? address('account', at) : address('token', mint)
      return [{ kind: 'revoke', facts: [what, ...from(owner, 'owner')] }]
    }
    case 'tokenBurn': {
      const [amount, beside] = amountOf(instruction, instruction.account)
      return [{ kind: 'burn', facts: [amount, ...beside, ...from(instruction.owner, 'owner')] }]
    }
    case 'tokenClosing': {
      const { account: at, receiver, owner } = instruction
      // The receiver gets the deposit and, from an account with wrapped SOL, all of it.
      if (owner === account && receiver !== account) warnings.add('closesForOther')
      return [
        { kind: 'closeAccount', facts: [address('account', at), ...from(owner, 'owner'), address('to', receiver)] },
      ]
    }
    case 'tokenOwner': {
      const { account: at, authority, owner } = instruction
      warnings.add('changesOwner')
      const facts = [address('account', at), ...from(owner, 'owner'), address('authority', authority)]
      return [{ kind: 'changeOwner', facts }]
    }
    case 'assignment':
      warnings.add('changesOwner')
      return [
        {
          kind: 'changeOwner',
          facts: [address('account', instruction.account), address('authority', instruction.program)],
        },
      ]
    case 'tokenAccount': {
      const { owner, mint, payer } = instruction
      return [{ kind: 'openAccount', facts: [address('token', mint), ...from(payer), address('to', owner)] }]
    }
    case 'unknown':
      reading.isBlind = true
      warnings.add('unreadable')
      return [
        {
          kind: 'call',
          facts: [address('program', instruction.program), line('function', bytesToHex(instruction.data.slice(0, 8)))],
        },
      ]
    case 'nonce':
    case 'memo':
    case 'unitLimit':
    case 'unitPrice':
    case 'bounds':
      return []
  }
}

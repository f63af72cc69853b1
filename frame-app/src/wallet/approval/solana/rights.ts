/** Changes of rights over a wallet's assets: compares an account before and after a simulated transaction. */
import {
  type ChainAccount,
  readCoinAuthorities,
  readMintAuthorities,
  readTokenAccount,
  readTokenAccountRights,
} from '../../../shared/chains/solana/accounts.ts'
import { type Action, address, tokens } from '../../decode/intent.ts'

/** The program that owns every wallet account, even one that does not exist yet. */
const systemProgram = '11111111111111111111111111111111'
const mostTokens = 2n ** 64n - 1n

export interface Compared {
  readonly at: string
  /** The signed-in wallet. */
  readonly account: string
  readonly was: ChainAccount | undefined
  readonly is: ChainAccount | undefined
}

export const rightsChanged = (compared: Compared): Action[] => [
  ...ofWallet(compared),
  ...ofTokenAccount(compared),
  ...ofMint(compared),
  ...ofCoins(compared),
]

/**
 * In lamports, zero or less: the loss in stake and nonce accounts that the wallet may empty, including those that it may no longer empty.
 * Transfers between them are not a loss. A gain in them does not offset the wallet's payments, because it is not part of the wallet's
 * balance.
 */
export function coinsLost(all: readonly Compared[]): bigint {
  const sum = all.reduce((total, { account, was, is }) => total + takeable(is, account) - takeable(was, account), 0n)
  return sum < 0n ? sum : 0n
}

const takeable = (chainAccount: ChainAccount | undefined, account: string): bigint =>
  chainAccount && readCoinAuthorities(chainAccount)?.withdrawer === account ? chainAccount.lamports : 0n

/** The program that owns a wallet's account controls its SOL. */
function ofWallet({ at, account, was, is }: Compared): Action[] {
  const program = is?.program ?? systemProgram
  if (at !== account || program === (was?.program ?? systemProgram)) return []
  return [{ kind: 'changeOwner', facts: [address('account', at), address('authority', program)] }]
}

function ofTokenAccount({ at, account, was, is }: Compared): Action[] {
  const [held, holds] = [readAs(was, readTokenAccount), readAs(is, readTokenAccount)]
  if (held?.owner === account && holds && holds.owner !== account)
    return [{ kind: 'changeOwner', facts: [address('account', at), address('authority', holds.owner)] }]
  const rights = readAs(is, readTokenAccountRights)
  if (holds?.owner !== account || !rights) return []
  // Rights from before the account belonged to this wallet do not count.
  const before = held?.owner === account ? readAs(was, readTokenAccountRights) : undefined
  const actions: Action[] = []
  const { delegate, delegatedAmount, closeAuthority } = rights
  const isNew = delegate !== before?.delegate
  if (delegate !== undefined && delegatedAmount > 0n && (isNew || delegatedAmount > (before?.delegatedAmount ?? 0n)))
    actions.push({
      kind: 'allow',
      facts: [
        tokens(holds.mint, delegatedAmount === mostTokens ? 'unlimited' : delegatedAmount),
        address('spender', delegate),
      ],
    })
  else if (isNew && delegate === undefined) actions.push({ kind: 'revoke', facts: [address('token', holds.mint)] })
  if (closeAuthority !== undefined && closeAuthority !== account && closeAuthority !== before?.closeAuthority)
    actions.push({ kind: 'allowClose', facts: [address('account', at), address('authority', closeAuthority)] })
  return actions
}

function ofMint({ at, account, was, is }: Compared): Action[] {
  const before = readAs(was, readMintAuthorities)
  const after = readAs(is, readMintAuthorities)
  return (['mint', 'freeze'] as const).flatMap((right): Action[] => {
    const next = after?.[right]
    if (before?.[right] !== account || next === account) return []
    return [
      {
        kind: 'changeOwner',
        facts: [address('token', at), ...(next === undefined ? [] : [address('authority', next)])],
      },
    ]
  })
}

function ofCoins({ at, account, was, is }: Compared): Action[] {
  const [before, after] = [readAs(was, readCoinAuthorities), readAs(is, readCoinAuthorities)]
  // Closing an account empties it, which shows as a loss of SOL.
  if (!before || !after) return []
  const given = (['withdrawer', 'staker'] as const).flatMap((right) =>
    before[right] === account && after[right] !== account ? [after[right]] : [],
  )
  return [...new Set(given)].map((authority) => ({
    kind: 'changeOwner',
    facts: [address('account', at), address('authority', authority)],
  }))
}

export const readAs = <T>(
  account: ChainAccount | undefined,
  read: (account: ChainAccount) => T | undefined,
): T | undefined => account && read(account)

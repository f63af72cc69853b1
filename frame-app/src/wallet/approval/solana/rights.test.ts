/** Rights over accounts, compared before and after a simulated transaction. */
import { AccountLayout, AccountState, MintLayout } from '@solana/spl-token'
import { Keypair, NONCE_ACCOUNT_LENGTH, PublicKey, StakeProgram } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { type ChainAccount, readTokenAccount } from '../../../shared/chains/solana/accounts.ts'
import { address, tokens } from '../../decode/intent.ts'
import { summarise } from '../changes.ts'
import { coinsLost, rightsChanged } from './rights.ts'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const system = '11111111111111111111111111111111'
const [me, evil, mint, at] = Array.from({ length: 4 }, () => Keypair.generate().publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
] // as: four
const name = (key: PublicKey) => key.toBase58()
const wallet = (program = system): ChainAccount => ({ lamports: 1n, program, data: new Uint8Array() })

interface Given {
  readonly owner?: PublicKey
  readonly delegate?: PublicKey
  readonly delegatedAmount?: bigint
  readonly closeAuthority?: PublicKey
}

function tokenAccount({ owner = me, delegate, delegatedAmount = 0n, closeAuthority }: Given = {}): ChainAccount {
  const data = Buffer.alloc(AccountLayout.span)
  AccountLayout.encode(
    {
      mint,
      owner,
      amount: 7n,
      delegateOption: delegate ? 1 : 0,
      delegate: delegate ?? PublicKey.default,
      delegatedAmount,
      state: AccountState.Initialized,
      isNativeOption: 0,
      isNative: 0n,
      closeAuthorityOption: closeAuthority ? 1 : 0,
      closeAuthority: closeAuthority ?? PublicKey.default,
    },
    data,
  )
  return { lamports: 1n, program: tokenProgram, data }
}
function mintAccount({ mints, freezes }: { mints?: PublicKey; freezes?: PublicKey }): ChainAccount {
  const data = Buffer.alloc(MintLayout.span)
  MintLayout.encode(
    {
      mintAuthorityOption: mints ? 1 : 0,
      mintAuthority: mints ?? PublicKey.default,
      supply: 1n,
      decimals: 6,
      isInitialized: true,
      freezeAuthorityOption: freezes ? 1 : 0,
      freezeAuthority: freezes ?? PublicKey.default,
    },
    data,
  )
  return { lamports: 1n, program: tokenProgram, data }
}
const compared = (was: ChainAccount | undefined, is: ChainAccount | undefined, place = at) => ({
  at: name(place),
  account: name(me),
  was,
  is,
})
const changed = (...given: Parameters<typeof compared>) => rightsChanged(compared(...given))
const largest = 2n ** 64n - 1n
const allowed = (amount: bigint | 'unlimited') => ({
  kind: 'allow',
  facts: [tokens(name(mint), amount), address('spender', name(evil))],
})

describe('a right that is given [C69]', () => {
  test('a delegate, with the amount, also where a program sets it', () => {
    expect(changed(tokenAccount(), tokenAccount({ delegate: evil, delegatedAmount: 5n }))).toEqual([allowed(5n)])
    expect(changed(tokenAccount(), tokenAccount({ delegate: evil, delegatedAmount: largest }))).toEqual([
      allowed('unlimited'),
    ])
  })

  test('a delegate of an account that is new, or was not the wallet’s', () => {
    const is = tokenAccount({ delegate: evil, delegatedAmount: 5n })
    expect(changed(undefined, is)).toEqual([allowed(5n)])
    expect(changed(tokenAccount({ owner: evil, delegate: evil, delegatedAmount: 5n }), is)).toEqual([allowed(5n)])
  })

  test('more to the same delegate, and not what is spent of it', () => {
    const of = (delegatedAmount: bigint) => tokenAccount({ delegate: evil, delegatedAmount })
    expect(changed(of(5n), of(6n))).toEqual([allowed(6n)])
    expect(changed(of(5n), of(4n))).toEqual([])
    expect(changed(of(5n), of(5n))).toEqual([])
  })

  test('a close authority', () => {
    const facts = [address('account', name(at)), address('authority', name(evil))]
    expect(changed(tokenAccount(), tokenAccount({ closeAuthority: evil }))).toEqual([{ kind: 'allowClose', facts }])
    expect(changed(tokenAccount(), tokenAccount({ closeAuthority: me }))).toEqual([])
  })

  test('a token account that belongs to another wallet afterwards', () => {
    const facts = [address('account', name(at)), address('authority', name(evil))]
    expect(changed(tokenAccount(), tokenAccount({ owner: evil }))).toEqual([{ kind: 'changeOwner', facts }])
  })

  test('the authorities of a mint', () => {
    const was = mintAccount({ mints: me, freezes: me })
    const facts = [address('token', name(at)), address('authority', name(evil))]
    expect(changed(was, mintAccount({ mints: evil, freezes: me }))).toEqual([{ kind: 'changeOwner', facts }])
    expect(changed(was, mintAccount({ mints: evil, freezes: evil }))).toHaveLength(2)
    expect(changed(was, mintAccount({ mints: me }))).toEqual([
      { kind: 'changeOwner', facts: [address('token', name(at))] },
    ])
    expect(changed(mintAccount({ mints: evil }), mintAccount({ mints: at }))).toEqual([])
  })

  test('the account of the wallet itself, which then obeys another program', () => {
    const facts = [address('account', name(me)), address('authority', name(evil))]
    expect(changed(wallet(), wallet(name(evil)), me)).toEqual([{ kind: 'changeOwner', facts }])
    expect(changed(undefined, wallet(name(evil)), me)).toEqual([{ kind: 'changeOwner', facts }])
    expect(changed(wallet(), undefined, me)).toEqual([])
    expect(changed(wallet(), wallet(name(evil)))).toEqual([])
  })
})

describe('an account of coins that obeys the wallet [C69]', () => {
  const stake = (staker: PublicKey, withdrawer: PublicKey, lamports = 1000n): ChainAccount => {
    const data = new Uint8Array(200)
    data.set([2])
    data.set(staker.toBytes(), 12)
    data.set(withdrawer.toBytes(), 44)
    return { lamports, program: StakeProgram.programId.toBase58(), data }
  }
  const nonce = (authority: PublicKey, lamports = 1000n): ChainAccount => {
    const data = new Uint8Array(NONCE_ACCOUNT_LENGTH)
    data.set([1, 0, 0, 0, 1])
    data.set(authority.toBytes(), 8)
    return { lamports, program: system, data }
  }
  const facts = [address('account', name(at)), address('authority', name(evil))]
  const given = [{ kind: 'changeOwner', facts }]
  const lostBy = (was: ChainAccount | undefined, is: ChainAccount | undefined) => coinsLost([compared(was, is)])

  test.each([
    ['the withdrawals of a stake', stake(me, me), stake(me, evil)],
    ['the delegation of a stake', stake(me, me), stake(evil, me)],
    ['both of them, which is said once', stake(me, me), stake(evil, evil)],
    ['a nonce', nonce(me), nonce(evil)],
  ])('is given away: %s', (_, was, is) => expect(changed(was, is)).toEqual(given))

  test('is ignored if it is another’s, or stays', () => {
    expect(changed(stake(evil, evil), stake(evil, at))).toEqual([])
    expect(changed(stake(me, me), stake(me, me))).toEqual([])
    expect(changed(undefined, nonce(evil))).toEqual([])
    expect(changed({ ...stake(me, me), program: name(evil) }, stake(evil, evil))).toEqual([])
    expect(changed({ ...nonce(me), data: new Uint8Array(9) }, nonce(evil))).toEqual([])
  })

  test('is emptied: that is a loss of coins, as is all that is in an account that is given away', () => {
    expect(lostBy(stake(me, me), stake(me, me, 400n))).toBe(-600n)
    expect(lostBy(stake(evil, me), undefined)).toBe(-1000n)
    expect(lostBy(nonce(me), undefined)).toBe(-1000n)
    expect(lostBy(stake(me, me), stake(me, evil))).toBe(-1000n)
    expect(lostBy(stake(me, evil), undefined)).toBe(0n)
  })

  test('is split: nothing is lost; a deposit into one does not hide what the wallet pays', () => {
    const parts = [compared(stake(me, me), stake(me, me, 400n)), compared(undefined, stake(me, me, 600n))]
    expect(coinsLost(parts)).toBe(0n)
    expect(lostBy(undefined, stake(me, me))).toBe(0n)
  })
})

test('a delegate that is removed is a right that is revoked', () => {
  const was = tokenAccount({ delegate: evil, delegatedAmount: 5n })
  expect(changed(was, tokenAccount())).toEqual([{ kind: 'revoke', facts: [address('token', name(mint))] }])
})

test('rights of others are ignored', () => {
  const of = (given: Given) => tokenAccount({ owner: evil, ...given })
  expect(readTokenAccount(of({}))?.owner).toBe(name(evil))
  expect(changed(of({}), of({ delegate: me, delegatedAmount: 5n, closeAuthority: me }))).toEqual([])
})

test('losses come before gains and are never left out [C70]', () => {
  const change = (place: number, amount: bigint) =>
    ({ asset: { type: 'tokens', token: String(place) }, amount }) as const
  const many = Array.from({ length: 25 }, (_, place) => change(place, 1n))
  const { changes, isCut } = summarise([...many, change(99, -1n)], () => false)
  expect([changes[0]?.amount, changes.length, isCut]).toEqual([-1n, 21, true])
})

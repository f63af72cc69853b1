/** Payments on Solana: SOL, and tokens of both token programs. A lazy chunk. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import * as z from 'zod/mini'
import type { Ask, Payment, Quote, SendDriver } from '../sending.ts'
import { readMint, readTokenAccount } from './accounts.ts'
import { publicKey } from './address.ts'
import { broadcast } from './broadcast.ts'
import { type Accounts, askAccounts, askBlockhash, askFee, askRent, simulate } from './node-answers.ts'
import { tokenProgramOf } from './programs.ts'
import { readTransaction } from './read.ts'
import { accountSize, heldBy, withheldOf } from './token-terms.ts'
import { buildSolTransfer, buildTokenTransfer, tokenAccountOf } from './transfer.ts'

const Asked = z.object({ transaction: z.string() })

/** Fee per signature, in lamports (no priority fee: the wallet adds its own). */
const signatureFee = 5_000n

export const solanaSending: SendDriver = {
  isAddress(text) {
    try {
      return publicKey(text).toBase58() === text
    } catch {
      return false
    }
  },

  async holding(ask, network, account, asset) {
    if (asset === undefined) {
      const { [account]: own } = await askAccounts(ask, [account])
      const currency = own?.lamports ?? 0n
      return { balance: currency, decimals: network.currency.decimals, currency }
    }
    const { mint, own, accounts } = await readToken(ask, account, asset)
    const held = accounts[own]
    return {
      balance: (held && readTokenAccount(held)?.amount) ?? 0n,
      decimals: mint.decimals,
      currency: accounts[account]?.lamports ?? 0n,
    }
  },

  usualCost: async () => ({ expected: signatureFee, most: signatureFee }),

  async inspect(ask, address) {
    const key = publicKey(address)
    const { [address]: account } = await askAccounts(ask, [address])
    const isToken = account !== undefined && tokenProgramOf(publicKey(account.program)) !== undefined
    return {
      hasChecksum: true, // base58 of this length has none
      isContract: isToken || account?.isProgram === true,
      isOffCurve: !PublicKey.isOnCurve(key.toBytes()),
    }
  },

  async quote(ask, _network, payment, most) {
    return payment.asset === undefined ? quoteSol(ask, payment, most) : quoteToken(ask, payment, payment.asset)
  },

  /** Only the block hash may differ, because it is not shown. */
  agree(shown, fresh) {
    if (fresh.simulation.status === 'fails' && shown.simulation.status !== 'fails') return undefined
    const isSame =
      fresh.fee?.most === shown.fee?.most && fresh.deposit === shown.deposit && fresh.withheld === shown.withheld
    return isSame ? fresh.request : undefined
  },

  signing: {
    request: ({ params }) => ({ method: 'solana_signTransaction', params }),
    send: (ask, { params }, answer) => broadcast(ask, z.parse(Asked, params).transaction, answer),
  },

  readId(answer) {
    const read = z.safeParse(
      z.object({ signature: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)) }),
      answer,
    )
    return read.success ? read.data.signature : undefined
  },
}

async function quoteSol(ask: Ask, payment: Payment, most: boolean): Promise<Quote> {
  const { from, to } = payment
  const blockhash = await askBlockhash(ask)
  const build = (lamports: bigint) => buildSolTransfer({ from, to, lamports }, { blockhash })
  const fee = await askFee(ask, readTransaction(build(1n)).message, signatureFee)
  const units = most ? payment.units - fee : payment.units
  if (units <= 0n) throw new AirlockError('NOT_AVAILABLE', { message: 'The fee takes the whole balance.' })
  const transaction = build(units)
  const { works, reason, before, after } = await simulate(ask, transaction, [from, to])
  const lamports = (accounts: Accounts, address: string) => accounts[address]?.lamports ?? 0n
  return {
    payment: { ...payment, units },
    fee: { expected: fee, most: fee },
    deposit: 0n,
    withheld: 0n,
    simulation: works
      ? {
          status: 'works',
          leaves: [
            { asset: undefined, units: from === to ? 0n : lamports(before, from) - lamports(after, from) - fee },
          ],
          arrives: from === to ? 0n : lamports(after, to) - lamports(before, to),
        }
      : { status: 'fails', reason },
    request: toRequest(transaction),
  }
}

async function quoteToken(ask: Ask, payment: Payment, asset: string): Promise<Quote> {
  const { from, to, units } = payment
  const token = await readToken(ask, from, asset)
  const { program, mint } = token
  const destination = tokenAccountOf(to, asset, program)
  const [{ [destination]: existing }, blockhash] = await Promise.all([
    askAccounts(ask, [destination]),
    askBlockhash(ask),
  ])
  const [deposit, withheld] = await Promise.all([
    existing ? 0n : askRent(ask, accountSize(mint, program)),
    withheldOf(ask, mint, units),
  ])
  const transfer = { from, to, mint: asset, amount: units, decimals: mint.decimals, program, makeAccount: !existing }
  const transaction = buildTokenTransfer(transfer, { blockhash })
  const [fee, outcome] = await Promise.all([
    askFee(ask, readTransaction(transaction).message, signatureFee),
    simulate(ask, transaction, [from, token.own, destination]),
  ])
  const { works, reason, before, after } = outcome
  const other = (before[from]?.lamports ?? 0n) - (after[from]?.lamports ?? 0n) - fee - deposit
  return {
    payment,
    fee: { expected: fee, most: fee },
    deposit,
    withheld,
    simulation: works
      ? {
          status: 'works',
          leaves: [
            { asset, units: heldBy(before[token.own]) - heldBy(after[token.own]) },
            ...(other > 0n ? [{ asset: undefined, units: other }] : []),
          ],
          arrives: heldBy(after[destination]) - heldBy(before[destination]),
        }
      : { status: 'fails', reason },
    request: toRequest(transaction),
  }
}

/** @throws AirlockError NETWORK if it is not a mint */
async function readToken(ask: Ask, owner: string, asset: string) {
  const { [asset]: account } = await askAccounts(ask, [asset])
  const program = account && tokenProgramOf(publicKey(account.program))
  const mint = account && program && readMint(account)
  if (!mint) throw new AirlockError('NETWORK', { message: 'The node knows no such token.' })
  const own = tokenAccountOf(owner, asset, program)
  return { program, mint, own, accounts: await askAccounts(ask, [owner, own]) }
}

const toRequest = (transaction: Uint8Array): Quote['request'] => ({
  method: 'solana_signAndSendTransaction',
  params: { transaction: base58.encode(transaction) },
})

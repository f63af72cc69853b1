/** The Solana account of this wallet, and descriptions of apps' requests to show before they are carried out. */

import { getBase58Encoder, getBase64Encoder } from '@solana/kit'
import type { SolanaInstruction } from '../../../frame-app/src/shared/chains/solana/instructions.ts'
import { isTransactionMessage, readTransaction } from '../../../frame-app/src/shared/chains/solana/read.ts'
import { createSolanaWallet, type SolanaWallet } from '../../wallets/solana.ts'
import { list, object, readWith, text, wholeNumber } from '../parse.ts'
import { spellOut } from '../wallet/confirm/readable.ts'
import { ProviderRpcError, rpcError } from '../wallet/errors.ts'
import { createRpc } from '../wallet/worker/rpc.ts'
import type { SolanaNetwork } from './config.ts'
import { read, write } from './storage.ts'

export const solanaMethods = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
] as const

export type SolanaPlan = {
  readonly title: string
  readonly lines: readonly (readonly [label: string, value: string])[]
  readonly done: string
  readonly run: () => Promise<unknown>
}

export type Solana = {
  readonly network: SolanaNetwork
  readonly address: string
  /** The balance; on the first use, an airdrop from the chain. */
  readonly balance: () => Promise<string>
  readonly plan: (method: string, params: unknown) => SolanaPlan
}

const gift = 10_000_000_000
const balanceOf = object({ value: wholeNumber })
const one = object({ transaction: text })
const many = object({ transactions: list(text, { max: 50 }) })
const message = object({ message: text })

export async function createSolana(network: SolanaNetwork): Promise<Solana> {
  const rpc = createRpc(network.rpcUrl)
  const wallet: SolanaWallet = await createSolanaWallet({
    secret: loadSecret(),
    // The user has already been asked.
    ask: () => Promise.resolve(),
    send: (transaction, options) => rpc('sendTransaction', [transaction, { ...options, encoding: 'base64' }]),
  })
  const { address } = wallet
  const lamports = async () => balanceOf(await rpc('getBalance', [address])).value
  return {
    network,
    address,
    async balance() {
      if ((await lamports()) === 0) await rpc('requestAirdrop', [address, gift])
      return `${sol(BigInt(await lamports()))} ${network.symbol}`
    },
    plan: (method, params) => ({ ...describe(method, params, network), run: () => carryOut(wallet, method, params) }),
  }
}

/** @throws {ProviderRpcError} with the code for the app. */
async function carryOut(wallet: SolanaWallet, method: string, params: unknown): Promise<unknown> {
  try {
    return await wallet.handle(method, params)
  } catch (error) {
    const { code, message: said } = Object(error) as { code?: unknown; message?: unknown } // as: checked below
    if (typeof code === 'number' && typeof said === 'string') throw new ProviderRpcError({ code, message: said })
    throw error
  }
}

function describe(method: string, params: unknown, { name, symbol }: SolanaNetwork): Omit<SolanaPlan, 'run'> {
  const on = ['Network', name] as const
  switch (method) {
    case 'solana_signMessage':
      return {
        title: 'Sign this message?',
        lines: [['Message', readable(message(params).message)], on],
        done: 'Signed.',
      }
    case 'solana_signTransaction':
      return {
        title: 'Sign this transaction?',
        lines: [...linesOf(one(params).transaction, symbol), on],
        done: 'Signed.',
      }
    case 'solana_signAllTransactions': {
      const { transactions } = many(params)
      const lines = transactions.flatMap((transaction) => linesOf(transaction, symbol))
      return { title: `Sign ${transactions.length} transactions?`, lines: [...lines, on], done: 'Signed.' }
    }
    case 'solana_signAndSendTransaction':
      return {
        title: 'Send this transaction?',
        lines: [...linesOf(one(params).transaction, symbol), on],
        done: 'Sent.',
      }
    default:
      throw rpcError('unsupported', `This wallet does not do ${method.slice(0, 60)}.`)
  }
}

/** Each instruction as text for the user. The transaction is in base64. */
function linesOf(transaction: string, symbol: string): [string, string][] {
  const bytes = getBase64Encoder().encode(transaction)
  return readTransaction(Uint8Array.from(bytes)).instructions.map((instruction) => lineOf(instruction, symbol))
}

function lineOf(instruction: SolanaInstruction, symbol: string): [string, string] {
  switch (instruction.kind) {
    case 'transfer':
      return ['Sends', `${sol(instruction.lamports)} ${symbol} to ${instruction.to}`]
    case 'tokenTransfer':
      return [
        'Sends',
        `${instruction.amount} of the smallest units of ${instruction.mint ?? 'a token'} to ${instruction.destination}`,
      ]
    case 'tokenApproval':
      return [
        'Lets',
        `${instruction.delegate} spend ${instruction.amount} of the smallest units of ${instruction.mint ?? 'a token'}`,
      ]
    case 'tokenAccount':
      return ['Opens', `an account for ${instruction.mint} of ${instruction.owner}`]
    case 'tokenRevocation':
      return ['Lets', `nobody spend from ${instruction.account} any more`]
    case 'tokenBurn':
      return ['Destroys', `${instruction.amount} of the smallest units of ${instruction.mint ?? 'a token'}`]
    case 'tokenClosing':
      return ['Closes', `${instruction.account}; what is left goes to ${instruction.receiver}`]
    case 'tokenOwner':
      return ['Gives away', `${instruction.account} to ${instruction.authority}`]
    case 'assignment':
      return ['Gives away', `${instruction.account} to the program ${instruction.program}`]
    case 'nonce':
      return ['Stays good', `until the nonce ${instruction.account} is used up`]
    case 'memo':
      return ['Notes', spellOut(instruction.text)]
    case 'bounds':
      return ['Bounds', 'what it may use']
    case 'unitLimit':
      return ['Computes', `at most ${instruction.units} units`]
    case 'unitPrice':
      return ['Offers', `${instruction.microLamports} micro-lamports for each unit`]
    case 'unknown':
      return ['Runs', `a program that this wallet does not know: ${instruction.program}`]
  }
}

const decimals = 9

function sol(lamports: bigint): string {
  const digits = String(lamports).padStart(decimals + 1, '0')
  const part = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${part && `.${part}`}`
}

function readable(text: string): string {
  const bytes = Uint8Array.from(getBase58Encoder().encode(text))
  if (isTransactionMessage(bytes)) throw rpcError('badParams', 'This message is a transaction.')
  try {
    return spellOut(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return `Bytes that are no text: ${text}`
  }
}

/** Stored in plain text by this page, like the other keys. */
function loadSecret(): Uint8Array {
  const known = readWith(list(wholeNumber, { max: 32 }), read('solana'))
  const secret = known?.length === 32 ? Uint8Array.from(known) : crypto.getRandomValues(new Uint8Array(32))
  write('solana', [...secret])
  return secret
}

/**
 * The Bitcoin provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). Every call goes to the connection in the frames, under
 * the method names of paired wallets.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base64, hex } from '@scure/base'
import { fieldOf, quietly } from '../dom.ts'
import type { BitcoinAccount, BitcoinProvider, State } from '../types.ts'
import type { Loaded } from './eip1193.ts'
import { type AccountHost, createOneAccount } from './one-account.ts'

/** @param since the state when the dapp requested the provider: later changes are emitted as events */
export function createProvider(host: AccountHost, since: State = host.store.getState()): Loaded<BitcoinProvider> {
  const { ask, asked, connect, disconnect, listeners, stop } = createOneAccount(host, 'bip122', since, (address) => ({
    address,
  }))
  const provider: BitcoinProvider = {
    connect: (options) => asked(async () => ({ address: await connect(options?.onlyIfTrusted === true) })),
    disconnect: () => asked(disconnect),
    getAccounts: () =>
      asked(async () => {
        const answer = await ask('getAccountAddresses', (account) => ({ account }))
        if (!Array.isArray(answer)) throw odd()
        return answer.map(readAccount)
      }),
    signMessage: (message, options) =>
      asked(async () => {
        const { address, protocol } = options ?? {}
        const answer = await ask('signMessage', (account) => ({
          account,
          message,
          ...(address !== undefined && { address }),
          ...(protocol !== undefined && { protocol }),
        }))
        const signature = textOf(answer, 'signature')
        return quietly(() => base64.encode(hex.decode(signature))) ?? fail()
      }),
    sendTransfer: ({ recipient, amountSats, changeAddress, memo }) =>
      asked(async () => {
        const answer = await ask('sendTransfer', (account) => ({
          account,
          recipientAddress: recipient,
          amount: amountSats,
          ...(changeAddress !== undefined && { changeAddress }),
          ...(memo !== undefined && { memo }),
        }))
        return textOf(answer, 'txid')
      }),
    signPSBT: ({ psbt, inputs, broadcast }) =>
      asked(async () => {
        const signInputs = [...inputs].map(({ address, index }) => ({ address, index }))
        const answer = await ask('signPsbt', (account) => ({
          account,
          psbt,
          signInputs,
          ...(broadcast !== undefined && { broadcast }),
        }))
        const txid = fieldOf(answer, 'txid')
        return { psbt: textOf(answer, 'psbt'), ...(typeof txid === 'string' && { txid }) }
      }),
    ...listeners(() => provider),
  }
  return { provider, stop }
}

function readAccount(told: unknown): BitcoinAccount {
  const [publicKey, path] = [fieldOf(told, 'publicKey'), fieldOf(told, 'path')]
  return {
    address: textOf(told, 'address'),
    purpose: fieldOf(told, 'intention') === 'ordinal' ? 'ordinal' : 'payment',
    ...(typeof publicKey === 'string' && { publicKey }),
    ...(typeof path === 'string' && { path }),
  }
}

function textOf(answer: unknown, field: string): string {
  const text = fieldOf(answer, field)
  return typeof text === 'string' ? text : fail()
}

const odd = () => new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer has an invalid form.' })

function fail(): never {
  throw odd()
}

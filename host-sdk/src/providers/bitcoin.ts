/**
 * The Bitcoin provider of the dapp; loaded when the dapp first uses it (`lazy.ts`). Every call goes to the connection in the frames, under
 * the method names of paired wallets.
 */
import { base64, hex } from '@scure/base'
import { defined } from '../defined.ts'
import { fieldOf, quietly } from '../dom.ts'
import type { BitcoinAccount, BitcoinProvider, State } from '../types.ts'
import type { Loaded } from './eip1193.ts'
import { type AccountHost, createOneAccount, oddAnswer } from './one-account.ts'
import { withRpcErrors } from './rpc-error.ts'

/** @param since the state when the dapp requested the provider: later changes are emitted as events */
export function createProvider(host: AccountHost, since: State = host.store.getState()): Loaded<BitcoinProvider> {
  const { ask, connect, disconnect, listeners, stop } = createOneAccount(host, 'bip122', since, (address) => ({
    address,
  }))
  const provider: BitcoinProvider = {
    connect: (options) => withRpcErrors(async () => ({ address: await connect(options?.onlyIfTrusted === true) })),
    disconnect: () => withRpcErrors(disconnect),
    getAccounts: () =>
      withRpcErrors(async () => {
        const answer = await ask('getAccountAddresses', (account) => ({ account }))
        if (!Array.isArray(answer)) throw oddAnswer()
        return answer.map(readAccount)
      }),
    signMessage: (message, options) =>
      withRpcErrors(async () => {
        const { address, protocol } = options ?? {}
        const answer = await ask('signMessage', (account) => defined({ account, message, address, protocol }))
        const signature = textOf(answer, 'signature')
        return quietly(() => base64.encode(hex.decode(signature))) ?? fail()
      }),
    sendTransfer: ({ recipient, amountSats, changeAddress, memo }) =>
      withRpcErrors(async () => {
        const transfer = { recipientAddress: recipient, amount: amountSats, changeAddress, memo }
        const answer = await ask('sendTransfer', (account) => defined({ account, ...transfer }))
        return textOf(answer, 'txid')
      }),
    signPSBT: ({ psbt, inputs, broadcast }) =>
      withRpcErrors(async () => {
        const signInputs = [...inputs].map(({ address, index }) => ({ address, index }))
        const answer = await ask('signPsbt', (account) => defined({ account, psbt, signInputs, broadcast }))
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

function fail(): never {
  throw oddAnswer()
}

/** `@airlock/host-sdk/appkit-adapter-bitcoin`: for pages that call a Bitcoin wallet with the methods of AppKit's connectors. */
import { AirlockError, type BitcoinAccount, type BitcoinProvider } from '@airlock/host-sdk'
import type { ProviderAdapter } from '@airlock/host-sdk/appkit'

interface SignPsbt {
  psbt: string
  /** None: every input of the account. Only signatures of the whole transaction are requested: `sighashTypes` may be 0 or 1. */
  signInputs: readonly { address: string; index: number; sighashTypes?: readonly number[]; publicKey?: string }[]
  broadcast?: boolean
}

export type SignPSBTParams = SignPsbt

/** The return value of `getWalletProvider('bip122')`. */
export interface BitcoinConnector {
  connect: () => Promise<string>
  disconnect: () => Promise<void>
  getAccountAddresses: () => Promise<BitcoinConnector.AccountAddress[]>
  /** In base64. */
  signMessage: (params: BitcoinConnector.SignMessageParams) => Promise<string>
  /** Resolves with the id of the transaction. */
  sendTransfer: (params: BitcoinConnector.SendTransferParams) => Promise<string>
  signPSBT: (params: BitcoinConnector.SignPSBTParams) => Promise<BitcoinConnector.SignPSBTResponse>
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/** AppKit's names for what the methods take and give. */
export declare namespace BitcoinConnector {
  type AccountAddress = BitcoinAccount
  type SignMessageParams = { message: string; address: string; protocol?: 'ecdsa' | 'bip322' }
  /** `amount` in satoshis. */
  type SendTransferParams = { amount: string; recipient: string; changeAddress?: string; memo?: string }
  type SignPSBTParams = SignPsbt
  type SignPSBTResponse = { psbt: string; txid?: string }
}

export class BitcoinAdapter implements ProviderAdapter<'bip122'> {
  readonly namespace = 'bip122'

  /** @param options AppKit’s examples pass the id of the project here too; `createAppKit` has it already */
  constructor(options: object = {}) {
    for (const [name, value] of Object.entries(options))
      if (value !== undefined && name !== 'projectId')
        throw new AirlockError('NOT_AVAILABLE', {
          message: `\`BitcoinAdapter({ ${name} })\` has no counterpart: the modal lists the wallets, and your page has its networks`,
        })
  }
  attach(): () => void {
    return () => {}
  }
  toWalletProvider(provider: BitcoinProvider): BitcoinConnector {
    return {
      connect: async () => (await provider.connect()).address,
      disconnect: provider.disconnect,
      getAccountAddresses: provider.getAccounts,
      signMessage: ({ message, ...options }) => provider.signMessage(message, options),
      sendTransfer: ({ amount, ...transfer }) => provider.sendTransfer({ ...transfer, amountSats: amount }),
      async signPSBT({ signInputs, ...request }) {
        for (const { sighashTypes = [], address: _, index: __, publicKey: ___, ...others } of signInputs) {
          if (!sighashTypes.every((type) => type === 0 || type === 1))
            throw new AirlockError('METHOD_NOT_ALLOWED', {
              message: 'Only signatures of the whole transaction are asked for: sighashTypes may be 0 or 1',
            })
          for (const name of Object.keys(others))
            throw new AirlockError('METHOD_NOT_ALLOWED', {
              message: `\`signInputs.${name}\` is not offered: the wallet decides how a key of its own signs`,
            })
        }
        return provider.signPSBT({ ...request, inputs: signInputs.map(({ address, index }) => ({ address, index })) })
      },
      on: (event, listener) => void provider.on(event, listener),
      removeListener: (event, listener) => void provider.removeListener(event, listener),
    }
  }
}

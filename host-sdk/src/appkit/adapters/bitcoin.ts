/** `@airlock/host-sdk/appkit-adapter-bitcoin`: for pages that call a Bitcoin wallet with the methods of AppKit's connectors. */
import { AirlockError, type BitcoinAccount, type BitcoinProvider } from '@airlock/host-sdk'
import type { ProviderAdapter } from '@airlock/host-sdk/appkit'

export interface SignPSBTParams {
  psbt: string
  /** None: every input of the account. Only signatures of the whole transaction are requested: `sighashTypes` may be 0 or 1. */
  signInputs: readonly { address: string; index: number; sighashTypes?: readonly number[] }[]
  broadcast?: boolean
}

/** The return value of `getWalletProvider('bip122')`. */
export interface BitcoinConnector {
  connect: () => Promise<string>
  disconnect: () => Promise<void>
  getAccountAddresses: () => Promise<BitcoinAccount[]>
  /** In base64. */
  signMessage: (params: { message: string; address: string; protocol?: 'ecdsa' | 'bip322' }) => Promise<string>
  /** `amount` in satoshis. Resolves with the id of the transaction. */
  sendTransfer: (params: {
    amount: string
    recipient: string
    changeAddress?: string
    memo?: string
  }) => Promise<string>
  signPSBT: (params: SignPSBTParams) => Promise<{ psbt: string; txid?: string }>
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
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
        for (const { sighashTypes = [] } of signInputs)
          if (!sighashTypes.every((type) => type === 0 || type === 1))
            throw new AirlockError('METHOD_NOT_ALLOWED', {
              message: 'Only signatures of the whole transaction are asked for: sighashTypes may be 0 or 1',
            })
        return provider.signPSBT({ ...request, inputs: signInputs.map(({ address, index }) => ({ address, index })) })
      },
      on: (event, listener) => {
        provider.on(event, listener)
      },
      removeListener: (event, listener) => {
        provider.removeListener(event, listener)
      },
    }
  }
}

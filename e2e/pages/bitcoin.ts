/** The Bitcoin provider of the page, as the page's code uses it. */
import type { Airlock, BitcoinProvider } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer'

export type Outcome = { readonly result: unknown } | { readonly code: number }

export function bitcoinOn(page: Page) {
  return {
    /** Calls a method of the provider with these arguments. */
    ask: <M extends Exclude<keyof BitcoinProvider, 'on' | 'removeListener'>>(
      method: M,
      ...given: Parameters<BitcoinProvider[M]>
    ): Promise<Outcome> =>
      page.evaluate(
        async ([name, args]) => {
          // as: set by the host's page object.
          const provider = (Reflect.get(window, 'airlock') as Airlock).provider('bip122')
          try {
            const result: unknown = await Reflect.apply(provider[name], provider, args)
            return { result }
          } catch (error) {
            return { code: Number(Reflect.get(Object(error), 'code')) }
          }
        },
        [method, given] as const,
      ),
  }
}

/** A payment of 60 000 satoshis from a coin of 100 000 at this address, unsigned, with the change going back to it. */
export function paymentFrom(address: string, to: string): { readonly psbt: string; readonly transaction: Transaction } {
  const script = (of: string) => OutScript.encode(Address(NETWORK).decode(of))
  const transaction = new Transaction()
  transaction.addInput({
    txid: hex.decode('ab'.repeat(32)),
    index: 0,
    witnessUtxo: { script: script(address), amount: 100_000n },
  })
  transaction.addOutput({ script: script(to), amount: 60_000n })
  transaction.addOutput({ script: script(address), amount: 39_000n })
  return { psbt: base64.encode(transaction.toPSBT()), transaction }
}

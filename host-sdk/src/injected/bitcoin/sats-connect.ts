/** Calls of sats-connect, as in Xverse and others (`@sats-connect/core`): addresses have a purpose, and each call uses one of them. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../../dom.ts'
import { indexesOf, itemsOf, type Requests } from './functions.ts'
import { nameFor, networkNamed } from './networks.ts'
import { createRpc, isUnknownMethod } from './rpc.ts'
import type { BitcoinWallet, Told, ToldAccount } from './wallet.ts'

/** The wallet's code for a rejection. */
const userRejection = -32000
const purposes = ['payment', 'ordinals']

export function createSatsConnect({ request, addListener }: Requests): BitcoinWallet {
  if (!request) throw new AirlockError('METHOD_NOT_ALLOWED')
  const rpc = createRpc(request, userRejection)
  const network = (answer: unknown) => networkNamed('sats', fieldOf(fieldOf(answer, 'bitcoin'), 'name'))
  const tell = async (answer: unknown): Promise<Told> => ({
    accounts: addressesOf(fieldOf(answer, 'addresses') ?? answer),
    network:
      network(fieldOf(answer, 'network')) ?? network(await rpc('wallet_getNetwork', null).catch(() => undefined)),
  })
  return {
    async connect(wanted) {
      try {
        return await tell(await rpc('wallet_connect', { addresses: purposes, network: nameFor('sats', wanted) }))
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
        return tell(await rpc('getAccounts', { purposes })) // older wallets
      }
    },
    async accounts() {
      try {
        return await tell(await rpc('wallet_getAccount', null))
      } catch {
        return { accounts: [] } // no permission, or the method is unknown: asking would show the wallet's window
      }
    },
    disconnect: () => rpc('wallet_disconnect', null),
    switchNetwork: (wanted) => rpc('wallet_changeNetwork', { name: nameFor('sats', wanted) }),
    async signMessage({ address, message, protocol }) {
      const answer = await rpc('signMessage', {
        address,
        message,
        ...(protocol && { protocol: protocol.toUpperCase() }),
      })
      return fieldOf(answer, 'signature')
    },
    async sendTransfer({ recipient, amount, memo, changeAddress }) {
      if (memo !== undefined || changeAddress !== undefined)
        throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'Not with `memo` or `changeAddress`' })
      return fieldOf(
        await rpc('sendTransfer', { recipients: [{ address: recipient, amount: Number(amount) }] }),
        'txid',
      )
    },
    async signPsbt({ psbt, inputs, broadcast }) {
      const signInputs = Object.fromEntries(indexesOf(inputs))
      const answer = await rpc('signPsbt', { psbt, signInputs, broadcast })
      return { psbt: fieldOf(answer, 'psbt'), txid: fieldOf(answer, 'txid') }
    },
    ...(addListener && {
      listen(listener) {
        const undos = ['accountChange', 'networkChange', 'disconnect'].map((eventName) =>
          quietly(() => addListener({ eventName, cb: listener })),
        )
        return () => {
          for (const undo of undos)
            if (typeof undo === 'function') quietly(() => void Reflect.apply(undo, undefined, []))
        }
      },
    }),
  }
}

/** Keeps only Bitcoin addresses; wallets also return those of Stacks and others. */
const addressesOf = (list: unknown): readonly ToldAccount[] =>
  itemsOf(list).flatMap((one) => {
    const purpose = fieldOf(one, 'purpose')
    return typeof purpose === 'string' && purposes.includes(purpose)
      ? { address: fieldOf(one, 'address'), purpose, publicKey: fieldOf(one, 'publicKey') }
      : []
  })

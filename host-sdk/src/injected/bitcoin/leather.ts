/** Calls of Leather: like sats-connect, with different params. Every call names the network. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base64, hex } from '@scure/base'
import { fieldOf } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'
import { isTaproot, itemsOf, type Requests } from './functions.ts'
import { nameFor } from './networks.ts'
import { createRpc } from './rpc.ts'
import type { BitcoinWallet, Told } from './wallet.ts'

const userRejected = 4001

export function createLeather({ request }: Requests): BitcoinWallet {
  if (!request) throw new AirlockError('METHOD_NOT_ALLOWED')
  const rpc = createRpc(request, userRejected)
  const on = (wanted: CaipNetworkId) => ({ network: nameFor('leather', wanted) })
  /** The accounts last read on this page: the wallet can only return them with a prompt. */
  let latest: Told = { accounts: [] }
  const wallet: BitcoinWallet = {
    async connect(wanted) {
      const answer = await rpc('getAddresses', on(wanted))
      latest = { accounts: itemsOf(fieldOf(answer, 'addresses')).flatMap(readAddress) }
      return latest
    },
    accounts: async () => latest,
    // It has no network of its own, but other addresses on each.
    switchNetwork: (wanted) => wallet.connect(wanted),
    disconnect() {
      latest = { accounts: [] }
    },
    async signMessage({ address, message, protocol }, wanted) {
      const paymentType = isTaproot(address) ? 'p2tr' : 'p2wpkh'
      // Leather signs as in BIP-322, whichever protocol is requested.
      if (protocol === 'ecdsa')
        throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'Leather signs as in BIP-322.' })
      return fieldOf(await rpc('signMessage', { message, paymentType, ...on(wanted) }), 'signature')
    },
    async sendTransfer({ recipient, amount, memo, changeAddress }, wanted) {
      if (memo !== undefined || changeAddress !== undefined)
        throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'Not with `memo` or `changeAddress`' })
      return fieldOf(await rpc('sendTransfer', { recipients: [{ address: recipient, amount }], ...on(wanted) }), 'txid')
    },
    async signPsbt({ psbt, inputs, broadcast }, wanted) {
      const answer = await rpc('signPsbt', {
        hex: hex.encode(base64.decode(psbt)),
        signAtIndex: inputs.map(({ index }) => index),
        broadcast,
        ...on(wanted),
      })
      return { psbt: fieldOf(answer, 'hex'), txid: fieldOf(answer, 'txid') }
    },
  }
  return wallet
}

/** Its taproot address is the ordinals address. */
function readAddress(one: unknown): Told['accounts'] {
  const [address, type] = [fieldOf(one, 'address'), fieldOf(one, 'type')]
  if (fieldOf(one, 'symbol') !== 'BTC') return []
  const purpose = type === 'p2tr' ? 'ordinals' : 'payment'
  return [{ address, purpose, publicKey: fieldOf(one, 'publicKey'), path: fieldOf(one, 'derivationPath') }]
}

/** Calls of the UniSat API, which OKX, Bitget and others share: one address at a time, on the wallet's current network. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base64, hex } from '@scure/base'
import { fieldOf, quietly } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'
import { type Functions, isTaproot, itemsOf } from './functions.ts'
import { nameFor, networkNamed } from './networks.ts'
import type { BitcoinWallet, Told } from './wallet.ts'

/** What is called on the wallet's object. */
export type Unisat = Functions<
  | 'requestAccounts'
  | 'getAccounts'
  | 'getPublicKey'
  | 'getChain'
  | 'getNetwork'
  | 'switchChain'
  | 'switchNetwork'
  | 'signMessage'
  | 'sendBitcoin'
  | 'signPsbt'
  | 'pushPsbt'
  | 'on'
  | 'removeListener'
  | 'disconnect'
>

export function createUnisat(found: Unisat): BitcoinWallet {
  const { requestAccounts, getAccounts, getPublicKey, getChain, getNetwork } = found
  const { switchChain, switchNetwork, signMessage, sendBitcoin, signPsbt, pushPsbt, on, removeListener } = found

  const network = async (): Promise<CaipNetworkId | undefined> =>
    getChain
      ? networkNamed('chain', fieldOf(await getChain(), 'enum'))
      : networkNamed('network', mainnetName(await getNetwork?.()))
  const tell = async (list: unknown): Promise<Told> => {
    const [address] = itemsOf(list)
    if (address === undefined) return { accounts: [] }
    // The public key of the current address. An account is valid without it, because some wallets do not return it.
    const publicKey = await Promise.resolve(quietly(() => getPublicKey?.())).catch(() => undefined)
    return { accounts: [{ address, publicKey }], network: await network() }
  }
  return {
    connect: async () => tell(await requestAccounts?.()),
    accounts: async () => tell((await getAccounts?.()) ?? []),
    disconnect: () => found.disconnect?.(),
    ...((switchChain ?? switchNetwork) && {
      switchNetwork: (wanted) =>
        switchChain ? switchChain(nameFor('chain', wanted)) : switchNetwork?.(nameFor('network', wanted)),
    }),
    ...(signMessage && {
      signMessage: async ({ address, message, protocol = isTaproot(address) ? 'bip322' : 'ecdsa' }) =>
        signMessage(message, protocol === 'bip322' ? 'bip322-simple' : protocol),
    }),
    ...(sendBitcoin && {
      async sendTransfer({ recipient, amount, memo, changeAddress }) {
        if (changeAddress !== undefined)
          throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'Not with `changeAddress`' })
        return sendBitcoin(recipient, Number(amount), ...(memo === undefined ? [] : [{ memo }]))
      },
    }),
    ...(signPsbt && {
      async signPsbt({ psbt, inputs, broadcast }) {
        if (broadcast && !pushPsbt)
          throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The wallet sends no PSBT.' })
        // Finalised only for sending: otherwise another party may still have to sign.
        const signed = await signPsbt(hex.encode(base64.decode(psbt)), {
          autoFinalized: broadcast,
          toSignInputs: inputs.map(({ index, address, sighashTypes }) => ({
            index,
            address,
            ...(sighashTypes && { sighashTypes }),
          })),
        })
        return { psbt: signed, ...(broadcast && { txid: await pushPsbt?.(signed) }) }
      },
    }),
    ...(on && {
      listen(listener) {
        const events = ['accountsChanged', 'accountChanged', 'chainChanged', 'networkChanged', 'disconnect']
        for (const event of events) quietly(() => on(event, listener))
        return () => {
          for (const event of events) quietly(() => removeListener?.(event, listener))
        }
      },
    }),
  }
}

/** Some wallets with this API use the network's usual name. */
const mainnetName = (name: unknown): unknown => (name === 'mainnet' ? 'livenet' : name)

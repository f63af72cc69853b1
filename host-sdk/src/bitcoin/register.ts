import type { Airlock, BitcoinAccount, BitcoinProvider } from '@airlock/host-sdk'
import { fieldOf, inBrowser, quietly } from '../dom.ts'
import { icon } from '../standard/icon.ts'
import { ownMark } from '../standard/own.ts'

const place = 'AirlockBitcoinProvider'

/** sats-connect's error codes, by those of EIP-1193. */
const codes: Readonly<Record<number, number>> = { 4001: -32_000, 4100: -32_002, 4200: -32_601 }

/**
 * Puts Airlock into `window.btc_providers`, the list of sats-connect. Libraries of the page list it as a wallet; connecting it opens the
 * modal. Its addresses are those of the Bitcoin account of the instance.
 * @returns the undo
 */
export function registerSatsConnect(airlock: Airlock): () => void {
  if (!inBrowser()) return () => {}
  const bitcoin = airlock.provider('bip122')
  const provider = Object.freeze({
    [ownMark]: true,
    async request(method: string, params: unknown) {
      const envelope = { jsonrpc: '2.0', id: '1' }
      try {
        return { ...envelope, result: await answer(airlock, bitcoin, method, params) }
      } catch (error) {
        const code = Number(fieldOf(error, 'code'))
        const message = error instanceof Error ? error.message : 'failed'
        return { ...envelope, error: { code: codes[code] ?? (Number.isSafeInteger(code) ? code : -32_603), message } }
      }
    },
    addListener({ eventName, cb }: { eventName: string; cb: (news: unknown) => void }) {
      const event =
        eventName === 'accountChange' ? 'accountChanged' : eventName === 'disconnect' ? eventName : undefined
      if (event === undefined) return () => {}
      const tell = () => cb({ type: eventName })
      bitcoin.on(event, tell)
      return () => void bitcoin.removeListener(event, tell)
    },
  })
  const entry = Object.freeze({ id: place, name: 'Airlock', icon })
  Object.defineProperty(window, place, { value: provider, configurable: true })
  const listed = (): unknown[] => {
    const known = quietly(() => fieldOf(window, 'btc_providers'))
    return Array.isArray(known) ? (known as unknown[]) : []
  }
  Reflect.set(window, 'btc_providers', [...listed(), entry])
  return () => {
    Reflect.set(
      window,
      'btc_providers',
      listed().filter((one) => one !== entry),
    )
    Reflect.deleteProperty(window, place)
  }
}

async function answer(airlock: Airlock, bitcoin: BitcoinProvider, method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'wallet_connect':
    case 'getAddresses':
      await bitcoin.connect()
      return account(airlock, bitcoin)
    case 'getAccounts':
      await bitcoin.connect()
      return (await account(airlock, bitcoin)).addresses
    case 'wallet_getAccount':
      await bitcoin.connect({ onlyIfTrusted: true })
      return account(airlock, bitcoin)
    case 'wallet_getNetwork':
      return networkOf(airlock)
    case 'wallet_disconnect':
      await bitcoin.disconnect()
      return null
    case 'signMessage': {
      const [message, address, protocol] = ['message', 'address', 'protocol'].map((name) => fieldOf(params, name))
      const signature = await bitcoin.signMessage(String(message), {
        ...(typeof address === 'string' && { address }),
        ...((protocol === 'ECDSA' || protocol === 'BIP322') && { protocol: protocol === 'ECDSA' ? 'ecdsa' : 'bip322' }),
      })
      return { signature, address }
    }
    case 'sendTransfer': {
      const recipients = fieldOf(params, 'recipients')
      const [first, ...others] = Array.isArray(recipients) ? (recipients as unknown[]) : []
      if (others.length > 0) throw Object.assign(new Error('One recipient at a time'), { code: -32_602 })
      const recipient = String(fieldOf(first, 'address'))
      return { txid: await bitcoin.sendTransfer({ recipient, amountSats: String(fieldOf(first, 'amount')) }) }
    }
    case 'signPsbt': {
      const inputs = Object.entries(Object(fieldOf(params, 'signInputs')) as Record<string, unknown>).flatMap(
        ([address, indexes]) =>
          (Array.isArray(indexes) ? (indexes as unknown[]) : []).map((index) => ({ address, index: Number(index) })),
      )
      const broadcast = fieldOf(params, 'broadcast') === true
      return bitcoin.signPSBT({ psbt: String(fieldOf(params, 'psbt')), inputs, broadcast })
    }
    default:
      throw Object.assign(new Error(`${method} is not supported`), { code: -32_601 })
  }
}

async function account(airlock: Airlock, bitcoin: BitcoinProvider) {
  const accounts = await bitcoin.getAccounts()
  return {
    id: airlock.getState().accounts.bip122?.wallet?.id ?? place,
    addresses: accounts.map(toAddress),
    walletType: 'software',
    network: networkOf(airlock),
  }
}

const toAddress = ({ address, purpose, publicKey = '' }: BitcoinAccount) => ({
  address,
  publicKey,
  purpose: purpose === 'ordinal' ? 'ordinals' : purpose,
  addressType: typeOf(address),
  walletType: 'software',
})

/** Detected by the address form, which the modal has checked. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+1p/, 'p2tr'],
  [/^[a-z]+1q.{38}$/, 'p2wpkh'],
  [/^[a-z]+1q/, 'p2wsh'],
  [/^[23]/, 'p2sh'],
]
const typeOf = (address: string): string => forms.find(([form]) => form.test(address))?.[1] ?? 'p2pkh'

const names: Readonly<Record<string, string>> = {
  '000000000019d6689c085ae165831e93': 'Mainnet',
  '000000000933ea01ad0ee984209779ba': 'Testnet',
  '00000000da84f2bafbbc53dee25a72ae': 'Testnet4',
  '00000008819873e925422c1ff0f99f7c': 'Signet',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'Regtest',
}

/** The account's network, or the page's first one. */
function networkOf(airlock: Airlock) {
  const account = airlock.getState().accounts.bip122?.caipAddress
  const id = account ?? airlock.networks.find(({ chainNamespace }) => chainNamespace === 'bip122')?.caipNetworkId
  return { bitcoin: { name: names[id?.split(':')[1] ?? ''] ?? 'Mainnet' } }
}

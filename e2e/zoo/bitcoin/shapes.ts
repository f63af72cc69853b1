/** What Bitcoin wallets look like in a page: an object with functions, and the place where pages find it. */
import { base64, hex } from '@scure/base'
import { type createEvents, icon, type Listener } from '../wallet.ts'

/** What such a wallet does, apart from its shape. */
export interface Core {
  readonly connect: () => Promise<readonly object[]>
  readonly accounts: () => Promise<readonly object[]>
  readonly disconnect: () => Promise<void>
  readonly network: () => Promise<string>
  readonly move: (network: string) => Promise<void>
  readonly signMessage: (message: string, address?: string, protocol?: string) => Promise<string>
  readonly send: () => Promise<string>
  /** A transaction in base64, and which of its inputs. */
  readonly signPsbt: (psbt: string, indexes: readonly number[]) => Promise<string>
}

type Events = ReturnType<typeof createEvents>
interface Addressed {
  readonly address?: string
  readonly publicKey?: string
}
const first = (list: readonly Addressed[]): Addressed => list[0] ?? {}
const inHex = (text: string) => hex.encode(base64.decode(text))

interface Params {
  readonly name?: string
  readonly network?: string
  readonly address?: string
  readonly message?: string
  readonly protocol?: string
  readonly psbt?: string
  readonly signInputs?: Readonly<Record<string, readonly number[]>>
  readonly hex?: string
  readonly signAtIndex?: readonly number[]
  readonly paymentType?: string
}
type Method = (params: Params) => Promise<unknown>

/** JSON-RPC over one function. @param refused its code for a refusal */
const requestOver = (methods: Readonly<Record<string, Method>>, refused: number) => (method: string, params?: Params) =>
  Promise.resolve()
    .then(() => {
      const run = methods[method]
      if (!run) throw { code: -32601, message: 'Unknown method.' }
      return run(params ?? {})
    })
    .then(
      (result) => ({ jsonrpc: '2.0', id: '1', result: result ?? null }),
      ({ code = -32603, message = 'failed' }: { code?: number; message?: string }) => ({
        jsonrpc: '2.0',
        id: '1',
        error: { code: code === 4001 ? refused : code, message },
      }),
    )

/** Xverse and others, in their list. */
function satsConnect(core: Core, events: Events) {
  const told = async (addresses: Promise<readonly Addressed[]>) => ({
    addresses: await addresses,
    network: { bitcoin: { name: await core.network() } },
  })
  return {
    provider: {
      request: requestOver(
        {
          wallet_connect: () => told(core.connect()),
          wallet_getAccount: () => told(core.accounts()),
          wallet_getNetwork: async () => ({ bitcoin: { name: await core.network() } }),
          wallet_disconnect: core.disconnect,
          wallet_changeNetwork: ({ name = '' }) => core.move(name),
          getAccounts: core.connect,
          signMessage: async ({ message = '', address, protocol }) => ({
            signature: await core.signMessage(message, address, protocol),
          }),
          sendTransfer: async () => ({ txid: await core.send() }),
          signPsbt: async ({ psbt = '', signInputs = {} }) => ({
            psbt: await core.signPsbt(psbt, Object.values(signInputs).flat()),
          }),
        },
        -32000,
      ),
      addListener: ({ cb }: { readonly cb: Listener }) => events.add('change', cb),
    },
    place: (page: object, provider: object) =>
      void Object.assign(page, { OddProvider: provider, btc_providers: [{ id: 'OddProvider', name: 'Odd', icon }] }),
  }
}

/** UniSat, and those with its API: one address at a time. */
function unisat(core: Core, events: Events) {
  const nameOf = (network: string) => (network === 'Mainnet' ? 'BITCOIN_MAINNET' : 'BITCOIN_TESTNET')
  const address = (list: readonly Addressed[]) => [first(list).address]
  return {
    provider: {
      requestAccounts: async () => address(await core.connect()),
      getAccounts: () => core.accounts().then(address, () => []),
      getPublicKey: async () => first(await core.accounts()).publicKey,
      getChain: async () => ({ enum: nameOf(await core.network()) }),
      switchChain: (name: string) => core.move(name === 'BITCOIN_MAINNET' ? 'Mainnet' : 'Testnet'),
      signMessage: (message: string, type: string) =>
        core.signMessage(message, undefined, type === 'ecdsa' ? 'ECDSA' : 'BIP322'),
      sendBitcoin: () => core.send(),
      signPsbt: async (psbt: string, { toSignInputs }: { toSignInputs: readonly { readonly index: number }[] }) => {
        const indexes = toSignInputs.map(({ index }) => index)
        return inHex(await core.signPsbt(base64.encode(hex.decode(psbt)), indexes))
      },
      disconnect: core.disconnect,
      on: (_: string, listener: Listener) => events.add('change', listener),
      removeListener: (_: string, listener: Listener) => events.remove('change', listener),
    },
    place: (page: object, provider: object) => void Object.assign(page, { unisat: provider }),
  }
}

/** Leather: every call names its network, and nothing is told of changes. */
function leather(core: Core) {
  const on = async <Value>(network: string | undefined, ask: () => Promise<Value>): Promise<Value> => {
    await core.move(network === 'testnet' ? 'Testnet' : 'Mainnet')
    return ask()
  }
  return {
    provider: {
      isLeather: true,
      request: requestOver(
        {
          getAddresses: ({ network }) =>
            on(network, async () => ({
              addresses: ((await core.connect()) as readonly { readonly addressType?: string }[]).map((told) => ({
                ...told,
                symbol: 'BTC',
                type: told.addressType,
              })), // as: the addresses of the keys
            })),
          signMessage: ({ network, message = '' }) =>
            on(network, async () => ({ signature: await core.signMessage(message, undefined, 'BIP322') })),
          sendTransfer: ({ network }) => on(network, async () => ({ txid: await core.send() })),
          signPsbt: ({ network, hex: psbt = '', signAtIndex = [] }) =>
            on(network, async () => ({
              hex: inHex(await core.signPsbt(base64.encode(hex.decode(psbt)), signAtIndex)),
            })),
        },
        4001,
      ),
    },
    place: (page: object, provider: object) => void Object.assign(page, { LeatherProvider: provider }),
  }
}

export const shapes = { 'sats-connect': satsConnect, unisat, leather } as const

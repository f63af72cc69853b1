/** The part of a Wallet Standard wallet that runs in the page, like an extension's. It has no key and calls Node. */
import type { Reply } from './in-page.ts'

export type InPageStandardWallet = {
  /** Name of the function that calls the wallet in Node. */
  readonly binding: string
  readonly name: string
  readonly icon: string
  /** The standard's names of the networks that it serves. */
  readonly chains: readonly string[]
  /** Features that it does not have. */
  readonly lacks: readonly string[]
}

/** An account as Node tells of it. */
export type ToldAccount = { readonly address: string; readonly publicKey: readonly number[] }

/** Passed to the page as text and run before its first script, so it may use nothing from this file but types. */
export function provideStandardWallet({ binding, name, icon, chains, lacks }: InPageStandardWallet): void {
  if (window.top !== window) return
  type Listener = (change: { readonly accounts: readonly object[] }) => void
  const listeners = new Set<Listener>()
  // as: our own function on the other side of this binding, in this folder.
  const call = Reflect.get(window, binding) as (method: string, params: unknown) => Promise<Reply>
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const reply = await call(method, params)
    // Wallets of this standard say a refusal in words.
    if ('error' in reply) throw new Error(reply.error.message)
    return reply.result
  }
  const toList = (bytes: unknown) => (bytes instanceof Uint8Array ? [...bytes] : [])
  // as: what our own code in Node answers.
  const toBytes = (list: unknown) => Uint8Array.from(list as number[])
  let accounts: readonly object[] = []
  const hold = (told: unknown) => {
    // as: what our own code in Node answers.
    accounts = (told as ToldAccount[]).map(({ address, publicKey }) =>
      Object.freeze({ address, publicKey: toBytes(publicKey), chains, features: Object.keys(features) }),
    )
    return accounts
  }
  // A symbol, so that scripts of the page do not find it by listing names.
  Object.defineProperty(window, Symbol.for(binding), {
    value: (told: unknown) => {
      hold(told)
      for (const listener of listeners) listener({ accounts })
    },
  })

  type Input = { readonly account: { readonly address: string }; readonly [part: string]: unknown }
  const each = async <T>(inputs: readonly Input[], run: (input: Input) => Promise<T>): Promise<T[]> => {
    const outputs: T[] = []
    for (const input of inputs) outputs.push(await run(input))
    return outputs
  }
  const supportedTransactionVersions = ['legacy', 0]
  const all: Readonly<Record<string, object>> = {
    'standard:connect': {
      version: '1.0.0',
      connect: async (input?: { silent?: boolean }) => ({ accounts: hold(await ask('connect', input ?? {})) }),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => {
        await ask('disconnect', {})
        hold([])
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: Listener) {
        if (event === 'change') listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: Input[]) =>
        each(inputs, async ({ account, message }) => ({
          signedMessage: message,
          signature: toBytes(await ask('signMessage', { address: account.address, bytes: toList(message) })),
        })),
    },
    'solana:signIn': {
      version: '1.0.0',
      // as: what our own code in Node answers.
      signIn: async (...inputs: readonly { readonly address?: string }[]) => {
        const outputs: object[] = []
        for (const input of inputs) {
          const answer = (await ask('signIn', input)) as { message: number[]; signature: number[] }
          const account = accounts.find((one) => Reflect.get(one, 'address') === input.address)
          outputs.push({
            account,
            signedMessage: toBytes(answer.message),
            signature: toBytes(answer.signature),
          })
        }
        return outputs
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: (...inputs: Input[]) =>
        each(inputs, async ({ account, chain, transaction }) => ({
          signedTransaction: toBytes(
            await ask('signTransaction', { address: account.address, chain, bytes: toList(transaction) }),
          ),
        })),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signAndSendTransaction: (...inputs: Input[]) =>
        each(inputs, async ({ account, chain, transaction, options }) => ({
          signature: toBytes(
            await ask('signAndSendTransaction', {
              address: account.address,
              chain,
              bytes: toList(transaction),
              options: options ?? {},
            }),
          ),
        })),
    },
  }
  const features = Object.fromEntries(Object.entries(all).filter(([feature]) => !lacks.includes(feature)))
  const wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon,
    chains,
    features,
    get accounts() {
      return accounts
    },
  })
  type List = { readonly register: (wallet: object) => unknown }
  const register = (list: List) => list.register(wallet)
  // as: the event of a list of wallets, by the standard.
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<List>).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

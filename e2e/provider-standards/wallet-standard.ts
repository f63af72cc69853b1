/** The Wallet Standard, read with its own libraries: `getWallets`, and the checks of its Solana packages. */
import { expect } from '../test.ts'
import type { Probe } from './probe.ts'
import { inPage, type Rule } from './rule.ts'

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}
interface Wallet {
  readonly version: string
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly accounts: readonly Account[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
interface Standards {
  readonly changes: readonly { readonly event: string; readonly name: string }[]
  readonly getWallets: () => { get: () => readonly Wallet[] }
  readonly isSolanaChain: (chain: string) => boolean
  readonly isCompatible: (wallet: Wallet) => boolean
  readonly verifyMessageSignature: (parts: object) => boolean
  readonly register: () => () => void
}

const standard = (rule: Omit<Rule, 'standard' | 'on'>): Rule => ({
  standard: 'Wallet Standard',
  on: ['paired', 'embedded'],
  ...rule,
})
const required = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
  'solana:signMessage': 'signMessage',
  'solana:signIn': 'signIn',
} as const

const read = ({ page }: Probe) =>
  page.evaluate(() => {
    const { getWallets, isSolanaChain, isCompatible, changes } = Reflect.get(window, 'standards') as Standards
    const wallet = getWallets()
      .get()
      .find(({ name }) => name === 'Airlock')
    if (!wallet) return undefined
    const { version, name, icon, chains, accounts, features } = wallet
    return {
      version,
      name,
      icon,
      chains: [...chains],
      accounts: accounts.map(({ address, publicKey, ...account }) => ({
        address,
        bytes: publicKey.length,
        chains: [...account.chains],
        features: [...account.features],
      })),
      features: Object.fromEntries(
        Object.entries(features).map(([key, feature]) => [
          key,
          Object.entries(feature).map(([part, value]) =>
            part === 'version' ? `version ${String(value)}` : `${part}: ${typeof value}`,
          ),
        ]),
      ),
      isCompatible: isCompatible(wallet),
      hasSolana: chains.some((chain) => isSolanaChain(chain)),
      changes: [...changes],
    }
  })

export const walletStandardRules: readonly Rule[] = [
  standard({
    source: 'registerWallet: both orders',
    rule: 'a list that was there before has the wallet at its registration, and until the undo',
    when: 'before',
    async check(probe) {
      expect(await read(probe)).toBeUndefined()
      await probe.page.evaluate(() => {
        const { register } = Reflect.get(window, 'standards') as Standards
        register()()
        register()
        const { getWallets } = Reflect.get(window, 'standards') as Standards
        const lengths: number[] = []
        Reflect.set(window, 'lengths', lengths)
        const on = getWallets().get()[0]?.features['standard:events']?.on as (
          event: string,
          listener: (change: { accounts?: readonly Account[] }) => void,
        ) => void
        on('change', ({ accounts }) => void lengths.push(accounts?.length ?? -1))
      })
      const wallet = await read(probe)
      expect(wallet?.changes).toEqual(
        ['register', 'unregister', 'register'].map((event) => ({ event, name: 'Airlock' })),
      )
    },
  }),
  standard({
    source: 'registerWallet: both orders',
    rule: 'a list that comes later finds it with its `app-ready` event, once',
    when: 'before',
    check: inPage(() => {
      const names: string[] = []
      const register = ({ name }: Wallet) => {
        names.push(name)
        return () => {}
      }
      const ready = () => window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
      ready()
      ready()
      return names
    }, ['Airlock']),
  }),
  standard({
    source: 'Wallet: version, name, icon, chains',
    rule: 'version 1.0.0, a base64 picture, and chains of the registry that Solana libraries know',
    when: 'before',
    async check(probe) {
      const wallet = await read(probe)
      expect(wallet).toMatchObject({
        version: '1.0.0',
        icon: expect.stringMatching(/^data:image\/(svg\+xml|png|webp|gif);base64,[\w+/]+=*$/),
        chains: [probe.world.solana.caip2, 'solana:localnet'],
        hasSolana: true,
        isCompatible: true,
      })
    },
  }),
  standard({
    source: 'Wallet: features',
    rule: 'the standard’s and Solana’s features, each with its version and method',
    when: 'before',
    async check(probe) {
      const features = (await read(probe))?.features
      expect(Object.keys(features ?? {})).toEqual(Object.keys(required))
      for (const [key, method] of Object.entries(required))
        expect(features?.[key]).toEqual(expect.arrayContaining(['version 1.0.0', `${method}: function`]))
    },
  }),
  standard({
    source: 'standard:connect: silent',
    rule: 'a silent connect without a stored connection lists nothing, asks nobody and loads nothing',
    when: 'before',
    async check({ page, frames }) {
      const accounts = await page.evaluate(async () => {
        const { getWallets } = Reflect.get(window, 'standards') as Standards
        const connect = getWallets().get()[0]?.features['standard:connect']?.connect as (
          input: object,
        ) => Promise<{ accounts: readonly Account[] }>
        return (await connect({ silent: true })).accounts.length
      })
      expect([accounts, frames()]).toEqual([0, 1])
    },
  }),
  standard({
    source: 'WalletAccount',
    rule: 'the account has its address, its key of 32 bytes, and the chains and features of the wallet',
    when: 'connected',
    async check(probe) {
      const wallet = await read(probe)
      expect(wallet?.accounts).toEqual([
        {
          address: (await probe.dapp.state()).accounts.solana?.address,
          bytes: 32,
          chains: wallet?.chains,
          features: ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'],
        },
      ])
    },
  }),
  standard({
    source: 'Wallet, WalletAccount: read-only',
    rule: 'a page cannot change the wallet, its account, or the key that other libraries read',
    when: 'connected',
    check: inPage(() => {
      const { getWallets } = Reflect.get(window, 'standards') as Standards
      const [wallet] = getWallets().get()
      const [account] = wallet?.accounts ?? []
      if (!wallet || !account) return 'none'
      const first = account.publicKey[0]
      account.publicKey[0] = (first ?? 0) + 1
      const frozen = [wallet, wallet.features, wallet.accounts, wallet.chains, account, account.chains]
      return [frozen.every((part) => Object.isFrozen(part)), account.publicKey[0] === first]
    }, [true, true]),
  }),
  standard({
    source: 'solana:signMessage',
    rule: 'the signature is that of the account over the message, by the standard’s own check',
    when: 'connected',
    async check({ page, visitor, dapp }) {
      const asked = page.evaluate(async () => {
        const { getWallets, verifyMessageSignature } = Reflect.get(window, 'standards') as Standards
        const [wallet] = getWallets().get()
        const sign = wallet?.features['solana:signMessage']?.signMessage as (
          input: object,
        ) => Promise<readonly { signedMessage: Uint8Array; signature: Uint8Array }[]>
        const message = new TextEncoder().encode('hello, standard')
        const [account] = wallet?.accounts ?? []
        const [output] = await sign({ account, message })
        return verifyMessageSignature({ message, ...output, publicKey: account?.publicKey })
      })
      await visitor.approve('message')
      expect(await asked).toBe(true)
      await dapp.expectClosed()
    },
  }),
  standard({
    source: 'solana:signMessage: account',
    rule: 'a request for another account is refused',
    when: 'connected',
    check: inPage(async () => {
      const { getWallets } = Reflect.get(window, 'standards') as Standards
      const sign = getWallets().get()[0]?.features['solana:signMessage']?.signMessage as (
        input: object,
      ) => Promise<unknown>
      const account = { address: '11111111111111111111111111111111' }
      return sign({ account, message: new Uint8Array([1]) }).then(
        () => 'signed',
        (error: unknown) => [error instanceof Error, Reflect.get(Object(error), 'code') as unknown],
      )
    }, [true, 4100]),
  }),
  standard({
    source: 'standard:events: change',
    rule: '`change` told the account and, at the end, an empty list; the wallet stays registered',
    when: 'after',
    async check(probe) {
      const wallet = await read(probe)
      expect(wallet?.accounts).toEqual([])
      expect(await probe.page.evaluate(() => Reflect.get(window, 'lengths') as unknown)).toEqual([1, 0])
    },
  }),
]

/** Libraries of a page that discover wallets: one by EIP-6963, one by the Wallet Standard. */
import type { Page } from '@playwright/test'
import type { Answer } from './dapp.ts'

interface Info {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}
interface Listed {
  readonly name: string
  readonly chains: readonly string[]
  readonly accounts: readonly { readonly address: string; readonly publicKey: readonly number[] }[]
}

type Provider = { request: (call: object) => Promise<unknown> }
type Detail = { readonly info: Info; readonly provider: Provider }
type Wallet = {
  readonly name: string
  readonly chains: readonly string[]
  readonly accounts: readonly { readonly address: string; readonly publicKey: Uint8Array }[]
  readonly features: {
    readonly 'standard:connect': { connect: (input: object) => Promise<Pick<Wallet, 'accounts'>> }
    readonly 'solana:signMessage': {
      signMessage: (input: object) => Promise<readonly { readonly signature: Uint8Array }[]>
    }
  }
}
type Airlock = { on: (event: 'open', listener: () => void) => unknown }
type Libraries = { readonly details: Detail[]; readonly wallets: Set<Wallet> }

export function librariesOn(page: Page, rdns: string) {
  return {
    /** Call it before Airlock is created, like libraries that are part of the page. */
    begin: () =>
      page.evaluate((own) => {
        const libraries: Libraries = { details: [], wallets: new Set() }
        // as: the event types of the standards
        window.addEventListener('eip6963:announceProvider', (event) => {
          const { detail } = event as CustomEvent<Detail>
          if (detail.info.rdns === own) libraries.details.push(detail)
        })
        const register = (wallet: Wallet) => {
          libraries.wallets.add(wallet)
          return () => libraries.wallets.delete(wallet)
        }
        window.addEventListener('wallet-standard:register-wallet', (event) =>
          (event as CustomEvent<(list: object) => void>).detail({ register }),
        )
        window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
        Reflect.set(window, 'libraries', libraries)
      }, rdns),
    /** Creates the SDK and starts wagmi while the page loads, in one task. The page is `wagmi-host.html`. */
    reconnect: (options: object, chain: { readonly chainId: number; readonly name: string }) =>
      page.evaluate(
        async ({ extra, id, chainName }) => {
          // as: what our own test page put there.
          const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: object) => Airlock }
          const startWagmi = Reflect.get(window, 'startWagmi') as (id: number, name: string) => Promise<object>
          const airlock = createAirlock({ ...(Reflect.get(window, 'demoConfig') as object), ...extra })
          let opened = false
          airlock.on('open', () => {
            opened = true
          })
          Object.assign(window, { airlock })
          return { ...(await startWagmi(id, chainName)), opened }
        },
        { extra: options, id: chain.chainId, chainName: chain.name },
      ),
    /** As an adapter of the Wallet Standard reconnects: waits for the wallet of this name, and connects without asking the user. */
    connectSilently: (name: string): Promise<string[]> =>
      page.evaluate(async (wanted) => {
        const wallets = new Set<Wallet>()
        const found = await new Promise<Wallet>((resolve) => {
          const register = (wallet: Wallet) => {
            wallets.add(wallet)
            if (wallet.name === wanted) resolve(wallet)
            return () => wallets.delete(wallet)
          }
          window.addEventListener('wallet-standard:register-wallet', (event) =>
            (event as CustomEvent<(list: object) => void>).detail({ register }),
          )
          window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
        })
        const { accounts } = await found.features['standard:connect'].connect({ silent: true })
        return accounts.map(({ address }) => address)
      }, name),
    /** Requests announcements; returns all received so far. */
    ask: (): Promise<Info[]> =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('eip6963:requestProvider'))
        return (Reflect.get(window, 'libraries') as Libraries).details.map(({ info }) => info) // as: set above
      }),
    request: (method: string, params: readonly unknown[] = []): Promise<Answer> =>
      page.evaluate(
        (call) => {
          const detail = (Reflect.get(window, 'libraries') as Libraries).details.at(-1) // as: set above
          if (!detail) throw new Error('Nothing was announced')
          return detail.provider.request(call).then(
            (result) => ({ result }),
            (error: unknown) => ({
              code: Number(Reflect.get(Object(error), 'code')),
              message: String(Reflect.get(Object(error), 'message')),
            }),
          )
        },
        { method, params },
      ),
    /** The wallets in the list of the Wallet Standard. */
    listed: (): Promise<Listed[]> =>
      page.evaluate(() =>
        [...(Reflect.get(window, 'libraries') as Libraries).wallets].map(({ name, chains, accounts }) => ({
          name,
          chains: [...chains],
          accounts: accounts.map(({ address, publicKey }) => ({ address, publicKey: [...publicKey] })),
        })),
      ),
    /** The names in a wallet list that another library creates now. */
    listedLate: (): Promise<string[]> =>
      page.evaluate(() => {
        const names: string[] = []
        const register = ({ name }: Wallet) => {
          names.push(name)
          return () => {}
        }
        window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
        return names
      }),
    signMessage: async (message: Uint8Array): Promise<Uint8Array> =>
      Uint8Array.from(
        await page.evaluate(
          async (bytes) => {
            const [wallet] = (Reflect.get(window, 'libraries') as Libraries).wallets // as: set above
            const [account] = wallet?.accounts ?? []
            const asked = wallet?.features['solana:signMessage'].signMessage({
              account,
              message: Uint8Array.from(bytes),
            })
            return [...((await asked)?.[0]?.signature ?? [])]
          },
          [...message],
        ),
      ),
  }
}

/**
 * Reads wallets of the page that are registered in the Wallet Standard, for Solana. Loaded for pages with a Solana network. Hostile input:
 * each field is read once, inside `try`, and only bounded copies leave this file (C181).
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { fieldOf, quietly } from '../dom.ts'
import { chainsOf } from '../standard/chains.ts'
import { ownMark } from '../standard/own.ts'
import type { Network } from '../types.ts'
import { type Provider, readIcon, readName } from './read.ts'
import type { Found, ReadStandard } from './registry.ts'
import { listenForWallets } from './wallet-standard-list.ts'
import { accountsOf, readFeatures, textsOf } from './wallet-standard-parts.ts'

const namespace = 'solana'

export const readStandardWallets: ReadStandard = (registry, networks) =>
  listenForWallets(registry, (wallet) => readStandardWallet(wallet, networks))

/** `undefined` for anything that cannot connect and sign on Solana, and for a wallet of Airlock. */
export const readStandardWallet = (wallet: unknown, networks: () => readonly Network[]): Found | undefined =>
  quietly(() => {
    if (typeof wallet !== 'object' || wallet === null || Reflect.get(wallet, ownMark) === true) return undefined
    const name = readName(fieldOf(wallet, 'name'))
    const icon = readIcon(fieldOf(wallet, 'icon'))
    const chains = textsOf(fieldOf(wallet, 'chains'))
    const features = readFeatures(fieldOf(wallet, 'features'))
    if (!name || !features || !chains.some((chain) => chain.startsWith(`${namespace}:`))) return undefined
    /** The wallet's name for a network of the page. */
    const chainOf = (network: Network | undefined) => network && chainsOf(network).find((one) => chains.includes(one))
    const own = () => networks().filter((network) => network.chainNamespace === namespace)
    const provider: Provider = {
      namespace,
      identity: wallet,
      async request(call, scope) {
        const { callFeature } = await import('./wallet-standard-calls.ts')
        const chain = chainOf(own().find(({ caipNetworkId }) => caipNetworkId === scope))
        return callFeature({ features, accounts: () => accountsOf(fieldOf(wallet, 'accounts')) }, call, chain)
      },
      on(event, listener) {
        if (event !== 'accountsChanged' || !features.on) return () => {}
        const addresses = () => accountsOf(fieldOf(wallet, 'accounts')).map((account) => account.address)
        const off = quietly(() => features.on?.('change', () => quietly(() => listener(addresses()))))
        return () => {
          if (typeof off === 'function') quietly(() => void Reflect.apply(off, undefined, []))
        }
      },
    }
    const serves = (): Caip2[] => own().flatMap((network) => (chainOf(network) ? network.caipNetworkId : []))
    return { name, icon, uuid: undefined, rdns: undefined, provider, serves }
  })

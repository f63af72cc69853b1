/**
 * Cleans names given by the page before they enter the state, so that titles, rows, sentences and announcements may
 * show them as they are (T18).
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { CustomWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { toDisplayText } from '../../shared/format/display-text.ts'
import type { DappData, FrameOptions } from './options.ts'

export const cleanNetwork = ({ name, currency, ...network }: Network): Network => ({
  ...network,
  name: toDisplayText(name, { fallback: network.id }),
  currency: { ...currency, name: toDisplayText(currency.name), symbol: toDisplayText(currency.symbol) },
})

const cleanWallet = (wallet: CustomWallet): CustomWallet => ({
  ...wallet,
  name: toDisplayText(wallet.name, { fallback: wallet.id }),
})

export const cleanOptions = (options: FrameOptions): FrameOptions => ({
  ...options,
  networks: options.networks.map(cleanNetwork),
  customWallets: options.customWallets.map(cleanWallet),
})

export const cleanDapp = (dapp: DappData): DappData => ({ ...dapp, name: toDisplayText(dapp.name) })

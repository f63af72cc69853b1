/**
 * All pictures of the listing, by kind (from the path) and id: the logos known to `npm run marks`, and a monogram for all others. Built at
 * start; a request is only a look-up.
 */
import logos from './logos.json' with { type: 'json' }
import { drawMark, monogram } from './marks.ts'
import type { WalletAnswer } from './wallets.ts'

/** Ids of networks and connectors as in the hosted listing, so that the same options show the same networks here. */
export const assets: Readonly<Record<string, string>> = {
  'ba0ba0cd-17c6-4806-ad93-f9d174f17900': 'Ethereum',
  'ab9c186a-c52f-464b-2906-ca59d760a400': 'Optimism',
  '93564157-2e8e-4ce7-81df-b264dbee9b00': 'BNB Chain',
  '02b53f6a-e3d4-479e-1cb4-21178987d100': 'Gnosis',
  '2257980a-3463-48c6-cbac-a42d2a956e00': 'Unichain',
  '41d04d42-da3b-4453-8506-668cc0727900': 'Polygon',
  '06b26297-fe0c-4733-5d6b-ffa5498aac00': 'Fantom',
  '6a97d510-cac8-4e58-c7ce-e8681b044c00': 'Hedera',
  '5a73b3dd-af74-424e-cae0-0de859ee9400': 'Filecoin',
  'b310f07f-4ef7-49f3-7073-2a0a39685800': 'zkSync',
  '3897a66d-40b9-4833-162f-a2c90531c900': 'Metis',
  '161038da-44ae-4ec7-1208-0ea569454b00': 'Moonbeam',
  'f1d73bb6-5450-4e18-38f7-fb6484264a00': 'Moonriver',
  '4eeea7ef-0014-4649-5d1d-07271a80f600': 'Unichain Sepolia',
  'b8101fc0-9c19-4b6f-ec65-f6dfff106e00': 'Ronin',
  'fc2427d1-5af9-4a9c-8da5-6f94627cd900': 'Abstract',
  '34e68754-e536-40da-c153-6ef2e7188a00': 'IoTeX',
  'e86fae9b-b770-4eea-e520-150e12c81100': 'Mantle',
  '7289c336-3981-4081-c5f4-efc26ac64a00': 'Base',
  'f926ff41-260d-4028-635e-91913fc28e00': 'Evmos',
  '0a728e83-bacb-46db-7844-948f05434900': 'Monad',
  '3bff954d-5cb0-47a0-9a23-d20192e74600': 'Arbitrum',
  'ab781bbc-ccc6-418d-d32d-789b15da1f00': 'Celo',
  '30c46e53-e989-45fb-4549-be3bd4eb3b00': 'Avalanche',
  'e329c2c9-59b0-4a02-83e4-212ff3779900': 'Berachain',
  'a18a7ecd-e307-4360-4746-283182228e00': 'Base Sepolia',
  '845c60df-d429-4991-e687-91ae45791600': 'Zora',
  'e909ea0a-f92a-4512-c8fc-748044ea6800': 'Sepolia',
  '3ff73439-a619-4894-9262-4470c773a100': 'Aurora',
  'a1b58899-f671-4276-6a5e-56ca5bd59700': 'Solana',
  '0b4838db-0161-4ffe-022d-532bf03dba00': 'Bitcoin',
  '39354064-d79b-420b-065d-f980c4b78200': 'Bitcoin Testnet',
  '0c2840c3-5b04-4c44-9661-fbd4b49e1800': 'Coinbase',
  '461db637-8616-43ce-035a-d89b8a1d5800': 'Safe',
  '54a1aa77-d202-4f8d-0fb2-5d2bb6db0300': 'Ledger',
  'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400': 'WalletConnect',
  '07ba87ed-43aa-4adf-4540-9e6a2b9cae00': 'Browser Wallet',
}

const currencies: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CHF: 'Fr',
  CAD: '$',
  AUD: '$',
  BRL: 'R$',
  INR: '₹',
  KRW: '₩',
  TRY: '₺',
  MXN: '$',
  SGD: '$',
  PLN: 'zł',
}

export const tokens =
  'ETH WETH USDC USDT DAI WBTC BTC SOL MATIC POL BNB AVAX FTM GLMR CELO XDAI ARB OP UNI LINK AAVE CRV ENS BAL SNX LDO MKR 1INCH GNO DOT ADA NEAR TRX'.split(
    ' ',
  )

export const pictureKinds = ['wallet', 'asset', 'currency', 'token'] as const
export type PictureKind = (typeof pictureKinds)[number]

export type Pictures = Readonly<Record<PictureKind, ReadonlyMap<string, string>>>

const known: Readonly<Record<'wallet' | 'asset' | 'token', Readonly<Record<string, string>>>> = logos

const drawMonogram = (id: string, name: string): string => drawMark({ id, name, label: monogram(name) })

export const drawPictures = (wallets: readonly WalletAnswer[]): Pictures => ({
  wallet: new Map(wallets.map(({ id, image_id, name }) => [image_id, known.wallet[id] ?? drawMonogram(id, name)])),
  asset: new Map(Object.entries(assets).map(([id, name]) => [id, known.asset[id] ?? drawMonogram(id, name)])),
  currency: new Map(
    Object.entries(currencies).map(([code, sign]) => [
      code,
      drawMark({ id: `currency ${code}`, name: code, label: sign }),
    ]),
  ),
  token: new Map(
    tokens.map((symbol) => [
      symbol,
      known.token[symbol] ?? drawMark({ id: `token ${symbol}`, name: symbol, label: symbol }),
    ]),
  ),
})

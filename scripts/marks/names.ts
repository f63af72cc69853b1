/**
 * Maps our entries to logos of the package. Entries that are missing here keep their monogram. Files are below `dist/svgs`, without their
 * extension.
 */

const wallet = (file: string) => `wallets/background/${file}`
const network = (file: string) => `networks/background/${file}`
const exchange = (file: string) => `exchanges/background/${file}`
const token = (file: string) => `tokens/background/${file}`

/** By the name in wallets.json. */
export const wallets: Readonly<Record<string, string>> = {
  MetaMask: wallet('metamask'),
  'Trust Wallet': wallet('trust'),
  'OKX Wallet': wallet('okx'),
  'Binance Wallet': exchange('binance'),
  'Coinbase Wallet': wallet('coinbase'),
  Phantom: wallet('phantom'),
  'Bitget Wallet': exchange('bitget'),
  Rainbow: wallet('rainbow'),
  'Uniswap Wallet': token('UNI'),
  'Bybit Wallet': exchange('bybit'),
  TokenPocket: wallet('token-pocket'),
  'Ledger Wallet': wallet('ledger'),
  'Crypto.com Onchain': exchange('crypto-com'),
  imToken: wallet('imtoken'),
  '1inch Wallet': token('1INCH'),
  'Kraken Wallet': wallet('kraken'),
  Safe: wallet('safe'),
  Rabby: wallet('rabby'),
  'Ronin Wallet': wallet('ronin'),
  Exodus: wallet('exodus'),
  'Trezor Suite': wallet('trezor'),
  Solflare: wallet('solflare'),
  Backpack: wallet('backpack'),
  'Coin98 Super Wallet': wallet('coin98'),
  'MEW wallet': wallet('my-ether-wallet'),
  'Atomic Wallet': wallet('atomic'),
  AlphaWallet: wallet('alpha-wallet'),
  'Sequence Wallet': wallet('sequence'),
  Pillar: wallet('pillar'),
}

/** By the name of the asset in pictures.ts. */
export const assets: Readonly<Record<string, string>> = {
  Ethereum: network('ethereum'),
  Optimism: network('optimism'),
  'BNB Chain': network('binance-smart-chain'),
  Gnosis: network('gnosis'),
  Unichain: network('unichain'),
  Polygon: network('polygon'),
  Fantom: network('fantom'),
  Hedera: network('hedera-hashgraph'),
  Filecoin: network('filecoin'),
  zkSync: network('zksync'),
  Metis: network('metis-andromeda'),
  Moonbeam: network('moonbeam'),
  Moonriver: network('moonriver'),
  'Unichain Sepolia': network('unichain'),
  Ronin: network('ronin'),
  Abstract: network('abstract'),
  IoTeX: network('iotex'),
  Mantle: network('mantle'),
  Base: network('base'),
  Monad: network('monad'),
  Arbitrum: network('arbitrum-one'),
  Celo: network('celo'),
  Avalanche: network('avalanche'),
  Berachain: network('berachain'),
  'Base Sepolia': network('base'),
  Zora: network('zora'),
  Sepolia: network('ethereum'),
  Aurora: network('aurora'),
  Solana: network('solana'),
  Bitcoin: network('bitcoin'),
  'Bitcoin Testnet': network('bitcoin'),
  Coinbase: wallet('coinbase'),
  Safe: wallet('safe'),
  Ledger: wallet('ledger'),
  WalletConnect: wallet('wallet-connect'),
}

/** By symbol: the tokens of pictures.ts that the package has, except symbols that belong to another token there. */
export const tokenFile = (symbol: string): string => (symbol === 'ARB' ? network('arbitrum-one') : token(symbol))

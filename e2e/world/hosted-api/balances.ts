/** Balances in the hosted API's format: unknown values are omitted, and pictures are on other sites. */

const cdn = 'https://cdn.example'
const token = (chainId: string, digit: string) => `${chainId}:0x${digit.repeat(40)}`

const onEvm = (chainId: string): readonly unknown[] => [
  {
    name: 'Ethereum',
    symbol: 'ETH',
    chainId,
    value: 3_662.4,
    price: 3_052,
    quantity: { decimals: '18', numeric: '1.2' },
    iconUrl: `${cdn}/eth.png`,
    // Grows over time; a reader ignores it.
    isVerified: true,
  },
  {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId,
    address: token(chainId, 'a'),
    value: 25,
    price: 1,
    quantity: { decimals: '6', numeric: '25' },
    iconUrl: `${cdn}/usdc.png`,
  },
  // No price is known: 0, and no value.
  {
    name: 'Harbour Points',
    symbol: 'HRB',
    chainId,
    address: token(chainId, 'b'),
    price: 0,
    quantity: { decimals: '18', numeric: '12.5' },
    iconUrl: '',
  },
  // Null here, omitted elsewhere.
  {
    name: 'Dust',
    symbol: 'DUST',
    chainId,
    address: token(chainId, 'c'),
    value: null,
    price: 0,
    quantity: { decimals: '8', numeric: '0.00000001' },
    iconUrl: null,
  },
  // An unknown network and another one: neither was requested.
  {
    name: 'Nowhere',
    symbol: 'NWH',
    address: token('eip155:1', 'd'),
    price: 0,
    quantity: { decimals: '18', numeric: '1' },
    iconUrl: '',
  },
  {
    name: 'Elsewhere',
    symbol: 'ELS',
    chainId: 'eip155:59144',
    address: token('eip155:59144', 'e'),
    value: 9,
    price: 9,
    quantity: { decimals: '18', numeric: '1' },
    iconUrl: '',
  },
  // One malformed row.
  { name: 'Odd', symbol: 'ODD', chainId, price: '1', quantity: null, iconUrl: '' },
]

/** Always from mainnet, whatever cluster was requested. The currency has an address that is not a mint. */
const onSolana = (chainId: string): readonly unknown[] => [
  {
    name: 'Solana',
    symbol: 'SOL',
    chainId,
    address: 'So11111111111111111111111111111111111111111',
    value: 300,
    price: 150,
    quantity: { decimals: '9', numeric: '2' },
    iconUrl: `${cdn}/sol.png`,
  },
  {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId,
    address: `${chainId}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
    value: 5,
    price: 1,
    quantity: { decimals: '6', numeric: '5' },
    iconUrl: '',
  },
  // From the other provider: only the mint.
  {
    name: 'Tether USD',
    symbol: 'USDT',
    chainId,
    address: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    value: 7,
    price: 1,
    quantity: { decimals: '6', numeric: '7' },
    iconUrl: '',
  },
]

export const balancesOn = (chainId: string): readonly unknown[] =>
  chainId.startsWith('solana:') ? onSolana(chainId) : onEvm(chainId)

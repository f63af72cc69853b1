/** Balances as the hosted API writes them (facts §3.11): what is not known is left out, and pictures are on other sites. */

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
  // Null in place of what is left out elsewhere.
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
  // A network that the server does not know, and another one: neither is of the asked network.
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
  // One odd row.
  { name: 'Odd', symbol: 'ODD', chainId, price: '1', quantity: null, iconUrl: '' },
]

/** Of mainnet, whatever cluster was asked for. The currency has an address that is no mint. */
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
  // From the other provider: the mint alone.
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

/** What the stand-ins of the providers answer, some of it unusable, as real ones do. */

export const coinbaseOptions = {
  payment_currencies: [
    {
      id: 'USD',
      limits: [
        { id: 'card', min: '10', max: '7500' },
        { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
      ],
    },
  ],
  purchase_currencies: [
    {
      id: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
      name: 'Ethereum\u202e',
      symbol: 'ETH',
      networks: [
        { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' },
        { name: 'base-mainnet', display_name: 'Base', chain_id: '8453', contract_address: '' },
        { name: 'bitcoin', display_name: 'Bitcoin', chain_id: '0', contract_address: '' },
      ],
    },
  ],
}
export const sum = (value: string, currency = 'USD') => ({ value, currency })
export const coinbaseQuote = {
  payment_total: sum('100'),
  payment_subtotal: sum('97.5'),
  purchase_amount: sum('0.0312', 'ETH'),
  coinbase_fee: sum('1.5'),
  network_fee: sum('1'),
  quote_id: 'q-1',
}
export const meldAnswers = () => ({
  '/service-providers/properties/crypto-currencies': [
    { currencyCode: 'ETH', name: 'Ether', chainCode: 'ETH', chainName: 'Ethereum', chainId: '1' },
    {
      currencyCode: 'USDC_POLYGON',
      name: 'USDC',
      chainCode: 'POLYGON',
      chainName: 'Polygon',
      chainId: '137',
      contractAddress: '0x1',
    },
    { currencyCode: 'KCS_KCC', name: '#REF!', chainCode: 'KCC', chainName: 'KuCoin', chainId: '0' },
    { nonsense: true },
  ],
  '/service-providers/limits/fiat-currency-purchases': [
    { currencyCode: 'EUR', minimumAmount: 20.004, maximumAmount: 5000 },
  ],
  '/payments/crypto/quote': {
    quotes: [
      { serviceProvider: 'LOW', sourceAmount: 100, destinationAmount: 0.02, totalFee: 3, networkFee: 1 },
      { serviceProvider: 'BEST', sourceAmount: 100, destinationAmount: 0.03, totalFee: 2, networkFee: 0.5 },
      { serviceProvider: 'NO', sourceAmount: -1, destinationAmount: 9e99 },
    ],
  },
  '/crypto/session/widget': { widgetUrl: 'https://meldcrypto.com/?token=abc' },
})
export const checkoutAnswers = () => ({
  '/api/offer': {
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '5.00', max: '900.00' }] }],
    purchaseCurrencies: [
      {
        id: 'TST',
        name: 'Test',
        symbol: 'TST',
        networks: [
          { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: `0x${'1'.repeat(40)}` },
        ],
      },
    ],
  },
})

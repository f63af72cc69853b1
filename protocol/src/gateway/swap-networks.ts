/**
 * Uniswap-style swap contracts on the networks of specification §9. The gateway quotes and builds with them; the modal calls no others,
 * whatever a gateway returns. A test compares Uniswap's own contracts with the published addresses, and verifies all checksums.
 */
import * as z from 'zod/mini'
import type { Caip2 } from '../scalars/caip.ts'
import { EvmAddress } from '../scalars/values.ts'
import { Text } from './text.ts'

type Address = `0x${string}`

const V2Venue = z.strictObject({
  /** The exchange. */
  name: Text,
  factory: EvmAddress,
  /** Compatible with UniswapV2Router02. */
  router: EvmAddress,
})
const V3Venue = z.strictObject({
  name: Text,
  factory: EvmAddress,
  /** Compatible with QuoterV2. */
  quoter: EvmAddress,
  /** Compatible with SwapRouter02. */
  router: EvmAddress,
})
export const SwapNetwork = z.strictObject({
  /** The wrapped currency, compatible with WETH9. */
  wrapped: EvmAddress,
  /** Base tokens of routes, besides `wrapped`. None of them charges a transfer fee. */
  bases: z.array(EvmAddress).check(z.maxLength(8)),
  v2: z.optional(V2Venue),
  v3: z.optional(V3Venue),
})
export type SwapNetwork = z.infer<typeof SwapNetwork>
type V2Venue = z.infer<typeof V2Venue>
type V3Venue = z.infer<typeof V3Venue>

/** Uniswap v3 has the same addresses on its first networks. */
const firstV3: V3Venue = {
  name: 'Uniswap',
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
}
const uniswapV2 = (factory: Address, router: Address): V2Venue => ({ name: 'Uniswap', factory, router })
const sushiV2: V2Venue = {
  name: 'SushiSwap',
  factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
  router: '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
}

export const swapNetworks: Readonly<Partial<Record<Caip2, SwapNetwork>>> = {
  'eip155:1': {
    wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    bases: [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', // USDC
      '0xdAC17F958D2ee523a2206206994597C13D831ec7', // USDT
      '0x6B175474E89094C44Da98b954EedeAC495271d0F', // DAI
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', // WBTC
    ],
    v2: uniswapV2('0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'),
    v3: firstV3,
  },
  'eip155:10': {
    wrapped: '0x4200000000000000000000000000000000000006',
    bases: [
      '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', // USDC
      '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', // USDT
      '0x4200000000000000000000000000000000000042', // OP
    ],
    v2: uniswapV2('0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2'),
    v3: firstV3,
  },
  'eip155:56': {
    wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    bases: [
      '0x55d398326f99059fF775485246999027B3197955', // USDT
      '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', // USDC
      '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', // BTCB
      '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', // ETH
    ],
    v2: uniswapV2('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    v3: {
      name: 'Uniswap',
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    },
  },
  'eip155:100': {
    wrapped: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    bases: [
      '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83', // USDC
      '0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1', // WETH
      '0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb', // GNO
    ],
    v2: sushiV2,
  },
  'eip155:137': {
    wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    bases: [
      '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', // USDC
      '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', // USDT
      '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', // WETH
      '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', // USDC of the bridge
    ],
    v2: uniswapV2('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0xedf6066a2b290C185783862C7F4776A2C8077AD1'),
    v3: firstV3,
  },
  'eip155:250': {
    wrapped: '0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83',
    bases: [
      '0x04068DA6C83AFCFA0e13ba15A6696662335D5B75', // USDC
      '0x28a92dde19D9989F39A49905d7C9C2FAc7799bDf', // USDC of LayerZero
    ],
    v2: {
      name: 'SpookySwap',
      factory: '0x152eE697f2E276fA89E96742e9bB9aB1F2E61bE3',
      router: '0xF491e7B69E4244ad4002BC14e878a34207E38c29',
    },
  },
  'eip155:324': {
    wrapped: '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91',
    bases: [
      '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', // USDC
      '0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4', // USDC of the bridge
      '0x493257fD37EDB34451f62EDf8D2a0C418852bA4C', // USDT
    ],
    v3: {
      name: 'Uniswap',
      factory: '0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422',
      quoter: '0x8Cb537fc92E26d8EBBb760E632c95484b6Ea3e28',
      router: '0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3',
    },
  },
  'eip155:8217': {
    wrapped: '0x19Aac5f612f524B754CA7e7c41cbFa2E981A4432',
    bases: [
      '0xceE8FAF64bB97a73bb51E115Aa89C17FfA8dD167', // USDT of the bridge
      '0xd077A400968890Eacc75cdc901F0356c943e4fDb', // USDT
    ],
    v2: {
      name: 'DragonSwap',
      factory: '0x224302153096E3ba16c4423d9Ba102D365a94B2B',
      router: '0x8203cBc504CE43c3Cad07Be0e057f25B1d4DB578',
    },
  },
  'eip155:8453': {
    wrapped: '0x4200000000000000000000000000000000000006',
    bases: [
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', // USDC
      '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', // DAI
      '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', // cbBTC
    ],
    v2: uniswapV2('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    v3: {
      name: 'Uniswap',
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    },
  },
  'eip155:42161': {
    wrapped: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    bases: [
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', // USDC
      '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', // USDT
      '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', // WBTC
      '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', // USDC of the bridge
    ],
    v2: uniswapV2('0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    v3: firstV3,
  },
  'eip155:43114': {
    wrapped: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    bases: [
      '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', // USDC
      '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', // USDT
      '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB', // WETH
    ],
    v2: uniswapV2('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    v3: {
      name: 'Uniswap',
      factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
      router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    },
  },
  'eip155:1313161554': {
    wrapped: '0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB',
    bases: [
      '0xB12BFcA5A55806AaF64E99521918A4bf0fC40802', // USDC
      '0x4988a896b1227218e4A686fdE5EabdcAbd91571f', // USDT
      '0xC42C30aC6Cc15faC9bD938618BcaA1a1FaE8501d', // wNEAR
    ],
    v2: {
      name: 'Trisolaris',
      factory: '0xc66F594268041dB60507F00703b152492fb176E7',
      router: '0x2CB45Edb4517d5947aFdE3BEAbF95A582506858B',
    },
  },
}

/** Router functions that a swap may call: exact amount in, minimum out, explicit recipient. No others are decoded. */
import { parseAbi } from 'viem'

/** UniswapV2Router02 and compatible routers. */
export const router02 = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable',
])

/** SwapRouter02: a batch with a deadline. */
export const swapRouter02 = parseAbi(['function multicall(uint256 deadline, bytes[] data) payable'])

/** Functions with which the batch may begin. */
export const swaps = parseAbi([
  'struct Input { bytes path; address recipient; uint256 amountIn; uint256 minimum; }',
  'function exactInput(Input params) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 minimum, address[] path, address to) payable',
])

/** Functions with which it may end, if the router holds the output. */
export const handingOn = parseAbi([
  'function unwrapWETH9(uint256 minimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 minimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepTokenWithFee(address token, uint256 minimum, address recipient, uint256 feeBips, address feeRecipient) payable',
])

/** WETH9 and compatible contracts. */
export const wrapping = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** As a recipient, it means the router itself. */
export const routerItself = '0x0000000000000000000000000000000000000002'

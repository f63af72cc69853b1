/**
 * The methods that only an EVM wallet answers, whichever network it is on, as the libraries of pages know them. Apart from the allowlist:
 * libraries send some that it refuses, and a page that uses them loads no schemas for this.
 */
import { connectionMethods } from './connection-methods.ts'

export const ofWallet: readonly string[] = [
  ...connectionMethods.keys(),
  'eth_accounts',
  'eth_chainId',
  'eth_sendTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_sendTransaction',
  'wallet_showCallsStatus',
  'wallet_watchAsset',
]

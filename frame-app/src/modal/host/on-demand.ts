/** Requests of the page that are handled in a file which loads with the first of them. All wait for it, so they keep their order. */
export const onDemand = [
  'SWITCH_NETWORK',
  'SEND',
  'SWAP',
  'BUY',
  'SIGN_IN',
  'SIGN_OUT',
  'LOGIN_RESUME',
  'ADD_NETWORK',
  'REMOVE_NETWORK',
  'ADD_ADAPTER',
  'REMOVE_ADAPTER',
  'UPDATE_FEATURES',
  'SYNC_DAPP_DATA',
  'SYNC_HINTS',
  'SYNC_LABELS',
] as const
export type OnDemand = (typeof onDemand)[number]

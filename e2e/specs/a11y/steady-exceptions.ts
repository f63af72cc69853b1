/**
 * States in which a control is at another place than in the other states of its view, by view and reason. Nobody sees the control move:
 * these states do not follow the others while the view is open, or only by way of one without the control.
 */
const ownText = 'an outcome with a text of its own length, reached only by way of waiting'
const otherName = 'another name or address, which needs more lines'
const saidAbove = 'what was filled in is not the user’s own: said above it'

export const apart: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Connect: { 'other ways to connect, or terms, above the field': ['everything', 'email', 'terms-checkbox'] },
  ConnectingExternal: { [ownText]: ['pending'], [otherName]: ['long-name'] },
  ConnectingWalletConnectBasic: { [ownText]: ['refused', 'unusable'] },
  ConnectingWalletConnect: {
    'another way to the wallet': ['code-failed', 'code-refused', 'code-clock-wrong', 'code-unusable'],
    'a phone': ['phone-browse', 'phone', 'phone-back', 'phone-overdue', 'phone-unopened'],
    [otherName]: ['unbroken-name'],
  },
  OpenWallet: { [otherName]: ['long-name'] },
  EmailVerifyOtp: {
    [otherName]: ['long-address'],
    'the next step, which has failed': [
      'failed-device-removed',
      'failed-no-way-in',
      'failed-other-wallet',
      'failed-not-your-wallet',
      'failed-unavailable',
      'failed-unknown',
    ],
  },
  UpdateEmailSecondaryOtp: { [otherName]: ['long-address'] },
  ConnectingSocial: { [ownText]: ['expired'] },
  SwitchNetwork: { [ownText]: ['pending'], [otherName]: ['long-name'] },
  GetWallet: { 'a list of wallets': ['listed'] },
  Error: { 'another error': ['expired', 'wallet-not-loaded', 'other'], [otherName]: ['long-address'] },
  SignPsbt: { 'another transaction': ['many-outputs'] },
  Profile: { 'other rows above, of another account': ['email', 'named', 'no-gateway'], [otherName]: ['long-name'] },
  Receive: { 'another account': ['unlisted-network'] },
  Send: { [saidAbove]: ['from-the-page', 'another-account'] },
  Swap: { [saidAbove]: ['by-page', 'other-account'] },
  OnRamp: { [saidAbove]: ['by-page'] },
  SwapPreview: { [ownText]: ['gateway-lies'] },
  BuyInProgress: { 'a later step': ['failed', 'late'] },
  RegisterAccountNameSuccess: { [otherName]: ['long-name'] },
}

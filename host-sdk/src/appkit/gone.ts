/** Methods of AppKit that cannot exist here. Each one throws its message. */
import { cannot } from './refuse.ts'

const inFrame = 'cannot be called from the page: the modal alone decides what is connected'
const remote = 'has no counterpart: there is no remote configuration'
const text = 'cannot be called from the page: a page cannot write into the modal'
const route = 'cannot be called from the page: pass a `view` to `open`'
const names = 'has no counterpart: the SDK makes no request of its own'
const pairing = 'has no counterpart: the pairing client runs in the frame'

export const goneMethods = {
  addConnector: 'has no counterpart: pass a wallet of your page in `externalWallets`',
  deleteConnection: inFrame,
  switchConnection: inFrame,
  setConnections: inFrame,
  setConnectors: inFrame,
  setConnectedWalletInfo: inFrame,
  getConnectors: 'has no counterpart: the list of wallets stays in the modal, so that no script of the page learns it',
  getConnectorImage:
    'has no counterpart: the list of wallets stays in the modal; `getWalletInfo` has the picture of the connected one',
  getRecentConnections: 'has no counterpart: recently used wallets are stored by the modal',
  setApprovedCaipNetworksData: inFrame,
  setRequestedCaipNetworks: 'has no counterpart: use `addNetwork` and `removeNetwork`',
  setCaipNetwork: 'has no counterpart: use `switchNetwork`',
  setCaipNetworkOfNamespace: 'has no counterpart: use `switchNetwork`',
  setCaipAddress: inFrame,
  setBalance: inFrame,
  setProfileName: inFrame,
  setProfileImage: inFrame,
  setUser: inFrame,
  setStatus: inFrame,
  setAddressExplorerUrl: inFrame,
  setSmartAccountDeployed: inFrame,
  setPreferredAccountType: 'has no counterpart: the user chooses the type in the modal',
  subscribeShouldUpdateToAddress: 'has no counterpart: both types of an account have the same address',
  resetAccount: 'has no counterpart: use `disconnect`',
  resetNetwork: 'has no counterpart: use `disconnect`',
  resetWcConnection: 'has no counterpart: use `disconnect`',
  setLoading: inFrame,
  setEIP6963Enabled: 'has no counterpart: installed wallets are offered; hide one with `excludeWalletIds`',
  setClientId: names,
  fetchIdentity: names,
  getReownName: names,
  syncIdentity: names,
  getUniversalProvider: pairing,
  handleUnsafeRPCRequest: 'has no counterpart: the modal checks every request before a wallet sees it',
  showErrorMessage: text,
  showSuccessMessage: text,
  replace: route,
  redirect: route,
  popTransactionStack: route,
  isTransactionStackEmpty: route,
  getRemoteFeatures: remote,
  updateRemoteFeatures: remote,
  subscribeRemoteFeatures: remote,
  updateOptions:
    'has no counterpart: options are fixed when the instance is created; `updateFeatures` changes features',
  setTermsConditionsUrl: 'has no counterpart: pass `termsConditionsUrl` to `createAppKit`',
  setPrivacyPolicyUrl: 'has no counterpart: pass `privacyPolicyUrl` to `createAppKit`',
} as const

type Gone = { [name in keyof typeof goneMethods]: (...args: unknown[]) => never }

/** A class whose methods all throw: the base of `AppKit`. */
export const Refusing = (() => {
  class Base {}
  for (const [name, why] of Object.entries(goneMethods))
    Object.defineProperty(Base.prototype, name, { value: () => cannot(name, why) })
  return Base as new () => Gone // as: the loop has defined the methods
})()

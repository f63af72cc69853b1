/**
 * Which texts of the modal a host may replace. Locked: texts that name the origin, show an address, tell the user what to check, ask for
 * a decision about security, or report its outcome. Every group of the catalogue must have a rule here; otherwise it does not compile.
 */
import type { ModalKey } from './message.ts'

type GroupOf<Key extends string> = Key extends `${infer Group}.${string}` ? Group : never

/** All keys of a group locked, all free, or free except for keys with one of these prefixes. */
type Rule = 'locked' | 'free' | { readonly locked: readonly string[] }

export const groups: Readonly<Record<GroupOf<ModalKey>, Rule>> = {
  account: {
    locked: [
      'account.address.',
      'account.addresses',
      'account.devices',
      'account.email',
      'account.label',
      'account.name.',
      'account.network.unsupported',
      'account.recovery',
      'account.signOut',
      'account.switchAddress',
    ],
  },
  activity: {
    locked: [
      'activity.from',
      'activity.to',
      'activity.unlimited',
      'activity.allOf',
      'activity.spender',
      'activity.status.',
      'activity.verb.',
    ],
  },
  allWallets: { locked: ['allWallets.certified', 'allWallets.installed'] },
  approveSignature: 'locked',
  approveTransaction: 'locked',
  common: 'free',
  compatible: 'locked',
  connect: { locked: ['connect.badge.', 'connect.disputed', 'connect.hasMore'] },
  connecting: 'free',
  downloads: { locked: ['downloads.text'] },
  email: 'locked',
  emailChange: 'locked',
  emailCode: 'locked',
  emailDevice: 'locked',
  emailOpen: 'locked',
  error: { locked: ['error.originNotAllowed.'] },
  farcaster: 'locked',
  getWallet: { locked: ['getWallet.note'] },
  help: 'locked',
  live: { locked: ['live.email.', 'live.signIn', 'live.signedIn', 'live.switch'] },
  multichain: 'free',
  inApp: 'free',
  names: { locked: ['names.declined', 'names.failed', 'names.problem.secret', 'names.signing', 'names.success.title'] },
  networks: 'free',
  nft: { locked: ['nft.spam'] },
  nfts: 'free',
  onramp: 'locked',
  openWallet: 'locked',
  origin: 'locked',
  pairing: 'free',
  platform: 'free',
  profile: { locked: ['profile.privacy', 'profile.disconnect', 'profile.type.'] },
  receive: 'locked',
  send: 'locked',
  sendReview: 'locked',
  sendToken: 'free',
  signPsbt: 'locked',
  siwx: 'locked',
  smartSessions: 'locked',
  social: 'locked',
  swap: 'locked',
  swapReview: 'locked',
  swapToken: 'free',
  switchAddress: 'locked',
  switchChain: 'free',
  switchNetwork: 'locked',
  time: 'free',
  toast: {
    locked: ['toast.actionNotAllowed', 'toast.authenticationProblem', 'toast.codeResent', 'toast.sendFailed'],
  },
  transaction: 'locked',
  unsupported: 'locked',
  walletScreen: 'locked',
  whatIsANetwork: 'free',
  whatIsAWallet: { locked: ['whatIsAWallet.control.'] },
}

export function isLocked(key: ModalKey): boolean {
  const group = key.slice(0, key.indexOf('.')) as GroupOf<ModalKey> // as: every key has a dot
  const rule = groups[group]
  return typeof rule === 'string' ? rule === 'locked' : rule.locked.some((prefix) => key.startsWith(prefix))
}

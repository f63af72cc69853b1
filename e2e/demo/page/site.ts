/** The two sites that show this page: the project trusts one for approvals inside the modal, but not the other. */
import type { DemoConfig } from '../config.ts'
import { byId, setText } from '../dom.ts'

export const siteWords = {
  app: {
    name: 'Airlock demo',
    heading: 'A wallet modal that lives in its own origin',
    approvals:
      'With an email wallet, transactions and messages are approved in a window of the wallet’s own: the project does not vouch for this page.',
    other: 'Open the second site, where they are approved inside the modal',
  },
  market: {
    name: 'Airlock market',
    heading: 'The same wallet on a second site',
    approvals:
      'With an email wallet, transactions and messages are approved inside the modal: the project has pinned this page as trusted.',
    other: 'Open the first site, where they are approved in a window of its own',
  },
} as const satisfies Readonly<Record<DemoConfig['site']['name'], unknown>>

/** About the account of a demo wallet that is new in this browser. */
const walletWords = {
  withPast:
    'The Demo Wallet reaches only the local chains. In every browser it begins with the same account, which has three years of transactions and a key that is no secret.',
  random:
    'The Demo Wallet keeps a random key in this browser, reaches only the local chains and gives itself 10 ETH on each that it has nothing on.',
} as const

export function bindSite({ site, walletKey }: DemoConfig): void {
  const words = siteWords[site.name]
  setText(byId('wallet-about', HTMLElement), walletKey === undefined ? walletWords.random : walletWords.withPast)
  document.title = words.name
  setText(byId('brand-name', HTMLElement), words.name)
  setText(byId('intro-title', HTMLElement), words.heading)
  setText(byId('site-approvals', HTMLElement), words.approvals)
  const other = byId('site-other', HTMLAnchorElement)
  setText(other, words.other)
  other.href = site.otherUrl
}

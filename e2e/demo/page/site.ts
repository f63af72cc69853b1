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

export function bindSite({ site }: DemoConfig): void {
  const words = siteWords[site.name]
  document.title = words.name
  setText(byId('brand-name', HTMLElement), words.name)
  setText(byId('intro-title', HTMLElement), words.heading)
  setText(byId('site-approvals', HTMLElement), words.approvals)
  const other = byId('site-other', HTMLAnchorElement)
  setText(other, words.other)
  other.href = site.otherUrl
}

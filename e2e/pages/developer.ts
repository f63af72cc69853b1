/** Imitates a developer's mistake: the page changes the id of a network in its own list without telling the modal. */
import type { Airlock } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'

export const switchToUnknown = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { networks } = Reflect.get(window, 'demoConfig') as { networks: { caipNetworkId: string }[] } // as: our own page
    const last = networks.at(-1)
    const known = last?.caipNetworkId
    if (!last || !known) throw new Error('The page lists no network')
    last.caipNetworkId = 'eip155:5'
    await (Reflect.get(window, 'airlock') as Airlock).switchNetwork('eip155:5').catch(() => {})
    last.caipNetworkId = known
  })

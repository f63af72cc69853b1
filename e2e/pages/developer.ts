/** Imitates a developer's mistake: a network added to the page's own list without telling the modal. */
import type { Airlock } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'

export const switchToUnknown = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { networks } = Reflect.get(window, 'demoConfig') as { networks: object[] } // as: set by our own page
    networks.push({ ...networks[0], caipNetworkId: 'eip155:5' })
    await (Reflect.get(window, 'airlock') as Airlock).switchNetwork('eip155:5').catch(() => {})
  })

/** A user opens the wallet in a tab, and does what the screen offers until it is open. */
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { ServiceRefusal } from '../../frame-app/src/wallet/custody/service.ts'
import { Died, type Tab } from './browser.ts'
import type { Deployment } from './deployment.ts'
import { isAway, maxTries, type Person } from './person.ts'

export const openAccount = async (deployment: Deployment, first: Tab, person: Person): Promise<Addresses> =>
  (await openAccountIn(deployment, first, person)).addresses

/**
 * Opens the wallet. Signs in if no user is signed in, or if the service demands a fresh login; if the service is
 * unavailable, reloads the page once it is back. Returns the tab in which it is open.
 */
export async function openAccountIn(
  deployment: Deployment,
  first: Tab,
  person: Person,
): Promise<{ readonly tab: Tab; readonly addresses: Addresses }> {
  let tab = first
  for (let tries = 1; ; tries += 1)
    try {
      if (tab.session.userId() === undefined) await person.signIn(tab)
      return { tab, addresses: await tab.open() }
    } catch (error) {
      if (error instanceof Died || tries === maxTries) throw error
      const isEnded = tab.session.userId() === undefined
      if (asksForLogin(error) && !isEnded) await tab.account.signOut()
      else if (isAway(error)) await deployment.ready()
      else if (readLoginFailure(error)?.reason === 'COOL_DOWN') await deployment.advance(31_000)
      else if (!isEnded) throw error
      tab = tab.reload()
    }
}
/** The session is too old to add a device, or the recovery check has expired. */
const asksForLogin = (error: unknown): boolean =>
  (error instanceof ServiceRefusal && error.code === 'REAUTH_REQUIRED') || readLoginFailure(error)?.reason === 'EXPIRED'

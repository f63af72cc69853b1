/** The browser's virtual authenticator. It keeps its passkeys while the page is open, on any site. */
import type { Page } from '@playwright/test'

export interface Authenticator {
  /** From now on, somebody else holds it. After their wrong tries it stays locked. */
  losesUser(): Promise<void>
}

export async function addAuthenticator(
  page: Page,
  { hasPrf = true }: { readonly hasPrf?: boolean } = {},
): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    losesUser: async () => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
  }
}

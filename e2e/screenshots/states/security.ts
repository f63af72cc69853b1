/** The wallet frame's prompts other than approvals, on the fixture that renders each screen from data. */
import type { State } from './state.ts'

/** Each screen, and a text that identifies it. */
const screens: Readonly<Record<string, RegExp>> = {
  locked: /It has not been used/,
  'locked-crashed': /stopped unexpectedly/,
  'locked-passkey': /Use your passkey/,
  unlocking: /Unlocking/,
  unreachable: /Your wallet is safe/,
  'unreachable-passkey': /opens the wallet without it/,
  'not-stored': /stores it there again/,
  'not-stored-alone': /known to this browser only/,
  'other-wallet': /has another wallet/,
  'other-wallet-alone': /No passkey opens yours/,
  'passkey-stopped': /wasn’t used/,
  'passkey-wrong': /Not a passkey of this wallet/,
  'new-device': /Open your wallet here/,
  'new-device-waiting': /Waiting for your passkey/,
  'new-device-stopped': /wasn’t used/,
  'devices-loading': /Loading/,
  'devices-failed': /couldn’t be loaded/,
  devices: /Each site in each browser/,
  'devices-removed': /It is signed out/,
  'devices-ask': /Remove Safari on iPhone/,
  'devices-removing': /Removing/,
  'devices-unreachable': /Nothing was changed/,
  'devices-stale': /sign-in within the last five minutes/,
  'devices-ask-this': /what this browser keeps/,
  'devices-ask-alone': /can’t be forgotten/,
  forgotten: /no longer keeps anything of the wallet/,
  'forgotten-untold': /couldn’t be told/,
  unerased: /couldn’t be forgotten/,
  recovery: /Add a passkey/,
  'recovery-by-mail': /Confirm by email first/,
  'recovery-mailed': /Tap the button in the email/,
  'recovery-adding': /Waiting for your passkey/,
  'recovery-added': /without a second email/,
  'recovery-unsuitable': /can’t keep the wallet’s secret/,
  offer: /Your wallet is ready/,
  'offer-adding': /Waiting for your passkey/,
  'offer-stopped': /wasn’t used/,
  'offer-unsuitable': /can’t keep the wallet’s secret/,
  'offer-done': /Your passkey is set up/,
  'offer-alone': /only in this browser/,
  'offer-warning': /Only this browser opens/,
  'offer-warning-stopped': /wasn’t used/,
  'recovery-alone': /Only this browser/,
  'recovery-alone-locked': /Unlock the wallet first/,
  'recovery-by-passkey': /Use your passkey first/,
  'recovery-ask-mail': /Stop opening by email/,
  'recovery-removing': /Removing/,
  'recovery-last': /Add another one first/,
  'recovery-ask-passkey': /Remove this passkey/,
}

export const securityStates: readonly State[] = Object.entries(screens).map(([name, proof]) => ({
  name: `security-${name}`,
  where: 'page',
  async reach({ page, world }) {
    await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=${name}`)
    await page.getByText(proof).first().waitFor()
  },
}))

/**
 * Outside the modal: the SDK's own card while there is no frame, the demo, the gate of an approval, and a screen of the wallet in the frame
 * and in the wallet's window.
 */
import { createSmtpTransport } from '@airlock/service/wallet/mail/smtp.ts'
import type { Stage } from '../stage.ts'
import { type State, shows } from './state.ts'

const says = (stage: Stage, proof: RegExp) => stage.page.getByRole('status').filter({ hasText: proof }).waitFor()

const open = async ({ page, world }: Stage) => {
  await page.goto(`${world.origins.modal}/fixtures/gate-frame.html`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
}

const reach =
  (proof: RegExp, bringAbout: (stage: Stage) => Promise<unknown> = async () => {}) =>
  async (stage: Stage): Promise<void> => {
    await open(stage)
    await bringAbout(stage)
    await says(stage, proof)
  }

const ready = (stage: Stage) => says(stage, /, then decide/)

/** Too early: the button has just received the focus. */
const pressTooEarly = async (stage: Stage): Promise<void> => {
  await open(stage)
  await ready(stage)
  const approve = stage.page.getByRole('button', { name: 'Sign in' })
  await approve.press('Enter')
  await says(stage, /press once more/)
}

const security = (screen: string, proof: RegExp): State => ({
  name: `security-${screen}`,
  where: 'page',
  async reach({ page, world }) {
    const place = screen.startsWith('export-') ? '&window' : ''
    await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=${screen}${place}`)
    await page.getByText(proof).first().waitFor()
  },
})

export const pageStates: readonly State[] = [
  {
    name: 'host-loading',
    where: 'page',
    async reach(stage) {
      await stage.context.route(`${stage.world.origins.modal}/**`, () => {})
      await stage.create()
      await stage.host.connect()
    },
  },
  {
    name: 'host-boot-error',
    host: 'nopolicy',
    where: 'page',
    async reach(stage) {
      await stage.create()
      const failed = stage.page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            // as: the instance set by `create`.
            const airlock = Reflect.get(window, 'airlock') as { on(name: string, listener: () => void): void }
            airlock.on('error', resolve)
          }),
      )
      await stage.host.connect()
      await failed
    },
  },
  {
    name: 'demo-page',
    path: '/',
    where: 'page',
    async reach(stage) {
      await stage.page.goto(`${stage.world.origins.app}/`)
      await stage.page.getByRole('button', { name: 'Connect' }).waitFor()
    },
  },
  {
    name: 'demo-inbox',
    where: 'page',
    async reach({ page, world }) {
      const mailer = createSmtpTransport({ url: world.mail.smtpUrl, from: 'Airlock <accounts@mail.example>' })
      for (const [subject, action] of [
        ['Approve a new device for shop.example', 'https://accounts.example/device/1'],
        ['012345 is your code for shop.example', '012345'],
      ] as const)
        await mailer.send({ to: 'ada@mail.example', subject, text: `Somebody signs in.\n\n${action}`, html: '' })
      mailer.close()
      await page.goto(`${world.origins.app}/inbox.html`)
      await page.getByRole('button', { name: 'Copy code' }).first().waitFor()
    },
  },
  {
    name: 'demo-modal',
    where: 'page',
    fixedWallets: [{ name: 'Kestrel Wallet' }, { name: 'Harbor' }],
    async reach(stage) {
      await stage.page.goto(`${stage.world.origins.app}/`)
      const modal = await stage.open()
      await shows(modal, 'Demo Wallet')
    },
  },
  { name: 'approve-ready', where: 'page', reach: reach(/, then decide/), resized: ready },
  { name: 'approve-again', where: 'page', reach: pressTooEarly, resized: pressTooEarly },
  {
    name: 'approve-covered',
    where: 'page',
    reach: reach(/covers or changes/, ({ page }) =>
      page.evaluate(() => {
        document.body.style.opacity = '0.999'
      }),
    ),
  },
  {
    name: 'approve-cut',
    where: 'page',
    reach: reach(/Not all of this/, ({ page }) =>
      page.evaluate(() => {
        document.body.style.clipPath = 'inset(1px)'
      }),
    ),
  },
  {
    name: 'approve-unsupported',
    where: 'page',
    async reach(stage) {
      await stage.context.addInitScript(() => Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible'))
      await reach(/can’t tell/)(stage)
    },
  },
  security('devices', /Each site in each browser/),
  security('export-ready', /Hold to show/),
]

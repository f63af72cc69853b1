/** The modal's shell: guides to a wallet, toasts, the origin line, and what the page shows without a frame. */

import { createSmtpTransport } from '@airlock/service/wallet/mail/smtp.ts'
import { switchToUnknown } from '../../pages/developer.ts'
import { iconOf } from '../fixed-wallet.ts'
import type { Stage } from '../stage.ts'
import { goTo, pressButton, type State, shows } from './state.ts'

const name = 'Kestrel Wallet'
const fixedWallets = [{ name }, { name: 'Rabbit' }]

const copyAddress = (proof: string) => async (stage: Stage) => {
  await stage.create()
  await stage.connect(name)
  const modal = await stage.open()
  await pressButton(modal, /Copy address/)
  await modal.getByRole('region', { name: 'Notifications' }).getByText(proof).waitFor()
}

export const shellStates: readonly State[] = [
  {
    name: 'get-wallet-listed',
    options: {
      customWallets: ['Kestrel Wallet', 'Harbor', 'Lantern'].map((wallet) => ({
        id: wallet.toLowerCase().replaceAll(' ', '-'),
        name: wallet,
        image: iconOf(wallet),
        homepage: `https://${wallet.toLowerCase().replaceAll(' ', '')}.example/`,
      })),
    },
    reach: goTo(['Get started', 'Get a wallet'], 'harbor.example'),
  },
  { name: 'get-wallet-none', reach: goTo(['Get a wallet'], 'This app suggests no wallet') },
  { name: 'toast-copied', wallets: [{ name }], reach: copyAddress('Address copied') },
  { name: 'toast-copy-failed', csp: 'no-permissions', wallets: [{ name }], reach: copyAddress('Failed to copy') },
  {
    name: 'origin-mismatch',
    fixedWallets,
    options: { metadata: { name: 'Airlock demo', url: 'https://somewhere-else.example/', icons: [] } },
    async reach(stage) {
      await goTo([], name)(stage)
      await (await stage.frame()).getByText('says it is').waitFor()
    },
  },
  {
    name: 'origin-mixed-script',
    fixedWallets,
    options: { metadata: { name: 'Аirlock demo', icons: [] } },
    async reach(stage) {
      await goTo([], name)(stage)
      await (await stage.frame()).getByText('mixes letters').waitFor()
    },
  },
  {
    name: 'origin-international',
    host: 'xn--bcher-kva',
    fixedWallets,
    async reach(stage) {
      await goTo([], name)(stage)
      await (await stage.frame()).getByText('international letters').waitFor()
    },
  },
  {
    name: 'developer-alert',
    fixedWallets,
    async reach(stage) {
      await goTo([], name)(stage)
      await switchToUnknown(stage.page)
      await (await stage.frame()).getByText('Network Not Found').waitFor()
    },
  },
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
]

export const demoStates: readonly State[] = [
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
]

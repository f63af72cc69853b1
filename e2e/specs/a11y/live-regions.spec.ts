/** What screen readers announce: progress politely, failures at once, and each of them once. */
import { openStage, type Setting, type Stage } from '../../screenshots/stage.ts'
import { pressButton } from '../../screenshots/states/state.ts'
import { press } from '../../setup/press.ts'
import { expect, test } from '../../test.ts'
import { type Listening, listen } from './focus.ts'

const name = 'Kestrel Wallet'

type Case = Setting & {
  readonly title: string
  readonly act: (stage: Stage, listening: Listening) => Promise<void>
  readonly says: readonly string[]
}

const account = async (stage: Stage) => {
  await stage.connect(name)
  return stage.open()
}

const cases: readonly Case[] = [
  {
    title: 'waiting, then slow',
    wallets: [{ name, behaviour: 'hanging' }],
    async act(stage) {
      await pressButton(await stage.frame(), name)
      await stage.wallet().called('eth_requestAccounts')
      await stage.passTime(8000)
    },
    says: ['status: Waiting for Kestrel Wallet', 'status: Kestrel Wallet takes longer than usual'],
  },
  {
    title: 'declined',
    wallets: [{ name, behaviour: 'declines' }],
    act: async (stage) => pressButton(await stage.frame(), name),
    says: ['status: Waiting for Kestrel Wallet', 'alert: You declined in Kestrel Wallet'],
  },
  {
    title: 'failed',
    fixedWallets: [{ name, answers: { eth_requestAccounts: { code: -32603, message: 'Broken' } } }],
    act: async (stage) => pressButton(await stage.frame(), name),
    says: ['status: Waiting for Kestrel Wallet', 'alert: Connecting to Kestrel Wallet failed'],
  },
  {
    title: 'connected',
    wallets: [{ name }],
    act: async (stage) => pressButton(await stage.frame(), name),
    says: ['status: Waiting for Kestrel Wallet', 'status: Connected to Kestrel Wallet'],
  },
]

for (const { title, act, says, ...setting } of cases)
  test(title, async ({ browser, world }) => {
    const stage = await openStage(browser, world, setting)
    await stage.create()
    const modal = await stage.open()
    await modal.getByRole('button', { name }).waitFor()
    const listening = await listen(modal)
    await act(stage, listening)
    await expect.poll(listening.said).toEqual(says)
    await stage.context.close()
  })

test('copied, switching, switch declined, switched', async ({ browser, world }) => {
  const stage = await openStage(browser, world, { wallets: [{ name, behaviour: 'asks' }] })
  await stage.create()
  stage.wallet().approveNext()
  const modal = await account(stage)
  const listening = await listen(modal)
  await pressButton(modal, /Copy address/)
  await expect.poll(listening.said).toEqual(['status: Address copied'])
  await listening.forget()

  await press(modal.getByRole('button', { name: /^Network: / }))
  await pressButton(modal, /Local Two/)
  await expect.poll(listening.said).toEqual(['status: Switching to Local Two'])
  await stage.wallet().called('wallet_switchEthereumChain')
  stage.wallet().decline()
  await expect.poll(listening.said).toEqual(['status: Switching to Local Two', 'alert: Switching to Local Two failed'])
  await listening.forget()

  stage.wallet().approveNext()
  await pressButton(modal, 'Try again')
  await expect.poll(listening.said).toEqual(['status: Switching to Local Two', 'status: You are on Local Two'])
  // The next view starts silent.
  await press(modal.getByRole('button', { name: /^Network: / }))
  await expect.poll(listening.now).toEqual(['', ''])
  await stage.context.close()
})

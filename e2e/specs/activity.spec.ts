/** A transaction that the page sends is pending in the account view, then done, without a reload. */
import { connectedDemo } from '../pages/connected-demo.ts'
import { sendOn } from '../pages/send.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

/** A transaction of the page, and the list of the account. */
async function sent({ demo, openAccount }: Awaited<ReturnType<typeof connectedDemo>>) {
  await demo.confirm(() => demo.button('Send transaction').click(), 'Send this transaction?')
  const modal = await openAccount()
  await modal.tab('Activity').click()
  return { modal, activity: modal.frame.getByRole('region', { name: 'Activity' }) }
}

test('a transaction of the page is pending, then confirmed, and the page is told', { tag: '@gate' }, async ({
  page,
  world,
}) => {
  const [one] = world.chains
  const { demo, openAccount } = await connectedDemo(page, world)
  await world.rpc(one, 'evm_setAutomine', [false])
  try {
    const { modal, activity } = await sent({ demo, openAccount })
    const row = activity.getByRole('button', { name: /Pending/ })
    await expect(row).toContainText('Sent')
    await expect(row).toContainText('−0.010 ETH')
    await row.click()
    await modal.expectView('Transaction')
    const status = modal.frame.getByRole('definition').first()
    await expect(status).toHaveText('Pending')
    await world.rpc(one, 'anvil_mine', [])
    await expect(status).toHaveText('Confirmed')
    await modal.back.click()
    await expect(activity.getByRole('button', { name: /Pending/ })).toHaveCount(0)
    await expect(activity.getByRole('button', { name: /Sent/ })).toContainText('−0.010 ETH')
    await expect(demo.said(/^Mined in block \d+\.$/)).toBeVisible()
  } finally {
    await world.rpc(one, 'evm_setAutomine', [true])
  }
})

test('a transaction that another one replaces says so', async ({ page, world }) => {
  const [one] = world.chains
  const { demo, openAccount } = await connectedDemo(page, world)
  const address = (await demo.address.textContent()) ?? ''
  await world.rpc(one, 'evm_setAutomine', [false])
  try {
    const { modal, activity } = await sent({ demo, openAccount })
    await expect(activity.getByRole('button', { name: /Pending/ })).toContainText('−0.010 ETH')
    // The same nonce, from elsewhere, with a higher fee.
    const nonce = await world.rpc(one, 'eth_getTransactionCount', [address, 'latest'])
    await world.rpc(one, 'anvil_impersonateAccount', [address])
    const fee = '0x174876e800'
    const successor = { from: address, to: address, value: '0x0', nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee }
    await world.rpc(one, 'eth_sendTransaction', [successor])
    await world.rpc(one, 'anvil_mine', [])
    await activity.getByRole('button', { name: /Replaced/ }).click()
    await modal.expectView('Transaction')
    const steps = modal.frame.getByRole('list', { name: 'Progress' })
    await expect(steps.getByRole('listitem')).toHaveText(['Signed', 'Sent', 'Replaced'])
    await modal.button('View the replacement').click()
    await expect(modal.frame.getByRole('definition').first()).toHaveText('Confirmed')
    await modal.back.click()
    await expect(steps).toBeVisible()
  } finally {
    await world.rpc(one, 'anvil_stopImpersonatingAccount', [address])
    await world.rpc(one, 'evm_setAutomine', [true])
  }
})

test('a payment that was sent fills in another one, which the wallet has not been asked for', async ({
  page,
  world,
}) => {
  const { demo, openAccount } = await connectedDemo(page, world)
  await demo.confirm(() => demo.button('Send transaction').click(), 'Send this transaction?')
  await expect(demo.said(/^Mined in block \d+\.$/)).toBeVisible()
  const modal = await openAccount()
  await modal.tab('Activity').click()
  const activity = modal.frame.getByRole('region', { name: 'Activity' })
  await press(activity.getByRole('button', { name: /Sent.*0\.010 ETH/ }).first())
  await modal.expectView('Transaction')
  const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  await expect(modal.frame.getByTitle(recipient)).toBeVisible()
  await modal.button('Send again').click()
  await modal.expectView('Send')
  const { amount, to } = sendOn(modal)
  await expect(amount).toHaveValue('0.01')
  await expect(to).toHaveValue(recipient)
  await expect(modal.button('Preview Send')).toBeVisible()
  await modal.back.click()
  await modal.expectView('Transaction')
})

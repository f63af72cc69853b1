/**
 * The wallet's prompts other than approvals, in the wallet's own document, two frames below the page: passkeys with the
 * browser's authenticator, the lock with a real Key Worker, several tabs of one partition. The rules themselves are
 * tested in `e2e/accounts`.
 */
import type { BrowserContext, Frame, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { stillMs } from '../../frame-app/src/shared/approve/gate.ts'
import { answerMs } from '../../frame-app/src/wallet/key-link/surface.ts'
import type { EmbeddedWallet } from '../../frame-app/src/wallet/login/assemble.ts'
import { addAuthenticator } from '../pages/authenticator.ts'
import { killBehindSignature } from '../pages/wallet-document.ts'
import { frameOn } from '../setup/frames.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

type Nested = { ask(port: 'app', type: string, payload: object): Promise<string> }

/** Opens the page, the modal's end of the link, and the wallet's document. */
async function openWallet(page: Page, world: World, host: 'host' | 'nopolicy' = 'host') {
  const frame = 'nested-modal.html?closed&quiet&wallet=/fixtures/security-wallet.html'
  const query = new URLSearchParams({ csp: 'none', frameOrigin: world.origins.modal, frame })
  await page.goto(`${world.origins[host]}/hostile-host.html?${query}`)
  const modal = await frameOn(page, world.origins.modal)
  await modal.waitForFunction(() => Reflect.has(window, 'nested'))
  const ask = (type: string, payload: object = {}) =>
    modal.evaluate(
      async (call) => (Reflect.get(window, 'nested') as Nested).ask('app', ...call), // as: has the type of `Nested`
      [type, payload] as const,
    )
  await ask('PING')
  return { page, ask, wallet: await frameOn(page, world.origins.wallet) }
}
type Opened = Awaited<ReturnType<typeof openWallet>>

/** Submits the form of the page that an email links to. */
async function answerMail(page: Page, link: URL, path: string, form: Record<string, string>): Promise<void> {
  // Node cannot resolve these names on every system.
  const headers = { Origin: link.origin, Host: link.host }
  const answer = await page.request.post(`http://127.0.0.1:${link.port}${path}`, { headers, form })
  expect(answer.status()).toBe(200)
}

/** The first email with this subject, after the first `seen` ones: others may arrive in between. */
async function letterAbout(world: World, email: string, subject: RegExp, seen = 0) {
  for (let at = seen; ; at += 1) {
    const letter = await world.mail.next(email, at)
    if (subject.test(letter.subject)) return letter
  }
}

/** Signs in by email, with the world's inbox. */
async function signIn({ ask, page }: Opened, world: World, email: string): Promise<void> {
  const letters = () => world.mail.letters(email).length
  const seen = letters()
  const { match } = JSON.parse(await ask('CONNECT_EMAIL', { email })) as { match: string } // as: the answer for a new device
  const link = new URL(
    /http:\/\/\S+/.exec((await letterAbout(world, email, /^Approve a new device/, seen)).text)?.[0] ?? '',
  )
  const token = link.pathname.split('/').at(-1) ?? ''
  await answerMail(page, link, '/v1/device/approve', { token, number: match })
  expect(await ask('CONNECT_DEVICE')).toBe('{"status":"approved"}')
  const otp = /\b\d{6}\b/.exec((await letterAbout(world, email, /is your code/, seen)).text)?.[0] ?? ''
  expect(await ask('CONNECT_OTP', { otp })).toBe('{}')
}
const addressIn = (answer: string) => (JSON.parse(answer) as { address: `0x${string}` }).address // as: the answer of GET_USER

const show = (wallet: Frame, page: 'devices' | 'recovery') =>
  wallet.evaluate((name) => (Reflect.get(window, 'wallet') as EmbeddedWallet).security.show(name), page) // as: set by the fixture
/** Starts to sign. */
async function sign(wallet: Frame, signer: `0x${string}`) {
  const handle = await wallet.evaluateHandle((address) => {
    const { account, signer: keys } = Reflect.get(window, 'wallet') as EmbeddedWallet // as: set by the fixture
    const never = new AbortController().signal
    const text = { kind: 'evmMessage', signer: address, message: '0x6869' } as const
    return { signed: account.open(never).then(() => keys.sign(text, never)) }
  }, signer)
  return {
    /** The code of the error. */
    failed: () =>
      handle.evaluate(({ signed }) =>
        signed.then(String, (error: unknown) => String(Reflect.get(Object(error), 'code'))),
      ),
    isGood: async () => {
      const signature = (await handle.evaluate(({ signed }) => signed)) as `0x${string}` // as: an EVM signature
      return verifyMessage({ address: signer, message: 'hi', signature })
    },
  }
}

const newEmail = (world: World) => world.mail.newAddress('person')

async function withPasskey(page: Page, world: World, email: string) {
  const authenticator = await addAuthenticator(page)
  const opened = await openWallet(page, world)
  await signIn(opened, world, email)
  const user = opened.ask('GET_USER')
  await opened.wallet.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await expect(opened.wallet.getByRole('heading', { name: 'Your passkey is set up' })).toBeFocused()
  await opened.wallet.getByRole('button', { name: 'Done' }).press('Enter')
  return { ...opened, authenticator, address: addressIn(await user) }
}

/** Blocks all requests to the wallet service and the recovery role. */
const cut = async (context: BrowserContext, { origins }: World) => {
  for (const origin of [origins.accounts, origins.recovery])
    await context.route(`${origin}/**`, (route) => route.abort())
}

test('a passkey that was made in the frame opens the wallet on another site, without a recovery email [custody]', async ({
  page,
  world,
  violations,
}) => {
  const email = newEmail(world)
  const { address } = await withPasskey(page, world, email)
  expect(violations.all()).toEqual([])

  // Another site has separate storage and so counts as another device; the passkey is the same.
  const elsewhere = await openWallet(page, world, 'nopolicy')
  expect(await elsewhere.ask('IS_CONNECTED')).toBe('{"isConnected":false}')
  await signIn(elsewhere, world, email)
  const user = elsewhere.ask('GET_USER')
  const { wallet } = elsewhere
  const press = wallet.getByRole('button', { name: 'Use your passkey' })
  await press.press('Enter')
  expect(addressIn(await user)).toBe(address)
  await expect(press).toBeHidden()
  // Two for each site, the approval and the code, and one about the wallet that was made.
  expect(world.mail.letters(email)).toHaveLength(5)
  expect(await (await sign(wallet, address)).isGood()).toBe(true)
})

test('a passkey without its PIN opens no wallet, and the user is told so [C342]', async ({ page, world }) => {
  const email = newEmail(world)
  const { address, authenticator } = await withPasskey(page, world, email)
  const elsewhere = await openWallet(page, world, 'nopolicy')
  await signIn(elsewhere, world, email)
  const user = elsewhere.ask('GET_USER').catch(String)
  const { wallet } = elsewhere
  await authenticator.losesUser()
  await wallet.getByRole('button', { name: 'Use your passkey' }).press('Enter')
  await expect(wallet.getByText('The passkey wasn’t used')).toBeVisible()
  await wallet.getByRole('button', { name: 'Not now' }).press('Enter')
  expect(await user).not.toContain(address)
})

test('the service is gone for good: device and passkey still open the wallet and sign', async ({
  page,
  context,
  world,
}) => {
  const { address } = await withPasskey(page, world, newEmail(world))
  await cut(context, world)
  const { ask, wallet } = await openWallet(page, world)
  expect(await ask('IS_CONNECTED')).toBe('{"isConnected":true}')
  expect(addressIn(await ask('GET_USER'))).toBe(address)
  const signed = await sign(wallet, address)
  await expect(wallet.getByRole('heading', { name: 'The wallet service doesn’t answer' })).toBeVisible()
  await wallet.getByRole('button', { name: 'Use your passkey' }).press('Enter')
  expect(await signed.isGood()).toBe(true)
})

test('a wallet that the service has lost opens by its passkey, is stored again, and is the same one elsewhere [F10]', async ({
  page,
  world,
}) => {
  const email = newEmail(world)
  const putBack = await world.accounts.backUp()
  const { address } = await withPasskey(page, world, email)
  await putBack()
  const again = await openWallet(page, world)
  await again.ask('GET_USER') // the session was lost too
  expect(await again.ask('IS_CONNECTED')).toBe('{"isConnected":false}')
  await signIn(again, world, email)
  expect(addressIn(await again.ask('GET_USER'))).toBe(address)
  const signed = await sign(again.wallet, address)
  await expect(again.wallet.getByRole('heading', { name: 'The wallet service doesn’t have this wallet' })).toBeVisible()
  await again.wallet.getByRole('button', { name: 'Use your passkey' }).press('Enter')
  expect(await signed.isGood()).toBe(true)

  const elsewhere = await openWallet(page, world, 'nopolicy')
  await signIn(elsewhere, world, email)
  const user = elsewhere.ask('GET_USER')
  await elsewhere.wallet.getByRole('button', { name: 'Use your passkey' }).press('Enter')
  expect(addressIn(await user)).toBe(address)
})

test('an authenticator that cannot keep a secret is refused, and says so', async ({ page, world }) => {
  await addAuthenticator(page, { hasPrf: false })
  const opened = await openWallet(page, world)
  await signIn(opened, world, newEmail(world))
  const user = opened.ask('GET_USER')
  await opened.wallet.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await expect(opened.wallet.getByText('This passkey can’t keep the wallet’s secret')).toBeVisible()

  // After it was declined it is not offered again, but the user finds it on the wallet's recovery page.
  await opened.wallet.getByRole('button', { name: 'Not now' }).press('Enter')
  const address = addressIn(await user)
  expect(addressIn(await opened.ask('GET_USER'))).toBe(address)
  await show(opened.wallet, 'recovery')
  await expect(opened.wallet.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})

/** A new user, under the clock of the test. */
async function signedInOnClock(page: Page, world: World) {
  await page.clock.install()
  const opened = await openWallet(page, world)
  await signIn(opened, world, newEmail(world))
  return { opened, address: addressIn(await opened.ask('GET_USER')) }
}

/** The wallet says why it has to be unlocked before it signs; a press is enough. */
async function signsAfterUnlock({ wallet }: Opened, address: `0x${string}`, why: string) {
  const signed = await sign(wallet, address)
  await expect(wallet.getByText(why)).toBeVisible()
  await wallet.getByRole('button', { name: 'Unlock' }).press('Enter')
  expect(await signed.isGood()).toBe(true)
}

test('after five minutes without use the Key Worker is gone; a press brings the keys back', async ({ page, world }) => {
  const { opened, address } = await signedInOnClock(page, world)
  expect(page.workers()).toHaveLength(1)
  await page.clock.fastForward('05:01')
  await expect.poll(() => page.workers().length).toBe(0)
  expect(addressIn(await opened.ask('GET_USER'))).toBe(address)
  // No other Worker was started.
  expect(page.workers()).toHaveLength(0)
  await signsAfterUnlock(opened, address, 'It has not been used')
})

test('a Key Worker that ends without a word while it signs is given up; a press brings the keys back [F9]', async ({
  page,
  world,
}) => {
  const { opened, address } = await signedInOnClock(page, world)
  await killBehindSignature(page, 'without a word')
  const lost = await sign(opened.wallet, address)
  await expect.poll(() => page.workers().length).toBe(0)
  await page.clock.fastForward(answerMs)
  expect(await lost.failed()).toBe('ABORTED')
  await signsAfterUnlock(opened, address, 'stopped unexpectedly')
})

test('forgetting the device in one tab ends the session in the other tabs of its partition, and on no other site', async ({
  page,
  context,
  world,
}) => {
  const email = newEmail(world)
  const one = await openWallet(page, world)
  await signIn(one, world, email)
  const address = addressIn(await one.ask('GET_USER'))
  const two = await openWallet(await context.newPage(), world)
  expect(addressIn(await two.ask('GET_USER'))).toBe(address)
  const elsewhere = await openWallet(await context.newPage(), world, 'nopolicy')
  expect(await elsewhere.ask('IS_CONNECTED')).toBe('{"isConnected":false}')
  await signIn(elsewhere, world, email)
  const there = elsewhere.ask('GET_USER')
  const recovery = new URL(/http:\/\/\S+/.exec((await letterAbout(world, email, /^Open your wallet/)).text)?.[0] ?? '')
  const token = recovery.pathname.split('/').at(-1) ?? ''
  const title = elsewhere.wallet.getByRole('heading', { name: /^Pick \d\d in the email/ })
  const number = /\d\d/.exec((await title.textContent()) ?? '')?.[0] ?? ''
  await answerMail(page, recovery, '/r/v1/check/approve', { token, number })
  expect(addressIn(await there)).toBe(address)

  await show(one.wallet, 'devices')
  await one.wallet.getByRole('button', { name: 'Forget this device' }).press('Enter')
  await expect(one.wallet.getByRole('heading', { name: 'Forget this device?' })).toBeFocused()
  const confirm = one.wallet.getByRole('button', { name: 'Forget this device' })
  await one.page.bringToFront()
  await expect(confirm).not.toHaveAttribute('aria-disabled')
  await confirm.focus()
  const focused = await one.wallet.evaluate((ms) => performance.now() + ms, stillMs * 1.2)
  await one.wallet.waitForFunction((until) => performance.now() >= until, focused)
  await confirm.press('Enter')
  await expect(one.wallet.getByRole('heading', { name: 'This device is forgotten' })).toBeFocused()
  expect(await two.ask('IS_CONNECTED')).toBe('{"isConnected":false}')
  await expect.poll(() => two.page.workers().length).toBe(0)
  expect(await elsewhere.ask('IS_CONNECTED')).toBe('{"isConnected":true}')
})

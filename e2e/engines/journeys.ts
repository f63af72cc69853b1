/** What users do, as a list: each journey begins in a browser that was never used, on the demo page, and runs in every engine. */
import assert from 'node:assert/strict'
import type { Doc } from './browser.ts'
import type { BrowserOptions, EngineName } from './engines.ts'
import {
  approveInWindow,
  button,
  chooseNetwork,
  connectedDemo,
  demoOn,
  field,
  goOnInWindow,
  modalOn,
  openPhone,
  pairingLink,
  type Stage,
  signedUpDemo,
  signUp,
  view,
  walletOn,
  walletRow,
} from './pages.ts'
import { pollUntil } from './webdriver.ts'

export interface Journey {
  readonly title: string
  readonly options?: BrowserOptions
  /** Where it cannot run, and why. */
  readonly notIn?: Partial<Readonly<Record<EngineName, string>>>
  readonly play: (stage: Stage) => Promise<void>
}

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const keptNowhere = {
  firefox:
    'The driver of Firefox listens for the end of each document that it has looked into, which keeps it from the back/forward cache.',
}

/** Heights of one line of text with its padding. */
const saneHeight = { min: 30, max: 80 } as const

/** Nothing of the document is wider than its window. */
const overflow = () => {
  const { scrollWidth } = document.documentElement
  const outside = Array.from(document.querySelectorAll('button, a, input')).filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && (left < -1 || right > innerWidth + 1) && element.checkVisibility()
  })
  return [
    ...(scrollWidth > innerWidth ? [`${scrollWidth} px wide in ${innerWidth} px`] : []),
    ...outside.map((element) => (element.getAttribute('aria-label') ?? element.textContent).trim()),
  ]
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/**
 * What the gate plays, the fewest that show what only real engines can: a wallet's window opens at a press in the modal; a link opens on a
 * phone, where everything fits; the first approval counts in the window of the embedded wallet. All other tests of the gate are in Chromium.
 */
export const short: Readonly<Partial<Record<EngineName, readonly string[]>>> = {
  webkit: ['connect', 'pair-link', 'email'],
  firefox: ['connect', 'pair-link'],
}

const isSheetAtTheEnd = () =>
  Math.abs((document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) - innerHeight) < 1

const isTouchLoaded = () => performance.getEntriesByType('resource').some(({ name }) => /touch-/.test(name))

/** Waits until the focus is on a button with this name. */
const focusOn = (doc: Doc, name: string | RegExp) => doc.see({ css: 'button:focus', name })

/** Waits for that, because the view before may still be leaving. */
async function fitsIn(doc: Doc): Promise<void> {
  let last: unknown
  const look = async () => {
    last = await doc.run(overflow)
    return Array.isArray(last) && last.length === 0
  }
  await pollUntil('everything inside the window', look, 5_000, () => String(last))
}

/** Six views, each inside its window. */
async function fits(stage: Stage): Promise<void> {
  const { page, show } = stage
  const demo = await connectedDemo(stage)
  const modal = await demo.openAccount()
  const fitting = async (name: string) => {
    await fitsIn(modal)
    await show(name)
  }
  await modal.see({ role: 'listitem', text: /Ether/ })
  await fitting('account')
  await modal.press(button(/^Network: /))
  await modal.see(view('Choose Network'))
  await fitting('networks')
  await modal.press(button('Back'))
  await modal.press(button('Send'))
  await modal.fill(field(/^Amount in/), '0.25')
  await modal.fill(field('To'), friend)
  await modal.press(button('Preview Send'))
  await modal.see(view('Review Send'))
  await modal.see(button('Send'), ({ isEnabled }) => isEnabled)
  await fitting('review-send')
  await modal.press(button('Close'))
  await page.press(button('Disconnect'))
  await demo.said('Disconnected.')
  await demo.connect()
  await modal.see(walletRow('Demo Wallet'))
  await fitting('connect')
  await modal.press(walletRow('WalletConnect'))
  await modal.see({ css: '[data-pairing-uri]' })
  await fitting('code')
  await modal.press(button('Close'))
  await signUp(stage, 'viewer')
  await demo.seeStatus(/^Connected/)
  await demo.press('Sign message')
  const wallet = walletOn(stage)
  await wallet.see(view('Sign a message'))
  await fitsIn(wallet)
  await fitting('approval')
}

export const journeys = {
  open: {
    title:
      'the page loads without a frame of ours; Connect shows the ways to connect, and the likely views load after it',
    play: async (stage) => {
      const { page, world } = stage
      const demo = demoOn(stage)
      await demo.open()
      assert.equal(await page.title(), 'Airlock demo')
      await page.see(button('Connect'))
      const loaded = await page.run(
        (origin) => performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(origin)).length,
        world.origins.modal,
      )
      assert.equal(loaded, 0)
      const modal = await demo.connect()
      for (const name of ['Demo Wallet', 'WalletConnect']) await modal.see(walletRow(name))
      await modal.see(field('Email'))
      await pollUntil('the code of the account', async () => (await modal.run(hasLikelyViews)) === true, 5_000)
    },
  },
  title: {
    title:
      'screen readers say the title of each view: it has the focus, and before the first press in WebKit it names the frame',
    play: async (stage) => {
      const isWebKit = stage.browser.engine === 'webkit'
      const modal = await openedModal(stage)
      // A frame that the user has not touched may not take the focus in WebKit.
      if (isWebKit) assert.equal(await modal.label(), 'Connect Wallet')
      else await modal.see(view('Connect Wallet'), ({ isFocused }) => isFocused)
      await modal.press(walletRow('WalletConnect'))
      await modal.see(view('WalletConnect'), ({ isFocused }) => isFocused)
      if (isWebKit) assert.equal(await modal.label(), 'WalletConnect')
    },
  },
  connect: {
    title: 'a wallet of the page opens its window at the press on its row, and is connected',
    play: async (stage) => {
      const demo = demoOn(stage)
      const modal = await openedModal(stage)
      await demo.confirm(() => modal.press(walletRow('Demo Wallet')), 'Connect to this site?')
      await demo.said('Connected.')
      await demo.seeStatus('Connected with Demo Wallet')
    },
  },
  sign: {
    title: 'a message of the page is signed in the wallet, and verified',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      await demo.confirm(() => demo.press('Sign message'), 'Sign this message?')
      await demo.said('Signature verified.')
    },
  },
  'switch-page': {
    title: 'the page asks for the other network, and the wallet switches',
    play: async (stage) => {
      const [, two] = stage.world.chains
      const demo = await connectedDemo(stage)
      await demo.confirm(() => demo.press(`Switch to ${two.name}`), 'Switch network?')
      await demo.seeNetwork(`${two.name} (${two.caip2})`)
    },
  },
  'switch-modal': {
    title: 'the other network is chosen in the modal, and the wallet switches',
    play: async (stage) => {
      const [, two] = stage.world.chains
      const demo = await connectedDemo(stage)
      const modal = await demo.openAccount()
      await demo.confirm(() => chooseNetwork(modal, two.name), 'Switch network?')
      await modal.see(view('Account'))
      await demo.seeNetwork(`${two.name} (${two.caip2})`)
    },
  },
  account: {
    title: 'the account shows tokens, NFTs and activity',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      await demo.press('Get 100 TST')
      await demo.said('You got 100 TST.')
      await demo.press('Get NFTs')
      await demo.said(/^You got .*NFT/)
      await demo.confirm(() => demo.press('Send transaction'), 'Send this transaction?')
      await demo.said(/^Mined in block \d+\.$/)
      const modal = await demo.openAccount()
      const tokens = { role: 'region', name: 'Tokens' } as const
      for (const name of [/Ether/, /Test Token.*100 TST/])
        await modal.see({ role: 'listitem', text: name, within: tokens })
      await modal.press({ role: 'tab', name: 'NFTs' })
      await modal.see({ role: 'listitem', within: { role: 'region', name: 'NFTs' } })
      await modal.press({ role: 'tab', name: 'Activity' })
      await modal.see({ ...button(/Sent/), within: { role: 'region', name: 'Activity' } })
    },
  },
  send: {
    title: 'coins are sent from the modal, and the wallet’s window opens at the press',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const modal = await demo.openAccount()
      await modal.press(button('Send'))
      await modal.fill(field(/^Amount in/), '0.25')
      await modal.fill(field('To'), friend)
      await modal.press(button('Preview Send'))
      await modal.see(view('Review Send'))
      await demo.confirm(() => modal.press(button('Send')), 'Send this transaction?')
      await modal.see(view('Account'))
      await modal.see({ ...button(/Sent.*0\.250 ETH/), within: { role: 'region', name: 'Activity' } })
    },
  },
  swap: {
    title: 'coins are swapped in the modal, and the wallet’s window opens at the press',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const modal = await demo.openAccount()
      await modal.press(button('Swap'))
      await modal.see(view('Swap'))
      await modal.press(button('Select token'))
      await modal.press({ ...button(/^USD\b/), within: { role: 'listitem' } })
      await modal.see(view('Swap'))
      await modal.fill(field('You pay'), '0.25')
      await modal.press(button('Review swap'))
      await modal.see(view('Preview swap'))
      await demo.confirm(() => modal.press(button('Swap')), 'Send this transaction?')
      await modal.see(view('Account'))
    },
  },
  explorer: {
    title: 'the link to the block explorer opens a tab',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const modal = await demo.openAccount()
      await pressIsOver(stage.page)
      await stage.browser.opened(() => modal.press({ role: 'link', name: /^Block Explorer/ }))
    },
  },
  'pair-code': {
    title: 'a wallet on a phone pairs by the code, signs, is restored after a reload, signs again and is disconnected',
    play: async (stage) => {
      const { page } = stage
      const demo = demoOn(stage)
      const modal = await openedModal(stage)
      await modal.press(walletRow('WalletConnect'))
      await modal.see(view('WalletConnect'))
      const link = await pairingLink(modal)
      const phone = await openPhone(stage)
      await phone.take(link)
      await phone.approve('Connect to Airlock demo?')
      await demo.said('Connected.')
      await demo.press('Sign message')
      await phone.approve('Sign this message?')
      await demo.said('Signature verified.')
      await page.reload()
      await demo.seeStatus(/^Connected with/)
      await demo.press('Sign message')
      await phone.approve('Sign this message?')
      await demo.said('Signature verified.')
      await demo.press('Disconnect')
      await demo.seeStatus('Not connected')
    },
  },
  'pair-link': {
    title: 'on a phone everything is inside the window, and a press on a wallet opens its link',
    options: { userAgent: iPhone, size: [390, 844] },
    play: async (stage) => {
      const modal = await openedModal(stage)
      await fitsIn(modal)
      await modal.press(button(/^All Wallets/))
      await stage.browser.opened(() => modal.press({ css: 'button, a', name: /^MetaMask/ }))
    },
  },
  'refused-link': {
    title: 'on a phone, a wallet that the page could not open is said so, and the browser opens it at the next press',
    options: { userAgent: iPhone, size: [390, 844] },
    play: async (stage) => {
      const modal = await openedModal(stage)
      await modal.press(button(/^All Wallets/))
      await stage.page.run(() => void Object.assign(window, { open: () => null }))
      await modal.press({ css: 'button, a', name: /^MetaMask/ })
      await modal.see({ css: 'h1, h2, h3, p', text: 'MetaMask did not open' })
      await modal.see(button('Copy link'))
      await stage.browser.opened(() => modal.press({ role: 'link', name: /^Open again/ }))
    },
  },
  pull: {
    title: 'on a phone, the sheet is pulled down by its header: a short way brings it back, a long one closes it',
    options: { userAgent: iPhone, size: [390, 844] },
    play: async (stage) => {
      const { page } = stage
      // WebKitGTK’s driver takes touches, and gives the page those of a mouse.
      const modal = await openedModal(stage)
      await modal.see(walletRow('Demo Wallet'))
      const title = { css: 'header h1' }
      const isReady = async () => (await modal.run(isTouchLoaded)) === true || undefined
      await pollUntil('the code for fingers', isReady, 5_000)
      const isAtTheEnd = async () => (await modal.run(isSheetAtTheEnd)) === true || undefined
      await pollUntil('the sheet at the lower end', isAtTheEnd, 5_000)
      await modal.pull(title, 50)
      await pollUntil('the sheet at the lower end again', isAtTheEnd, 5_000)
      await modal.see(view('Connect Wallet'))
      await modal.pull(title, 400)
      await page.see(button('Connect'), ({ isFocused }) => isFocused)
    },
  },
  email: {
    title: 'a new user signs up by email; the first approval has sane buttons, and its first press counts',
    play: async (stage) => {
      const demo = await signedUpDemo(stage, 'newcomer')
      await demo.press('Sign message')
      const wallet = walletOn(stage)
      await wallet.see(view('Sign a message'))
      for (const name of ['Decline', 'Approve in a separate window']) {
        const { height } = (await wallet.see(button(name))).box
        assert.ok(height >= saneHeight.min && height <= saneHeight.max, `${name} is ${height} px high`)
      }
      // In WebKit the wallet's heading may not take the focus before the first press in it, and names the frame.
      if (stage.browser.engine === 'webkit') assert.equal(await wallet.label(), 'Sign a message')
      await approveInWindow(stage, 'Sign a message', 'Sign')
      await demo.said('Signature verified.')
    },
  },
  approve: {
    title: 'the embedded wallet sends coins and tokens of the page, each approved in its own window',
    play: async (stage) => {
      const demo = await signedUpDemo(stage, 'sender')
      for (const gift of ['1 ETH', '100 TST']) {
        await demo.press(`Get ${gift}`)
        await demo.said(`You got ${gift}.`)
      }
      for (const [name, title] of [
        ['Send transaction', 'Send ETH'],
        ['Send tokens', 'Send a token'],
      ] as const) {
        await demo.press(name)
        await approveInWindow(stage, title, 'Approve')
        await stage.page.see({
          role: 'status',
          css: name === 'Send tokens' ? '#send-token-result' : '#send-result',
          text: /^Mined in block/,
        })
      }
    },
  },
  passkey: {
    title: 'after a sign-up the user adds a passkey, and is connected',
    notIn: { webkit: 'WebKitGTK has no WebAuthn.' },
    play: async (stage) => {
      const { browser, page } = stage
      const demo = demoOn(stage)
      await browser.addAuthenticator(page)
      await signUp(stage, 'hedy')
      const wallet = walletOn(stage)
      const add = button('Add a passkey')
      await wallet.see(view('Your wallet is ready'))
      // Firefox does not tell frames what they may do, so there it is made in the wallet’s own window.
      const place = browser.engine === 'firefox' ? await browser.opened(() => wallet.press(add)) : wallet
      await place.press(add)
      await place.see(view('Your passkey is set up'))
      await place.press(button('Done'))
      await demo.seeStatus(/^Connected/)
    },
  },
  'no-passkey': {
    title: 'a browser without passkeys offers none after a sign-up',
    notIn: { firefox: 'Firefox has WebAuthn.', chromium: 'Chromium has WebAuthn.' },
    play: async (stage) => {
      await signedUpDemo(stage, 'plain')
      await stage.page.gone({ css: 'dialog[open]' })
    },
  },
  'why-window': {
    title:
      'on a page that the project trusts, the wallet says that this browser cannot tell what covers it, and opens its window',
    notIn: { chromium: 'Chromium can tell.' },
    play: async (stage) => {
      const { origins } = stage.world
      const trusted = { ...stage, world: { ...stage.world, origins: { ...origins, app: origins.market } } }
      const demo = await signedUpDemo(trusted, 'trusting')
      await demo.press('Sign message')
      await walletOn(stage).see({ text: /^This browser can’t tell whether something covers this window/ })
      await approveInWindow(trusted, 'Sign a message', 'Sign')
      await demo.said('Signature verified.')
    },
  },
  embed: {
    title: 'the modal moves into a box of the page: with the same document in Chromium, with a new one elsewhere',
    play: async (stage) => {
      const { page, world, browser } = stage
      await page.go(`${world.origins.host}/`)
      await pollUntil('the SDK', () => page.run(() => 'airlockSdk' in window).then((has) => has === true), 10_000)
      await page.run(createBox)
      await page.press(button('Connect'))
      const modal = modalOn(stage)
      await modal.see(view('Connect Wallet'))
      await modal.run(() => Reflect.set(window, 'isKept', true))
      await page.run(() => Reflect.apply(Reflect.get(window, 'embed') as () => void, undefined, []))
      const isKept = async () => (await modal.run(() => Reflect.get(window, 'isKept') === true)) === true
      const canMove = await page.run(() => 'moveBefore' in Element.prototype)
      assert.equal(canMove, browser.engine !== 'webkit')
      // Firefox moves the element, and loads its frame again.
      const isSame = browser.engine === 'chromium'
      await pollUntil('the document in the box', async () => (await isKept()) === isSame, 10_000)
      await modal.see(view('Connect Wallet'))
    },
  },
  reload: {
    title: 'after a reload the account and the network are back, and nothing is asked',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const address = await demo.address()
      await stage.page.reload()
      await demo.seeStatus('Connected with Demo Wallet')
      await demo.seeNetwork(/^Local One/)
      assert.equal(await demo.address(), address)
    },
  },
  restart: {
    title: 'after a restart of the browser the wallet of the page is connected',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const address = await demo.address()
      const again = demoOn({ ...stage, page: await stage.browser.restart() })
      await again.open()
      await again.seeStatus('Connected with Demo Wallet')
      assert.equal(await again.address(), address)
    },
  },
  'restart-email': {
    title:
      'after a restart of the browser the embedded wallet is connected, in WebKit with one press in its own window',
    play: async (stage) => {
      const { browser, world } = stage
      const demo = await signedUpDemo(stage, 'returning')
      const address = await demo.address()
      // WebKit keeps nothing for frames when the browser ends; the wallet's own window has kept it since an approval.
      const isForgetful = browser.engine === 'webkit'
      if (isForgetful) {
        await demo.press('Sign message')
        await approveInWindow(stage, 'Sign a message', 'Sign')
        await demo.said('Signature verified.')
      }
      // Those that only tell what has happened may still be on their way.
      const emails = () =>
        world.mail.letters().filter(({ subject }) => /^(?:Approve|Open)|is your code/.test(subject)).length
      const before = emails()
      const restarted = { ...stage, page: await browser.restart() }
      const again = demoOn(restarted)
      await again.open()
      if (isForgetful) await goOnInWindow(restarted)
      assert.equal(emails(), before)
      await again.seeStatus(/^Connected/)
      assert.equal(await again.address(), address)
    },
  },
  disconnect: {
    title: 'Disconnect in the modal ends the connection, also after a reload',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const modal = await demo.openAccount()
      await modal.press(button('Disconnect'))
      await demo.seeStatus('Not connected')
      await stage.page.reload()
      await stage.page.see(button('Connect'))
      await demo.seeStatus('Not connected')
    },
  },
  keyboard: {
    title: 'keys open the modal, move in it by Tab and arrows, close it by Escape, and the focus is back',
    play: async (stage) => {
      const { page } = stage
      const demo = demoOn(stage)
      await demo.open()
      await page.see(button('Connect'))
      await tabTo(page, 'Connect')
      await page.keys('Enter')
      const modal = modalOn(stage)
      await modal.see(walletRow('Demo Wallet'))
      await tabTo(modal, 'Close')
      await tabTo(modal, /Wallet/)
      const first = (await focusOn(modal, /Wallet/)).text
      await modal.keys('ArrowDown')
      await modal.see({ css: 'button:focus' }, ({ text }) => text !== first)
      await modal.keys('Escape')
      await page.see(button('Connect'), ({ isFocused }) => isFocused)
      await page.keys('Space')
      await modal.see(view('Connect Wallet'))
    },
  },
  desktop: {
    title: 'in a window of 1280 × 800 six views are inside the window',
    options: { size: [1280, 800] },
    play: fits,
  },
  phone: {
    title: 'in a window of 360 × 740 six views are inside the window',
    options: { size: [360, 740] },
    play: fits,
  },
  narrow: {
    title: 'in a window of 320 × 640 six views are inside the window',
    options: { size: [320, 640] },
    play: fits,
  },
  'blocked-storage': {
    title:
      'with storage of frames blocked a wallet of the page connects, and a sign-up by email says why it is not possible',
    options: { isStorageBlocked: true },
    notIn: { webkit: 'WebKitGTK has no setting that takes the storage from frames.' },
    play: async (stage) => {
      const { world } = stage
      const demo = await connectedDemo(stage)
      await demo.press('Disconnect')
      await demo.said('Disconnected.')
      const modal = await demo.connect()
      const address = world.mail.newAddress('blocked')
      await modal.fill(field('Email'), address)
      await modal.press(button('Continue with email'))
      await modal.see({ text: /blocks the storage/ })
      assert.deepEqual(world.mail.letters(address), [])
    },
  },
  back: {
    title:
      'after another page and back, the account is still connected and the wallet signs; WebKit and Chromium have kept the page',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      await leaveAndReturn(stage)
      await demo.seeStatus('Connected with Demo Wallet')
      await demo.confirm(() => demo.press('Sign message'), 'Sign this message?')
      await demo.said('Signature verified.')
      await demo.openAccount()
    },
  },
  'back-open': {
    title: 'a page that the browser has kept with the modal open is back with it, and connects',
    notIn: keptNowhere,
    play: async (stage) => {
      const demo = demoOn(stage)
      const modal = await openedModal(stage)
      // What still loads does not go on after the return: the view says so, and can be tried again.
      await pollUntil('the end of what loads', async () => (await modal.run(isLoaded)) === true, 10_000)
      await leaveAndReturn(stage)
      await modal.see(view('Connect Wallet'))
      await demo.confirm(() => modal.press(walletRow('Demo Wallet')), 'Connect to this site?')
      await demo.seeStatus('Connected with Demo Wallet')
    },
  },
  'back-pairing': {
    title: 'a page that the browser has kept with a code on it is back with the code, and a phone pairs by it',
    notIn: keptNowhere,
    play: async (stage) => {
      const demo = demoOn(stage)
      const modal = await openedModal(stage)
      await modal.press(walletRow('WalletConnect'))
      await pairingLink(modal)
      await leaveAndReturn(stage)
      const link = await pairingLink(modal)
      const phone = await openPhone(stage)
      await phone.take(link)
      await phone.approve('Connect to Airlock demo?')
      await demo.said('Connected.')
      await demo.press('Sign message')
      await phone.approve('Sign this message?')
      await demo.said('Signature verified.')
    },
  },
  hidden: {
    title: 'the page is hidden while the user approves in the wallet’s window, as behind a tab, and gets the answer',
    play: async (stage) => {
      const { page } = stage
      const demo = await signedUpDemo(stage, 'away')
      await page.run(noteHidden)
      await demo.press('Sign message')
      await approveInWindow(stage, 'Sign a message', 'Sign', async () => {
        await page.hide()
        await new Promise((resolve) => setTimeout(resolve, hiddenMs))
      })
      await page.show()
      await demo.said('Signature verified.')
      const hidden = Number(await page.run(() => Reflect.get(window, 'hiddenMs') as unknown))
      assert.ok(hidden >= hiddenMs, `the page was hidden for ${hidden} ms`)
    },
  },
  buy: {
    title: 'the shop that sells coins opens a tab at the press in the modal, and the modal hears of the payment',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      const modal = await demo.openAccount()
      await modal.press(button('Buy'))
      await modal.see(view('Buy'))
      await modal.press(button(/^Test checkout/))
      await pressIsOver(stage.page)
      const shop = await stage.browser.opened(() => modal.press(button('Open Test checkout')))
      await shop.press(button('Pay with the test card'))
      await shop.see({ role: 'heading', name: /^(Payment received|Sent)$/ })
      await shop.close()
      await modal.see({ role: 'heading', name: /^(Payment received|Bought )/ })
    },
  },
  quiet: {
    title: 'no warning, error or policy violation from the opening to the end of a connection',
    play: async (stage) => {
      const demo = await connectedDemo(stage)
      await demo.confirm(() => demo.press('Sign message'), 'Sign this message?')
      await demo.said('Signature verified.')
      const modal = await demo.openAccount()
      for (const name of ['NFTs', 'Activity']) await modal.press({ role: 'tab', name })
      await modal.press(button('Settings'))
      await modal.see(view('Settings'))
      await modal.press(button('Back'))
      await modal.see(view('Account'))
      await modal.press(button('Close'))
      await demo.press('Disconnect')
      await demo.seeStatus('Not connected')
      await saidNothing(stage)
    },
  },
  'quiet-email': {
    title:
      'no warning, error or policy violation from a sign-up by email to its end, with the pages of emails and an approval',
    play: async (stage) => {
      const demo = await signedUpDemo(stage, 'quiet')
      await demo.press('Sign message')
      await approveInWindow(stage, 'Sign a message', 'Sign')
      await demo.said('Signature verified.')
      const modal = await demo.openAccount()
      await modal.press(button('Settings'))
      await modal.see(view('Settings'))
      await modal.press(button('Back'))
      await modal.see(view('Account'))
      await modal.press(button('Close'))
      await demo.press('Disconnect')
      await demo.seeStatus('Not connected')
      await saidNothing(stage)
    },
  },
  clipboard: {
    title:
      'a link that the modal copies is pasted by keys in another page, and an address of the modal in its own field',
    play: async (stage) => {
      const demo = demoOn(stage)
      const opened = await openedModal(stage)
      await opened.press(walletRow('WalletConnect'))
      await opened.see(view('WalletConnect'))
      await pairingLink(opened)
      await opened.press(button('Copy link'))
      const phone = await openPhone(stage)
      await phone.paste()
      await phone.approve('Connect to Airlock demo?')
      await demo.said('Connected.')
      const address = await demo.address()
      const modal = await demo.openAccount()
      await modal.press(button(/Copy address$/))
      await modal.press(button('Send'))
      await modal.press(field('To'))
      await modal.keys(['Control', 'V'])
      await modal.see(field('To'), ({ value }) => value.toLowerCase() === address.toLowerCase())
    },
  },
} as const satisfies Readonly<Record<string, Journey>>

const isLoaded = (): boolean =>
  performance.getEntriesByType('resource').every(({ startTime }) => startTime < performance.now() - 1_500)

/** Another page and back; the page is kept where the engine can keep it. */
async function leaveAndReturn({ browser, page, world }: Stage): Promise<void> {
  await page.run(() => addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted)))
  await page.go(`${world.origins.nopolicy}/`)
  await page.back()
  const wasKept = (await page.run(() => Reflect.get(window, 'wasKept') === true)) === true
  assert.equal(wasKept, browser.engine !== 'firefox')
}

/** Several times as long as what timers of hidden documents are held back for. */
const hiddenMs = 4_000

function noteHidden(): void {
  let since = 0
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') since = performance.now()
    else Reflect.set(window, 'hiddenMs', performance.now() - since)
  })
}

/** The SDK on the page of the tests, as `window.airlock`, and a box for its embed. */
function createBox(): void {
  // as: set by that page
  const { createAirlock } = Reflect.get(window, 'airlockSdk') as {
    createAirlock: (options: object) => { close: () => void; embed: (box: Element) => void }
  }
  const airlock = createAirlock(Reflect.get(window, 'demoConfig') as object)
  const box = document.createElement('div')
  Object.assign(box.style, { width: '360px', height: '600px' })
  document.body.append(box)
  const embed = () => {
    airlock.close()
    airlock.embed(box)
  }
  Object.assign(window, { airlock, embed })
}

const hasLikelyViews = (): boolean =>
  ['AccountView', 'ConnectingExternal'].every((view) =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes(view)),
  )

async function openedModal(stage: Stage): Promise<Doc> {
  const demo = demoOn(stage)
  await demo.open()
  return demo.connect()
}

/** Neither a document nor the engine about one; that they would be heard is seen by a violation at the end. */
async function saidNothing({ browser, page, world }: Stage): Promise<void> {
  assert.deepEqual(world.violations(), [])
  await page.run(() => {
    new Image().src = 'https://planted.example/picture.png'
  })
  const said = await pollUntil(
    'the planted violation on the console',
    async () => {
      const lines = await browser.console()
      return lines.some((line) => line.includes('planted.example')) && lines
    },
    5_000,
  )
  assert.deepEqual(
    // Of a part that the page's own bundler loads ahead, WebKit says that it was not used soon.
    said.filter((line) => !line.includes('planted.example') && !/was preloaded using link preload/.test(line)),
    [],
  )
}

/** The press that opened the modal is over: one that comes before may be taken for it. */
const pressIsOver = (page: Doc) =>
  pollUntil('the end of the last press', () => page.run(() => !navigator.userActivation.isActive), 10_000)

/** Presses Tab until the focus is on a button with this name. */
const tabTo = (doc: Doc, name: string | RegExp) =>
  pollUntil(
    `the focus on ${name}`,
    async () => {
      if (await doc.look({ css: 'button:focus', name })) return true
      await doc.keys('Tab')
      return (await doc.look({ css: 'button:focus', name })) !== undefined
    },
    10_000,
  )

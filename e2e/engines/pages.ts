/** What a user sees and presses in the local world, the same in every engine: the demo page, the modal, the wallet, the phone, the inbox. */
import { stillMs } from '../../frame-app/src/shared/approve/gate.ts'
import type { World } from '../world/world.ts'
import type { Browser, Doc } from './browser.ts'
import { pollUntil } from './webdriver.ts'

export interface Stage {
  readonly browser: Browser
  readonly page: Doc
  readonly world: World
  /** Takes a picture with this name, if pictures were asked for. */
  readonly show: (name: string) => Promise<void>
}

const heading = (title: string | RegExp) => ({ role: 'heading', name: title }) as const
export const button = (name: string | RegExp) => ({ role: 'button', name }) as const
const whole = (name: string) => new RegExp(`^${name}(?: |$)`)

export const modalOn = ({ page, world }: Stage): Doc => page.frame(world.origins.modal)
export const walletOn = (stage: Stage): Doc => modalOn(stage).frame(stage.world.origins.wallet)

/** The view of the modal with this title. */
export const view = (title: string) => heading(title)
export const walletRow = (name: string) =>
  ({ role: 'button', name: whole(name), within: { role: 'list', name: 'Wallets' } }) as const
const networkRow = (name: string) => ({ role: 'button', name: whole(name), within: { role: 'listitem' } }) as const

/** A value of the account block of the demo. */
const value = (id: 'status' | 'address' | 'network' | 'balance') => ({ css: `#account-${id}` })
const says = (text: string | RegExp) => ({ role: 'status', text }) as const

export function demoOn(stage: Stage) {
  const { browser, page, world } = stage
  return {
    open: () => page.go(`${world.origins.app}/`),
    press: (name: string) => page.press(button(name)),
    said: (text: string | RegExp) => page.see(says(text)),
    seeStatus: (text: string | RegExp) => page.see({ ...value('status'), text }),
    seeNetwork: (text: string | RegExp) => page.see({ ...value('network'), text }),
    address: async () => (await page.see({ ...value('address'), text: /^0x[0-9a-f]{40}$/i })).text,
    /** Presses Connect, and waits for the first view. */
    connect: async (): Promise<Doc> => {
      await page.press(button('Connect'))
      const modal = modalOn(stage)
      await modal.see(view('Connect Wallet'))
      return modal
    },
    openAccount: async (): Promise<Doc> => {
      await page.press(button('Open account'))
      const modal = modalOn(stage)
      await modal.see(view('Account'))
      return modal
    },
    switchTo: (network: string) => page.press({ ...button(`Switch to ${network}`), within: { css: '#networks' } }),
    /** The demo wallet answers in a window, which opens by itself. */
    confirm: async (act: () => Promise<void>, title: string) => approve(await browser.opened(act), title),
  }
}

async function approve(window: Doc, title: string): Promise<void> {
  await window.see(heading(title))
  await window.press(button('Approve'))
  await window.closed()
}

/**
 * The demo with its wallet connected, for journeys that begin there. If the browser has stopped the wallet's window, the user opens it with
 * the wallet's own button; that it opens by itself is a journey of its own.
 */
export async function connectedDemo(stage: Stage) {
  const { browser, page } = stage
  const demo = demoOn(stage)
  await demo.open()
  const modal = await demo.connect()
  const stopped = button('Open the confirm window')
  const help = async () => {
    if (await page.look(stopped)) await page.press(stopped)
  }
  const window = await browser.opened(() => modal.press(walletRow('Demo Wallet')), help)
  await approve(window, 'Connect to this site?')
  await demo.said('Connected.')
  return demo
}

/** From the account to the other network, up to the request to the wallet. */
export async function chooseNetwork(modal: Doc, name: string): Promise<void> {
  await modal.press(button(/^Network: /))
  await modal.see(view('Choose Network'))
  await modal.press(networkRow(name))
}

/** A field of the modal. */
export const field = (name: string | RegExp) => ({ role: 'textbox', name }) as const

/** One user's inbox in a tab of its own. */
export async function openInbox({ browser, page }: Stage, address: string) {
  const inbox = await browser.opened(() => page.press({ role: 'link', name: 'open the inbox in a tab of its own' }))
  const email = (subject: RegExp) => ({ role: 'article', name: subject, text: new RegExp(address) }) as const
  return {
    /** Follows the link of an email, and presses one button of its page. */
    follow: async (subject: RegExp, answer: string, outcome: string) => {
      const asked = await browser.opened(() => inbox.press({ role: 'link', within: email(subject) }))
      await asked.press(button(answer))
      await asked.see(heading(outcome))
      await asked.close()
    },
    code: async (subject: RegExp) => (await inbox.see({ css: '.code', within: email(subject) })).text,
  }
}

/** A new user signs up by email, from the closed modal to the end. */
export async function signUp(stage: Stage, name: string): Promise<string> {
  const { world } = stage
  const demo = demoOn(stage)
  const address = world.mail.newAddress(name)
  await demo.open()
  const inbox = await openInbox(stage, address)
  const modal = await demo.connect()
  await modal.fill(field('Email'), address)
  await modal.press(button('Continue with email'))
  await modal.see(view('Register Device'))
  const { text } = await modal.see({ text: /pick the number \d\d/ })
  await inbox.follow(/^Approve a new device/, /number (\d\d)/.exec(text)?.[1] ?? '', 'This device is approved')
  await modal.see(view('Confirm Email'))
  await modal.fill(field('Code from the email'), await inbox.code(/is your code/))
  return address
}

export async function signedUpDemo(stage: Stage, name: string) {
  await signUp(stage, name)
  const demo = demoOn(stage)
  await demo.seeStatus(/^Connected/)
  return demo
}

/**
 * The wallet has asked; the user goes on in the wallet's own window with one press, and approves there.
 * @param meanwhile comes before the press in that window
 */
export async function approveInWindow(
  stage: Stage,
  title: string,
  name: string,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const wallet = walletOn(stage)
  await wallet.see(heading(title))
  // WebKit's driver presses where a frame will be, even if the frame is still hidden.
  const isShown = () => modalOn(stage).run(isFrameInTheMiddle)
  await pollUntil('the wallet in the middle of the modal', async () => (await isShown()) === true, 10_000)
  const window = await stage.browser.opened(() => wallet.press(button(/^(Approve|Confirm) in a separate window$/)))
  await meanwhile?.()
  await window.press(button(name), stillMs * 1.2)
  await window.closed()
}

/** The browser has forgotten the wallet: from the page's Connect over the wallet's own window back to the account. */
export async function goOnInWindow(stage: Stage): Promise<void> {
  const modal = await demoOn(stage).connect()
  await modal.press(button('Continue where you were'))
  const wallet = walletOn(stage)
  await wallet.see(heading('Continue where you were'))
  const isShown = () => modal.run(isFrameInTheMiddle)
  await pollUntil('the wallet in the middle of the modal', async () => (await isShown()) === true, 10_000)
  const window = await stage.browser.opened(() => wallet.press(button('Open the wallet’s window')))
  await window.see(heading(/^Continue as .\*\*\*@mail\.example$/))
  await window.press(button('Continue'), stillMs * 1.2)
  await window.closed()
}

const isFrameInTheMiddle = (): boolean => {
  const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  return hit?.parentElement === document.body && hit.id === ''
}

/** The demo phone in a tab of its own. */
export async function openPhone({ browser, world }: Stage) {
  const page = await browser.newPage()
  await page.go(`${world.origins.phone}/`)
  const linkField = field('Connection link')
  return {
    take: async (link: string) => {
      await page.fill(linkField, link)
      await page.press(button('Connect'))
    },
    /** The same by keys, from the clipboard. */
    paste: async () => {
      await page.press(linkField)
      await page.keys(['Control', 'V'])
      await page.press(button('Connect'))
    },
    approve: async (title: string) => {
      await page.see(heading(title))
      await page.press({ ...button('Approve'), within: { role: 'dialog' } })
    },
  }
}

/** The link behind the code that the modal shows. */
export async function pairingLink(modal: Doc): Promise<string> {
  await modal.see({ css: '[data-pairing-uri]' })
  return String(await modal.run(() => document.querySelector('[data-pairing-uri]')?.getAttribute('data-pairing-uri')))
}

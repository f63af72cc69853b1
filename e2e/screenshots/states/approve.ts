/** The approve gate in each of its states, on its fixture. Not framed: each state is caused from inside. */
import type { Stage } from '../stage.ts'
import type { State } from './state.ts'

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

/** Each screen of an approval, and a text that identifies it. */
const screens: Readonly<Record<string, RegExp>> = {
  preparing: /Preparing the request/,
  network: /doesn’t answer/,
  refused: /refuses this/,
  expired: /waited too long/,
  changed: /something else now/,
  send: /Send ETH/,
  checking: /Signing/,
  signing: /Signing/,
  sending: /Sending/,
  token: /Send a token/,
  swap: /Swap 100 USDC for at least 0.027 WETH on Ethereum/,
  'swap-deceives': /goes to another address/,
  unlimited: /without limit/,
  batch: /Several steps/,
  sponsored: /Paid by pay.example/,
  'not-sponsored': /Nobody else pays/,
  undelegate: /a plain one again/,
  blind: /can’t read/,
  changes: /Expected changes/,
  nothing: /No balance change was detected/,
  fails: /expects this to fail/,
  rights: /gives others rights/,
  'takes-more': /takes more from you/,
  'high-fee': /unusually high/,
  deploy: /Deploy a contract/,
  window: /window of the wallet/,
  'window-open': /window that has opened/,
  'window-blocked': /blocked the window/,
  'window-severed': /blocks the wallet’s window/,
  'in-window': /Send ETH/,
  'sign-in': /Sign in to/,
  'other-site': /another site/,
  message: /Sign a message/,
  'message-window': /window of the wallet/,
  'message-other-site': /different site/,
  'message-reserved': /wallet itself/,
  vote: /a login, a key or a vote/,
  raise: /Raise by/,
  lower: /Lower by/,
  bytes: /data that we can’t read/,
  'solana-send': /Send SOL/,
  'solana-token': /one is opened/,
  'solana-several': /Sign several transactions/,
  'solana-blind': /Call a program/,
  'solana-given-away': /belongs to another owner/,
  'solana-closed': /what is left in the account/,
  'solana-rights': /gives others rights/,
  'solana-no-network': /doesn’t know this transaction/,
  'solana-other-network': /another network than/,
  'solana-disguise': /transaction in disguise/,
}

const approvalScreens = Object.entries(screens).map(
  ([name, proof]): State => ({
    name: `approve-screen-${name}`,
    where: 'page',
    async reach({ page, world }) {
      await page.goto(`${world.origins.modal}/fixtures/approval-gallery.html?state=${name}`)
      await page.getByText(proof).first().waitFor()
    },
  }),
)

export const approveStates: readonly State[] = [
  ...approvalScreens,
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
]

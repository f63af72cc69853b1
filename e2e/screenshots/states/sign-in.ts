/** Signing in with a message. */
import { createWithSignIn, type SignInPage } from '../../pages/sign-in.ts'
import { press } from '../../setup/press.ts'
import type { Stage } from '../stage.ts'
import { type State, shows } from './state.ts'

const name = 'Kestrel Wallet'

/** Connects the one wallet, which signs only when told to, and reaches the sign-in view. */
async function asked(stage: Stage, wishes: SignInPage, broken?: string) {
  const { page, world } = stage
  const siwx = await createWithSignIn(page, world, wishes)
  if (broken !== undefined) siwx.failing.add(broken)
  stage.wallet().approveNext()
  await press(page.getByRole('button', { name: 'Connect' }))
  const modal = await stage.frame()
  await press(modal.getByRole('button', { name }))
  await modal.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor()
  return { siwx, modal }
}

const sign = (modal: Awaited<ReturnType<Stage['frame']>>) =>
  press(modal.getByRole('button', { name: 'Sign', exact: true }))

const state = (suffix: string, reach: State['reach']): State => ({
  name: `sign-in-${suffix}`,
  wallets: [{ name, behaviour: 'asks' }],
  reach,
})

export const signInStates: readonly State[] = [
  state('ready', async (stage) => shows((await asked(stage, {})).modal, 'Canceling will disconnect you')),
  state('optional', async (stage) => shows((await asked(stage, { required: false })).modal, 'Valid until')),
  state('whole-message', async (stage) => {
    const { modal } = await asked(stage, {})
    await press(modal.getByText('The whole message'))
    await shows(modal, 'wants you to sign in with your Ethereum account')
  }),
  state('waiting', async (stage) => {
    const { modal } = await asked(stage, {})
    await sign(modal)
    await shows(modal, 'Confirm the message in Kestrel Wallet')
  }),
  state('slow', async (stage) => {
    const { modal } = await asked(stage, {})
    await sign(modal)
    await shows(modal, 'Confirm the message in Kestrel Wallet')
    await stage.passTime(8000)
    await shows(modal, 'Don’t see it?')
  }),
  state('declined', async (stage) => {
    const { modal } = await asked(stage, {})
    await sign(modal)
    await stage.wallet().called('personal_sign')
    stage.wallet().decline()
    await modal.getByRole('heading', { name: 'Signature declined' }).waitFor()
  }),
  state('refused', async (stage) => {
    const { modal } = await asked(stage, {}, 'addSession')
    stage.wallet().approveNext()
    await sign(modal)
    await shows(modal, 'didn’t accept the signature')
  }),
  state('failed', async (stage) => {
    const { modal } = await asked(stage, {}, 'createMessage')
    await modal.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
  }),
  state('foreign', async (stage) =>
    shows((await asked(stage, { domain: 'other.example' })).modal, 'This message is for'),
  ),
  state('invalid', async (stage) => shows((await asked(stage, { text: 'I agree.' })).modal, 'not a valid sign-in')),
]

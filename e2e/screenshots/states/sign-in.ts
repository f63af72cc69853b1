/** Signing in with a message, with the whole message shown. */
import { createWithSignIn } from '../../pages/sign-in.ts'
import { press } from '../../setup/press.ts'
import { type State, shows } from './state.ts'

const name = 'Kestrel Wallet'

export const signInStates: readonly State[] = [
  {
    name: 'sign-in-whole-message',
    wallets: [{ name, behaviour: 'asks' }],
    async reach(stage) {
      const { page, world } = stage
      await createWithSignIn(page, world, {})
      stage.wallet().approveNext()
      await press(page.getByRole('button', { name: 'Connect' }))
      const modal = await stage.frame()
      await press(modal.getByRole('button', { name }))
      await modal.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor()
      await press(modal.getByText('The whole message'))
      await shows(modal, 'wants you to sign in with your Ethereum account')
    },
  },
]

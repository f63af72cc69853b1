/** Help after a refusal, and on a page that blocks copying. */
import { keepAppPort, plant } from '../../pages/app-port.ts'
import { press } from '../../setup/press.ts'
import { goTo, pressButton, type State, shows } from './state.ts'

const way = ['Get started', 'Something not working?']

export const helpStates: readonly State[] = [
  {
    name: 'help-refused',
    fixedWallets: [{ name: 'Kestrel Wallet' }],
    async reach(stage) {
      await keepAppPort(stage.page)
      await goTo([], 'Kestrel Wallet')(stage)
      await plant(stage.page, { type: 'OPEN' }, { type: 'nobody knows' }, { type: 'OPEN', epoch: 77 })
      const modal = await stage.frame()
      for (const name of way) await pressButton(modal, name)
      await shows(modal, 'From another session')
      await press(modal.getByText('The last'))
      await shows(modal, 'Refused: Invalid format')
    },
    // Found by its icon, which does not depend on the language.
    resized: async (stage) => (await stage.frame()).locator('details li:has(svg)').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'help-by-hand',
    csp: 'no-permissions',
    fixedWallets: [{ name: 'Kestrel Wallet' }],
    reach: goTo([...way, 'Copy report'], 'copy it by hand'),
  },
]

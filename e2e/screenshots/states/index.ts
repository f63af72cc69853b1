/** States that only the real modal in a real page shows: typed, pressed or timed by users, or of the page. The gallery draws all others. */
import { accountStates } from './account.ts'
import { connectingStates, connectStates, signInStates } from './connect.ts'
import { emailStates } from './email.ts'
import { helpStates } from './help.ts'
import { networkStates } from './networks.ts'
import type { State } from './state.ts'

export { pageStates } from './page.ts'
export type { State } from './state.ts'

/** Rendered by the modal, on the test host. */
export const modalStates: readonly State[] = [
  ...connectStates,
  ...connectingStates,
  ...emailStates,
  ...accountStates,
  ...networkStates,
  ...signInStates,
  ...helpStates,
]

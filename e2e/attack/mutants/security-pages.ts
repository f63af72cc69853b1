/** Weakenings. Pages of the embedded wallet that end or remove something. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const account = 'frame-app/src/wallet/login/account.ts'
const question = 'frame-app/src/wallet/security/view/Question.tsx'

export const securityPages: readonly Mutant[] = [
  weakenUnit(
    'C71',
    'the only device that opens a wallet is forgotten',
    account,
    "if (await account.isOnlyWayIn()) throw new ServiceRefusal('LAST_METHOD')",
    '',
  ),
  weakenUnit(
    'C71',
    'without an answer of the service, another way in is assumed',
    account,
    'if (sets.some(({ keepsSecret }) => keepsSecret)) throw error',
    '',
  ),
  {
    case: 'C71',
    name: 'a removal in the frame is confirmed without the gate',
    edits: [
      { file: question, find: "if (place.kind === 'window')", replace: 'if (place.kind)' },
      { file: question, find: '!place.isArmed', replace: 'place.isArmed === false' },
    ],
    only: 'a covered press',
  },
  weaken(
    'C71',
    'a press counts as soon as the window is drawn',
    'frame-app/src/wallet/window/use-armed.ts',
    'const armedAfterMs = 700',
    'const armedAfterMs = 0',
    'wallet’s own window',
  ),
  weaken(
    'C71',
    'the only way in still has a button that forgets it',
    'frame-app/src/wallet/security/view/DevicesView.tsx',
    'if (isCurrent && screen.isOnlyWayIn)',
    'if (false)',
    'only way into its wallet',
  ),
]

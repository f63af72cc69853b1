/** Pages of the embedded wallet that end or remove something. */
import type { Case } from './case.ts'

export const securityPages: readonly Case[] = [
  {
    id: 'C71',
    title: 'a covered or misdirected press that forgets a device or removes a device or a way in; the last way in',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/security/view/Question.tsx#ApproveGate',
      'frame-app/src/wallet/window/use-armed.ts#useArmed',
      'frame-app/src/wallet/login/account.ts#isOnlyWayIn',
    ],
    proof: ['specs/removal-gate.spec.ts', 'specs/passkey-window.spec.ts', 'e2e/accounts/last-way-in.test.ts'],
  },
]

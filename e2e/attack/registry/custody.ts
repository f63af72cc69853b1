/** Keys, shares and recovery of the embedded wallet. */
import type { Case } from './case.ts'

export const custody: readonly Case[] = [
  {
    id: 'C68',
    title: 'the wallet service offers a new device a wallet whose key it knows',
    ends: ['key worker', 'service'],
    defence: [
      'frame-app/src/wallet/key-worker/keys/recovery-share.ts#openRecoveryShare',
      'frame-app/src/wallet/key-worker/keys/recovery.ts#unwrapWithPrf',
    ],
    proof: [
      'frame-app/src/wallet/key-worker/planted-wallet.test.ts',
      'frame-app/src/wallet/key-worker/keys/sealing.test.ts',
    ],
  },
  {
    id: 'C81',
    title: 'a call of the Key Worker fails, and its secrets stay in memory',
    ends: ['key worker'],
    defence: [
      'frame-app/src/wallet/key-worker/keys/bytes.ts#withSecrets',
      'frame-app/src/wallet/key-worker/candidates.ts#givenUpOnError',
      'frame-app/src/wallet/key-worker/candidates.ts#wipeCandidate',
    ],
    proof: ['frame-app/src/wallet/key-worker/wiped-secrets.test.ts'],
  },
]

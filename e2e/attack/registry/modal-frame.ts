/** What a page gives the modal to show, and what the modal sends out. */
import type { Case } from './case.ts'

export const modalFrame: readonly Case[] = [
  {
    id: 'C60',
    title: 'a page replaces a text that asks for a decision about security, or leaves a value out of a text',
    ends: ['modal'],
    defence: ['frame-app/src/shared/i18n/locked.ts#isLocked', 'frame-app/src/shared/i18n/overrides.ts#argumentsOf'],
    proof: ['frame-app/src/shared/i18n/i18n.test.ts'],
  },
  {
    id: 'C62',
    title: 'a flood of the largest messages that the limits allow',
    ends: ['page', 'modal', 'wallet link'],
    defence: [
      'protocol/src/pace.ts#createBucket',
      'protocol/src/limits.ts#burstUnits',
      'protocol/src/channel.ts#volume',
      'protocol/src/channel/outbox.ts#volume',
      'protocol/src/contracts/shapes/sign-in.ts#Cacao',
    ],
    proof: ['protocol/test/channel/sending.test.ts'],
  },
]

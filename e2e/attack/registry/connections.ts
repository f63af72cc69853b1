/** What a page may change of its connections: tabs, networks, adapters, labels. */
import type { Case } from './case.ts'

export const connections: readonly Case[] = [
  {
    id: 'C220',
    title: 'a script writes reconnect hints, so that other tabs of the page connect or ask a wallet',
    ends: ['page', 'modal'],
    defence: [
      'host-sdk/src/page.ts#follow',
      'frame-app/src/modal/flows/follow-tabs.ts#followNetwork',
      'frame-app/src/modal/flows/follow-tabs.ts#isFollowing',
    ],
    proof: ['frame-app/test/tabs.test.ts', 'host-sdk/test/store.test.ts'],
  },
]

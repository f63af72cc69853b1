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
  {
    id: 'C255',
    title: 'a page adds an adapter with networks that are too many, malformed, or of another namespace',
    ends: ['page', 'modal'],
    defence: ['host-sdk/src/adapters.ts#addAdapter', 'frame-app/src/modal/flows/adapters.ts#addAdapter'],
    proof: ['frame-app/test/adapters.test.ts', 'host-sdk/test/adapters.test.ts'],
  },
  {
    id: 'C256',
    title: 'a page takes an adapter away while its wallet is connected, or is being asked',
    ends: ['modal'],
    defence: ['frame-app/src/modal/flows/adapters.ts#removeAdapter'],
    proof: ['frame-app/test/adapters.test.ts'],
  },
]
